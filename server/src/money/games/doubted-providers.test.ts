import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { BY_ITSELF, newPlayer, type Player, startPayingWorld, transfer, walletOf } from '../../../test/harness.ts';
import { play } from '../../../test/rewards.ts';
import { problems } from '../../ledger/ledger.ts';

/** A fall to nothing has to be told for longer than the test takes to look at every account. */
const { product, sandbox, database } = await startPayingWorld({ FALL_AGREED_MS: '600000', DOUBTED_ACCOUNTS: '5' });
const { db } = database;
const operator = operatorOf(db);

async function usunOf({ token }: Player): Promise<{ amount: number; note?: string }> {
  const { body } = await product.call('GET /api/wallet/refresh/slot', { token });
  const slots = (body as { slots: { code: string; amount: number; note?: string }[] }).slots;
  const { amount, note } = slots.find(({ code }) => code === 'usun') ?? expect.fail('no usun');
  return { amount, ...(note && { note }) };
}

const newPlayers = (count: number, baht: number) =>
  Promise.all(Array.from({ length: count }, () => newPlayer(product, { usun: baht })));
const lookAt = (members: Player[]) => Promise.all(members.map(usunOf));
const all = <Seen>(members: Player[], seen: Seen) => members.map(() => seen);

/** As if the falls that were told had been told for long enough to be booked. */
const letFallsAgree = () =>
  db.query(`update game_accounts set suspect_since = suspect_since - interval '10 minutes' where code = 'usun'`);

/** What earlier tests lost there does not count any more. */
const forgetFalls = () => db.query(`update game_accounts set reported_amount = null, fallen_amount = null`);

async function countResults(): Promise<number | null> {
  return (await db.query(`select from ledger_postings where reason = 'game_result'`)).rowCount;
}

test('of a provider that tells of nothing at every account nothing is booked, until the accounts are back', async () => {
  const members = await newPlayers(6, 300);
  await lookAt(members);
  await sandbox.lie({ target: 'games/usun', lie: 'maintenance' });
  expect(await lookAt(members)).toEqual(all(members, { amount: 300, note: 'UPDATING' }));
  await letFallsAgree();
  // However often it is looked at.
  for (let look = 0; look < 2; look += 1)
    expect(await lookAt(members)).toEqual(all(members, { amount: 300, note: 'LOOKED_AT' }));
  expect((await operator('games doubted')).trim()).toBe(
    'usun  6 of 6 accounts, with 100 % of the money, fell to nothing lately',
  );

  await sandbox.honest({ target: 'games/usun', lie: 'maintenance' });
  await expect.poll(() => lookAt(members), BY_ITSELF).toEqual(all(members, { amount: 300 }));
  expect(await operator('games doubted')).toBe('Every provider is believed.');
  expect(await countResults()).toBe(0);
  await expect(operator('games believe', 'usun')).rejects.toThrow('The service does not doubt usun');
});

test('falls of many that are less than a fifth of the money are of members who have lost: they are booked', async () => {
  await forgetFalls();
  const [losers, others] = [await newPlayers(5, 300), await newPlayers(1, 6001)];
  await lookAt([...losers, ...others]);
  for (const loser of losers) await play(sandbox, 'usun', loser, -300);
  await lookAt(losers);
  await letFallsAgree();
  await expect.poll(() => lookAt(losers), BY_ITSELF).toEqual(all(losers, { amount: 0 }));
  expect(await countResults()).toBe(5);
});

test('falls at a fifth of the accounts and of the money are looked at before they are booked', async () => {
  await forgetFalls();
  const [losers, others] = [await newPlayers(5, 300), await newPlayers(5, 1200)];
  await lookAt([...losers, ...others]);
  for (const loser of losers) await play(sandbox, 'usun', loser, -300);
  await lookAt(losers);
  await letFallsAgree();
  expect(await lookAt(losers)).toEqual(all(losers, { amount: 300, note: 'LOOKED_AT' }));
  expect((await operator('games doubted')).trim()).toBe(
    'usun  5 of 10 accounts, with 20 % of the money, fell to nothing lately',
  );
});

test('attack: members who lose half of what they have, or what their open bets had staked, make no provider doubted', async () => {
  await forgetFalls();
  const [halves, bettors] = [await newPlayers(6, 202), await newPlayers(6, 202)];
  const [winner = expect.fail('nobody')] = await newPlayers(1, 300);
  const bets = await Promise.all(bettors.map(({ gameUsername }) => sandbox.bet('usun', gameUsername, 202)));
  await lookAt([...halves, ...bettors]);
  for (const member of halves) await play(sandbox, 'usun', member, -101);
  for (const bet of bets) await bet.settle(0);
  await play(sandbox, 'usun', winner, 3000);
  await lookAt([...halves, ...bettors]);
  expect(await operator('games doubted')).toBe('Every provider is believed.');
  expect(await usunOf(winner)).toEqual({ amount: 3300 });
  const home = await transfer(product, winner, { from: 'usun', to: 'wallet', amount: 3300 });
  expect(home.status).toBe(200);
});

test('what many have lost in truth is booked when an operator says so', async () => {
  await forgetFalls();
  const members = await newPlayers(5, 250);
  for (const member of members) await play(sandbox, 'usun', member, -250);
  await lookAt(members);
  await letFallsAgree();
  expect(await lookAt(members)).toEqual(all(members, { amount: 250, note: 'LOOKED_AT' }));
  await operator('games believe', 'usun');
  await expect.poll(() => lookAt(members), BY_ITSELF).toEqual(all(members, { amount: 0 }));
  const [first = expect.fail('nobody')] = members;
  expect((await walletOf(product, first)).amounts).toEqual({ wallet: 0, inTransit: 0, usun: 0 });
  expect(await problems(db)).toEqual([]);
});

test('an account has fallen if more than 100 baht and nine tenths are missing; one with no more than that is not counted', async () => {
  await forgetFalls();
  const seen = [
    [100, 100, null, null],
    [100.01, 100, 10001n, null],
    [100.01, 100.01, 10001n, 10001n],
    [250, 224.99, 25000n, null],
    [250, 225, 25000n, 22500n],
  ] as const;
  for (const [amount, lost, reported_amount, fallen_amount] of seen) {
    const member = await newPlayer(product, { usun: amount });
    await play(sandbox, 'usun', member, -lost);
    await usunOf(member);
    const sql = 'select reported_amount, fallen_amount from game_accounts where member_id = $1';
    const { rows } = await db.query(sql, [member.id]);
    expect(rows, `${lost} of ${amount}`).toEqual([{ reported_amount, fallen_amount }]);
  }
});

test('what a game shows without news is written down again after five minutes, so that its account goes on to count', async () => {
  const [member = expect.fail('nobody')] = await newPlayers(1, 300);
  await usunOf(member);
  const age = async (minutes: number) => {
    const shift = `update game_accounts set last_report_at = clock_timestamp() - $2 * interval '1 minute' where member_id = $1`;
    await db.query(shift, [member.id, minutes]);
    await usunOf(member);
    const sql = `select last_report_at < clock_timestamp() - interval '3 minutes' as "isOld" from game_accounts where member_id = $1`;
    return (await db.query<{ isOld: boolean }>(sql, [member.id])).rows[0]?.isOld;
  };
  expect(await age(4)).toBe(true);
  expect(await age(6)).toBe(false);
});

test('falls are counted for ten minutes, at their own provider, and an operator believes a provider for an hour', async () => {
  await forgetFalls();
  // Accounts that no worker reads, at a game of their own: five of ten have fallen.
  await db.query(
    `insert into game_accounts (member_id, code, username, password, reported_amount, fallen_amount, last_report_at)
      select id, 'yeekee', 'kp' || number, '', 20000, case when number <= 5 then 20000 end,
          clock_timestamp() - interval '9 minutes'
        from (select id, row_number() over (order by id) as number from members) them where number <= 10`,
  );
  const BELIEVED = 'Every provider is believed.';
  const doubted = async () => (await operator('games doubted')).trim();
  const age = (which: string, minutes: number) =>
    db.query(
      `update game_accounts set last_report_at = clock_timestamp() - $1 * interval '1 minute' where code = 'yeekee' and ${which}`,
      [minutes],
    );
  const FALLEN = 'yeekee  5 of 10 accounts, with 50 % of the money, fell to nothing lately';
  expect(await doubted()).toBe(FALLEN);
  await age(`username = 'kp1'`, 11);
  expect(await doubted()).toBe(BELIEVED);
  await age(`username = 'kp1'`, 9);
  await age(`username = 'kp6'`, 11);
  expect(await doubted()).toBe('yeekee  5 of 9 accounts, with 56 % of the money, fell to nothing lately');
  await age('true', 1);

  await expect(operator('games believe', 'slotxo')).rejects.toThrow('The service does not doubt slotxo');
  const believe = `insert into provider_trust_overrides (code, until) values ('slotxo', clock_timestamp() + interval '1 hour')`;
  await db.query(believe);
  expect(await doubted()).toBe(FALLEN);
  for (let time = 1; time <= 2; time += 1) {
    await operator('games believe', 'yeekee');
    expect(await doubted()).toBe(BELIEVED);
    const { rows } = await db.query<{ minutes: number }>(
      `update provider_trust_overrides set until = clock_timestamp() where code = 'yeekee'
        returning extract(epoch from (select before.until from provider_trust_overrides before
          where before.code = 'yeekee') - clock_timestamp())::float8 / 60 as minutes`,
    );
    expect(rows[0]?.minutes).toBeCloseTo(60, -1);
    expect(await doubted()).toBe(FALLEN);
  }
});
