import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { BY_ITSELF, newPlayer, type Player, startPayingWorld, walletOf } from '../../../test/harness.ts';
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
  expect((await operator('games doubted')).trim()).toBe('usun  6 of 6 accounts with money have fallen lately');

  await sandbox.honest({ target: 'games/usun', lie: 'maintenance' });
  await expect.poll(() => lookAt(members), BY_ITSELF).toEqual(all(members, { amount: 300 }));
  expect(await operator('games doubted')).toBe('Every provider is believed.');
  expect(await countResults()).toBe(0);
  await expect(operator('games believe', 'usun')).rejects.toThrow('The service does not doubt usun');
});

test('falls at fewer than half of the accounts are of members who have lost: they are booked', async () => {
  const [losers, others] = [await newPlayers(5, 300), await newPlayers(6, 300)];
  await lookAt([...losers, ...others]);
  for (const loser of losers) await play(sandbox, 'usun', loser, -300);
  await lookAt(losers);
  await letFallsAgree();
  await expect.poll(() => lookAt(losers), BY_ITSELF).toEqual(all(losers, { amount: 0 }));
  expect(await countResults()).toBe(5);
});

test('falls at exactly half of the accounts are looked at before they are booked', async () => {
  await db.query(`update game_accounts set has_fallen = null where code = 'usun'`);
  const [losers, others] = [await newPlayers(5, 300), await newPlayers(5, 300)];
  await lookAt([...losers, ...others]);
  for (const loser of losers) await play(sandbox, 'usun', loser, -300);
  await lookAt(losers);
  await letFallsAgree();
  expect(await lookAt(losers)).toEqual(all(losers, { amount: 300, note: 'LOOKED_AT' }));
  expect((await operator('games doubted')).trim()).toBe('usun  5 of 10 accounts with money have fallen lately');
});

test('what many have lost in truth is booked when an operator says so', async () => {
  await db.query(`update game_accounts set has_fallen = null where code = 'usun'`);
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
