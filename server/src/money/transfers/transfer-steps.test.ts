import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { giveMoney, newMember } from '../../../../world/people.ts';
import { cloneDatabase } from '../../../test/harness.ts';
import { balancesOf, post, problems } from '../../ledger/ledger.ts';
import { inTransaction, many } from '../../platform/database.ts';
import { settleLateMove } from './settle-late-moves.ts';
import { beginTransfer, bookLeg, type Plan, type PlannedLeg, type TransferBeginning } from './transfer-steps.ts';
import {
  findTransfer,
  lateLegs,
  legsOf,
  movingAccounts,
  noteAbsence,
  noteLateArrival,
  pendingReturns,
  pendingTransfers,
  returnedLeg,
  returnedLegs,
  takeDueTransfers,
} from './transfers.queries.ts';

/** The steps alone: no provider is called. */
const { db } = await cloneDatabase();
const HOUR_MS = 3_600_000;

/** A member with satang in the main wallet and at games. */
async function newPlayer({ main = 0n, ...games }: Record<string, bigint>) {
  const { id } = await newMember(db, 'th');
  const atGames = Object.values(games).reduce((sum, amount) => sum + amount, 0n);
  if (main + atGames > 0n) await giveMoney(db, id, main + atGames);
  for (const [code, amount] of Object.entries(games)) {
    await db.query(
      `insert into game_accounts (member_id, code, username, password, opened_at, last_agreed_at)
        values ($1, $2, $1, '', app_now(), clock_timestamp())`,
      [id, code],
    );
    const booking = { key: `play/${code}`, reason: 'test', memberId: id, currency: 'BAHT' } as const;
    if (amount > 0n) await post(db, { ...booking, from: 'main', to: `game:${code}`, amount });
  }
  return id;
}

const out = (code: string, amount: bigint): PlannedLeg => ({
  code,
  direction: 'out',
  stage: 1,
  amount,
  state: 'planned',
});
const into = (code: string, amount: bigint): PlannedLeg => ({
  code,
  direction: 'in',
  stage: 1,
  amount,
  state: 'planned',
});
const onTo = (code: string): PlannedLeg => ({ code, direction: 'in', stage: 2, amount: null, state: 'planned' });

function asking(memberId: string, route: Pick<Plan, 'from' | 'to' | 'legs'>): TransferBeginning {
  const amount = route.legs.reduce((sum, leg) => sum + (leg.amount ?? 0n), 0n);
  const plan = { ...route, amount, withMainWallet: false };
  return { memberId, id: randomUUID(), call: 'POST /of/a/test', inputHash: null, isAsked: true, plan };
}

const begin = (asked: TransferBeginning, headStartMs = HOUR_MS) => beginTransfer(db, asked, headStartMs);

const legOf = ({ memberId, id }: TransferBeginning, position = 0, code = 'pg') => ({
  member_id: memberId,
  transfer_id: id,
  position,
  code,
});

/** From, to, amount, status and balance of each movement, the newest first. */
async function told(memberId: string): Promise<string[]> {
  const rows = await many<{ told: string }>(
    db,
    `select concat_ws(' ', from_place, to_place, amount, status, balance_after) as told from statement_entries
      where member_id = $1 order by position desc`,
    [memberId],
  );
  return rows.map((row) => row.told);
}

const balances = async (memberId: string) => Object.fromEntries(await balancesOf(db, memberId));

test('of a collection the statement shows the balance that the last money left, and what failed in the order of the games', async () => {
  const member = await newPlayer({ main: 100n, pg: 30n, joker: 20n, imi: 10n });
  const asked = asking(member, {
    from: 'all',
    to: 'wallet',
    legs: [out('pg', 30n), out('joker', 20n), out('imi', 10n)],
  });
  await begin(asked);
  expect(await told(member)).toEqual(['all wallet 60 PROCESSING']);
  await bookLeg(db, legOf(asked), 'done');
  expect(await told(member)).toEqual(['all wallet 60 PROCESSING 130']);
  await bookLeg(db, legOf(asked, 2, 'imi'), 'refused');
  expect(await told(member)).toEqual(['all wallet 60 PROCESSING 130']);
  expect(await bookLeg(db, legOf(asked, 1, 'joker'), 'refused')).toEqual({ status: 'FAILED', started: [] });
  expect(await told(member)).toEqual(['imi wallet 10 FAILED', 'joker wallet 20 FAILED', 'all wallet 30 SUCCESS 130']);
  expect(await balances(member)).toEqual({
    main: 130n,
    in_transit: 0n,
    'game:pg': 0n,
    'game:joker': 20n,
    'game:imi': 10n,
  });
});

test('a transfer of one member and a transfer of another under the same id never touch each other', async () => {
  const [member, other] = [await newPlayer({ main: 100n, pg: 0n }), await newPlayer({ main: 7n, pg: 50n, joker: 0n })];
  const inputHash = Buffer.from('input');
  const first = { ...asking(member, { from: 'wallet', to: 'pg', legs: [into('pg', 10n)] }), inputHash };
  const second = { ...asking(other, { from: 'pg', to: 'joker', legs: [out('pg', 20n), onTo('joker')] }), inputHash };
  const ended = asking(await newPlayer({ main: 5n, pg: 0n }), { from: 'wallet', to: 'pg', legs: [into('pg', 5n)] });
  await begin({ ...ended, id: first.id });
  await bookLeg(db, legOf({ ...ended, id: first.id }), 'done');
  await begin(first);
  await begin({ ...second, id: first.id });
  const resolving = operatorOf(db)('transfers resolve', first.id, 'pg', 'done', 'a letter');
  await expect(resolving).rejects.toThrow('Several members have a movement');
  const [leg] = (await bookLeg(db, legOf({ ...second, id: first.id }), 'done')).started;
  expect(leg?.leg).toEqual({
    ...legOf({ ...second, id: first.id }, 1, 'joker'),
    direction: 'in',
    username: other,
    amount: 20n,
  });
  expect(await bookLeg(db, legOf({ ...second, id: first.id }, 1, 'joker'), 'refused')).toMatchObject({
    status: 'FAILED',
  });
  expect(await told(other)).toEqual(['wallet joker 20 FAILED', 'pg wallet 20 SUCCESS 27']);

  expect(await told(member)).toEqual(['wallet pg 10 PROCESSING 90']);
  expect(await findTransfer(db, first)).toMatchObject({ status: 'PENDING', amount: 10n });
  const answers = await many(db, 'select member_id, status from idempotency_keys where id = $1', [first.id]);
  expect(answers).toHaveLength(2);
  expect(answers).toContainEqual({ member_id: member, status: null });
  expect([await movingAccounts(db, member), await movingAccounts(db, other)]).toEqual([new Set(['pg']), new Set()]);
  expect(await bookLeg(db, legOf(first), 'done')).toEqual({ status: 'SUCCESS', started: [] });
  expect(await told(member)).toEqual(['wallet pg 10 SUCCESS 90']);
  expect(await told(other)).toEqual(['wallet joker 20 FAILED', 'pg wallet 20 SUCCESS 27']);
  expect([await balances(member), await balances(other)]).toEqual([
    { main: 90n, in_transit: 0n, 'game:pg': 10n },
    { main: 27n, in_transit: 0n, 'game:pg': 30n },
  ]);
});

test('what is staked in open bets cannot be moved out, and all the rest can', async () => {
  const member = await newPlayer({ pg: 50n });
  await db.query('update game_accounts set in_play = 20 where member_id = $1', [member]);
  const ask = (amount: bigint) => begin(asking(member, { from: 'pg', to: 'wallet', legs: [out('pg', amount)] }));
  await expect(ask(31n)).rejects.toThrow('MONEY_NOT_ENOUGH');
  expect((await ask(30n)).started).toHaveLength(1);
  await expect(ask(1n)).rejects.toThrow('MONEY_NOT_ENOUGH');
});

test.each([
  ['a debt keeps its amount in the main wallet', 80n, 'wallet', null],
  ['more than the debt leaves free is refused', 81n, 'wallet', 'MONEY_OWED'],
  ['a debt keeps nothing from coming home', 85n, 'pg', null],
] as const)('%s', async (_, amount, from, refusal) => {
  const member = await newPlayer({ main: 100n, pg: 90n });
  const debt = { key: 'debt', reason: 'test', memberId: member, currency: 'BAHT' } as const;
  await post(db, { ...debt, from: 'owed', to: 'house:demo', amount: 20n });
  const legs = [from === 'wallet' ? into('pg', amount) : out('pg', amount)];
  const asked = asking(member, { from, to: from === 'wallet' ? 'pg' : 'wallet', legs });
  if (refusal) await expect(begin(asked)).rejects.toThrow(refusal);
  else expect((await begin(asked)).started).toHaveLength(1);
  // The product's own transfers are not refused.
  if (refusal) expect((await begin({ ...asked, isAsked: false })).started).toHaveLength(1);
});

test('a transfer is left to its caller for as long as was said, then one worker has it, and an ended one is due no more', async () => {
  const member = await newPlayer({ main: 100n, pg: 0n });
  const ask = () => asking(member, { from: 'wallet', to: 'pg', legs: [into('pg', 10n)] });
  const [fresh, due, ended] = [ask(), ask(), ask()];
  await begin(fresh);
  await begin(due, -1);
  await begin(ended, -2);
  await bookLeg(db, legOf(ended), 'done');
  expect(await takeDueTransfers(db, 20, HOUR_MS)).toEqual([{ memberId: member, id: due.id }]);
  expect(await takeDueTransfers(db, 20, HOUR_MS)).toEqual([]);
  expect(await findTransfer(db, due)).toMatchObject({ tries: 1 });
});

/** A transfer of 10 satang whose provider did not know the move. */
async function absent(member: string, route: Pick<Plan, 'from' | 'to' | 'legs'>, code = 'pg') {
  const asked = asking(member, route);
  await begin(asked);
  await bookLeg(db, legOf(asked, 0, code), 'absent');
  return asked;
}

test('moves whose money was given back are those of the member, at the game, of the last thirty days, the oldest first', async () => {
  const [member, other] = [
    await newPlayer({ main: 100n, pg: 50n, joker: 50n }),
    await newPlayer({ main: 50n, pg: 0n }),
  ];
  const toPg = { from: 'wallet', to: 'pg', legs: [into('pg', 10n)] };
  const [newer, older, tooOld, arrived] = [
    await absent(member, toPg),
    await absent(member, toPg),
    await absent(member, toPg),
    await absent(member, toPg),
  ];
  await absent(other, toPg);
  await absent(member, { from: 'joker', to: 'wallet', legs: [out('joker', 10n)] }, 'joker');
  // The second half was never called: nothing came that could go on.
  await absent(member, { from: 'joker', to: 'pg', legs: [out('joker', 10n), onTo('pg')] }, 'joker');
  const age = (asked: TransferBeginning, time: string) =>
    db.query(`update transfer_legs set called_at = clock_timestamp() - $2::interval where transfer_id = $1`, [
      asked.id,
      time,
    ]);
  await age(older, '29 days 23 hours');
  await age(tooOld, '30 days 1 hour');
  expect(await inTransaction(db, (tx) => noteLateArrival(tx, legOf(arrived), null))).toBe(true);
  expect(await inTransaction(db, (tx) => noteLateArrival(tx, legOf(arrived), randomUUID()))).toBe(false);
  const found = await returnedLegs(db, member, 'pg');
  expect(found).toEqual([
    { ...legOf(older), direction: 'in', amount: 10n, currency: 'BAHT', fetches: null },
    { ...legOf(newer), direction: 'in', amount: 10n, currency: 'BAHT', fetches: null },
  ]);
  expect(await returnedLeg(db, legOf(newer))).toEqual(found[1]);
  expect(await returnedLeg(db, legOf(arrived))).toBeNull();
});

test('money that left a game late and was booked there as lost meanwhile is brought home whole, once', async () => {
  const member = await newPlayer({ main: 5n, imi: 100n });
  const asked = await absent(member, { from: 'imi', to: 'wallet', legs: [out('imi', 70n)] }, 'imi');
  const lost = { key: 'lost', reason: 'game_result', memberId: member, currency: 'BAHT', amount: 60n } as const;
  await post(db, { ...lost, from: 'game:imi', to: 'house:games:imi' });
  const leg = (await returnedLeg(db, legOf(asked, 0, 'imi'))) ?? expect.fail('no leg');
  const calls: string[] = [];
  const deps = {
    db,
    announce: () => void calls.push('announced'),
    noteMovement: async () => void calls.push('movement'),
    takeUnowned: async () => expect.fail('the money is the member’s'),
    log: { error: () => {} },
  };
  for (const _ of [1, 2]) await settleLateMove(deps, leg);
  expect(calls).toEqual(['movement', 'announced']);
  expect(await balances(member)).toEqual({ main: 75n, in_transit: 0n, 'game:imi': 0n });
  expect(await told(member)).toEqual(['imi wallet 70 SUCCESS 75', 'imi wallet 70 FAILED']);
  expect(
    await many(db, `select sum(amount)::bigint as sum from ledger_entries where account = 'house:games:imi'`),
  ).toEqual([{ sum: 30n }]);
});

test('money on its way is promised back once every game has said that it does not know its move, if nothing goes on', async () => {
  const legs = [out('pg', 30n), out('joker', 20n)];
  const begun = async (route: Pick<Plan, 'from' | 'to' | 'legs'>) => {
    const member = await newPlayer({ pg: 30n, joker: 20n, imi: 0n });
    const asked = asking(member, route);
    await begin(asked);
    const [pg = expect.fail(), joker = expect.fail()] = await legsOf(db, asked);
    const backBy = async () => (await pendingReturns(db, member, HOUR_MS)).map((pending) => pending.backBy);
    return { pg, joker, backBy };
  };
  const home = await begun({ from: 'all', to: 'wallet', legs });
  expect(await noteAbsence(db, home.pg, true)).toBe(true);
  expect(await noteAbsence(db, home.pg, true)).toBe(false);
  expect(await home.backBy()).toEqual([null]);
  expect(await noteAbsence(db, home.joker, true)).toBe(true);
  const { rows } = await db.query<{ at: Date }>(
    `select max(called_at) + interval '1 hour' as at from transfer_legs where transfer_id = $1`,
    [home.pg.transfer_id],
  );
  expect(await home.backBy()).toEqual([rows[0]?.at]);
  expect(await noteAbsence(db, home.pg, false)).toBe(true);
  expect(await home.backBy()).toEqual([null]);

  for (const [known, promised] of [
    ['refused', expect.any(Date)],
    ['done', null],
  ] as const) {
    const onward = await begun({ from: 'all', to: 'imi', legs: [...legs, onTo('imi')] });
    await bookLeg(db, onward.pg, known);
    await noteAbsence(db, onward.joker, true);
    expect([known, await onward.backBy()]).toEqual([known, [promised]]);
  }
});

test('operators see what is on its way, the oldest first, and late arrivals, the newest first', async () => {
  const member = await newPlayer({ main: 100n, pg: 0n });
  const toPg = { from: 'wallet', to: 'pg', legs: [into('pg', 10n)] };
  const [newer, older] = [asking(member, toPg), asking(member, toPg)];
  for (const asked of [newer, older]) await begin(asked);
  await db.query(`update transfers set created_at = created_at - interval '1 day' where id = $1`, [older.id]);
  expect(await pendingTransfers(db, 1)).toMatchObject([{ id: older.id, age: expect.stringMatching(/^1 day/) }]);
  const ours = (await pendingTransfers(db, 200)).filter(({ member_id }) => member_id === member);
  expect(ours.map(({ id }) => id)).toEqual([older.id, newer.id]);

  const [first, second] = [await absent(member, toPg), await absent(member, toPg)];
  for (const [asked, fetchedBy] of [
    [first, null],
    [second, randomUUID()],
  ] as const)
    await inTransaction(db, (tx) => noteLateArrival(tx, legOf(asked), fetchedBy));
  expect(await lateLegs(db, 2)).toMatchObject([
    { transfer_id: second.id, settled_late: false, amount: 10n },
    { transfer_id: first.id, settled_late: true, amount: 10n },
  ]);
});

test('after all these steps the books are in order', async () => {
  expect(await problems(db)).toEqual([]);
});
