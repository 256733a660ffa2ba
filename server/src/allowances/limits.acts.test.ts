import { expect, test } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { BY_ITSELF, contents, newPlayer, startPayingWorld, startProduct, withdraw } from '../../test/harness.ts';
import { deposit, refusal } from '../../test/rewards.ts';
import { coinsOf, setupOf } from '../../test/wheel.ts';
import { inTransaction, many } from '../platform/database.ts';
import { CannotDo } from '../staff/act.ts';
import { limitActs } from './limits.acts.ts';
import { lockLimits, writeLimit } from './limits.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const operator = operatorOf(db);
const lao = await startProduct(database, { EDITION: 'la', ROLE: 'api' });
const bounds = async (on = product) => (await on.call('GET /api/lookup/withdraw')).body;

test('what an operator sets is in force for the next withdrawal, and answered, in its currency only', async () => {
  const member = await newPlayer(product, { wallet: 1_000 });
  await operator('limits tighten', 'withdrawMin', 'BAHT', '200');
  await operator('limits tighten', 'withdrawMax', 'BAHT', '300.5');
  expect(await bounds()).toEqual({ withdrawMin: 200, withdrawMax: 300.5 });
  expect(await bounds(lao)).toEqual({ withdrawMin: 50_000, withdrawMax: 30_000_000 });
  expect(await withdraw(product, member, 199.99)).toMatchObject(refusal(422, 'WITHDRAW_MINIMUM'));
  expect(await withdraw(product, member, 300.51)).toMatchObject(refusal(422, 'WITHDRAW_MAXIMUM'));
  expect(await withdraw(product, member, 300.51, { all: true })).toMatchObject(refusal(422, 'WITHDRAW_MAXIMUM'));
  expect(await withdraw(product, member, 300.5)).toMatchObject({ status: 200 });
  await operator('limits loosen', 'withdrawMin', 'BAHT', '50');
  await operator('limits loosen', 'withdrawMax', 'BAHT', '50000');
  expect(await bounds()).toEqual({ withdrawMin: 50, withdrawMax: 50_000 });
  const other = await newPlayer(product, { wallet: 1_000 });
  expect(await withdraw(product, other, 50)).toMatchObject({ status: 200 });
});

test('a coin costs what an operator says, and the member is told', async () => {
  await operator('limits loosen', 'coinPrice', 'BAHT', '100');
  const member = await newPlayer(product);
  expect(await setupOf(product, member)).toMatchObject({ coinPrice: 100 });
  await deposit(product, sandbox, member, 250);
  expect(await coinsOf(product, member)).toBe(2);
  await operator('limits tighten', 'coinPrice', 'BAHT', '1000');
  await deposit(product, sandbox, member, 500);
  expect(await coinsOf(product, member)).toBe(2);
  await deposit(product, sandbox, member, 250);
  expect(await coinsOf(product, member)).toBe(3);
});

test('loosening needs a second operator and a permission of its own, tightening neither', () => {
  expect(limitActs.loosenLimit).toMatchObject({ permission: 'limits.loosen', needsSecond: true });
  expect(limitActs.tightenLimit).toMatchObject({ permission: 'limits.tighten', needsSecond: false });
});

test('an operator is shown what is in force and who has set it', async () => {
  await operator('limits tighten', 'withdrawMax', 'LAK', '20000000');
  expect(await operator('limits show')).toMatch(/^withdrawMax {2}20,000,000\.00 LAK$/m);
  // Newest first.
  expect(await operator('limits history')).toMatch(/^\d+ {2}20\S+Z {2}a tester {2}withdrawMax 20,000,000\.00 LAK\n/);
  for (const sql of ['update limit_changes set amount = 1', 'delete from limit_changes', 'truncate limit_changes'])
    await expect(database.owner.query(sql)).rejects.toThrow('APPEND_ONLY');
});

test.each([
  [
    ['tighten', 'withdrawMax', 'LAK', '25000000'],
    /^From 20,000,000\.00 to 25,000,000\.00 would not tighten withdrawMax: `limits loosen` does that\.$/,
  ],
  [['loosen', 'withdrawMax', 'LAK', '1000000'], /would not loosen withdrawMax/],
  [['tighten', 'withdrawMin', 'LAK', '1'], /would not tighten withdrawMin/],
  [['loosen', 'withdrawMin', 'LAK', '60000'], /would not loosen withdrawMin/],
  [['tighten', 'coinPrice', 'LAK', '1'], /would not tighten coinPrice/],
  [['loosen', 'coinPrice', 'LAK', '900000'], /would not loosen coinPrice/],
  [['tighten', 'withdrawMin', 'LAK', '20000001'], /^Nobody could withdraw/],
  [['tighten', 'withdrawMax', 'LAK', '20000000'], /^withdrawMax is 20,000,000\.00 LAK already\.$/],
  [['tighten', 'withdrawMin', 'LAK', '50000.5'], /^Give an amount/],
  [['tighten', 'withdrawMax', 'LAK', '0'], /^Give an amount/],
  [['tighten', 'withdrawMax', 'LAK', '-5'], /^Give an amount/],
  [['loosen', 'withdrawMost', 'LAK', '5'], /^Say withdrawMin or withdrawMax or coinPrice or givenBack\.$/],
])('limits %j is refused with a sentence', async ([how = '', ...words], sentence) => {
  const before = (await contents(db)).limit_changes;
  const error: unknown = await operator(`limits ${how}`, ...words).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CannotDo);
  expect((error as CannotDo).message).toMatch(sentence);
  expect((await contents(db)).limit_changes).toEqual(before);
});

test('of two limits that are set at the same moment, the second is judged by the first', async () => {
  const answers: unknown[] = [];
  let second: Promise<unknown> = Promise.resolve();
  await inTransaction(db, async (tx) => {
    await lockLimits(tx, 'LAK');
    await writeLimit(tx, { name: 'withdrawMax', currency: 'LAK', amount: 100_000_00n }, 'a tester');
    second = operator('limits tighten', 'withdrawMin', 'LAK', '200000').then(
      (answer) => answers.push(answer),
      (error: unknown) => answers.push(error),
    );
    const waiting = `select from pg_locks join pg_database on pg_database.oid = database
      where not granted and datname = current_database()`;
    await expect.poll(async () => answers.length + (await many(db, waiting)).length, BY_ITSELF).toBeGreaterThan(0);
  });
  await second;
  expect(answers).toEqual([new CannotDo('Nobody could withdraw: the least would be above the most.')]);
  await operator('limits tighten', 'withdrawMin', 'LAK', '100000');
  expect(await bounds(lao)).toEqual({ withdrawMin: 100_000, withdrawMax: 100_000 });
});
