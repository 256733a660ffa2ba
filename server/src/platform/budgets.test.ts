import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cloneDatabase, SOON, waitingForLocks } from '../../test/harness.ts';
import { giveBack, requireBudget, spend, spendOrRefuse } from './budgets.ts';
import { inTransaction } from './database.ts';

const { db } = await cloneDatabase();

test('an attempt that is given back is the newest: there is room again when the earlier one is an hour old', async () => {
  const budget = { scope: 'test', subject: randomUUID(), limit: 1, windowSeconds: 60 * 60 };
  await spend(db, budget);
  await db.query(`update rate_limit_events set at = at - interval '50 minutes' where subject = $1`, [budget.subject]);
  await spend(db, budget);
  await giveBack(db, budget);
  const refusal = await requireBudget(db, budget).catch((error: unknown) => error as { retryAfterSeconds: number });
  expect(refusal).toMatchObject({ code: 'REQUEST_LIMIT' });
  expect(refusal?.retryAfterSeconds).toBeLessThanOrEqual(10 * 60);
});

test('a budget is full when what is asked for and what was spent of it within its window are more than its limit', async () => {
  const budget = { scope: 'test', subject: randomUUID(), limit: 10, windowSeconds: 60 };
  const spentAgo = (seconds: number, amount: number, of: object = {}) => {
    const { scope, subject } = { ...budget, ...of };
    const sql = `insert into rate_limit_events (scope, subject, amount, at)
      values ($1, $2, $3, app_now() - $4 * interval '1 second')`;
    return db.query(sql, [scope, subject, amount, seconds]);
  };
  const freeIn = (amount: number) =>
    requireBudget(db, { ...budget, amount }).then(
      () => 'now',
      ({ retryAfterSeconds }: { retryAfterSeconds: number }) => Math.ceil(retryAfterSeconds / 10) * 10,
    );
  await spentAgo(61, 10);
  await spentAgo(0, 10, { scope: 'another' });
  await spentAgo(0, 10, { subject: 'another' });
  await spentAgo(30, 6);
  expect(await freeIn(4)).toBe('now');
  expect(await freeIn(5)).toBe(30);
  await spentAgo(10, 1);
  expect(await freeIn(3)).toBe('now');
  expect([await freeIn(4), await freeIn(9), await freeIn(10)]).toEqual([30, 30, 50]);
  await giveBack(db, budget, { ...budget, scope: 'another', amount: 10 });
  expect([await freeIn(4), await freeIn(5)]).toEqual(['now', 30]);
  const { rows } = await db.query(`select scope from rate_limit_events where 'another' in (scope, subject)`);
  expect(rows).toEqual([{ scope: 'test' }]);
});

test('two nodes that spend the last of a budget at the same moment: the second waits for the first, and is refused', async () => {
  const budget = { scope: 'test', subject: randomUUID(), limit: 1, windowSeconds: 60 };
  const { promise: other, resolve: begin } = Promise.withResolvers<void>();
  const first = inTransaction(db, async (tx) => {
    await spendOrRefuse(tx, budget);
    begin();
    await expect.poll(() => waitingForLocks(db), SOON).toBe(1);
  });
  await other;
  const second = inTransaction(db, (tx) => spendOrRefuse(tx, budget));
  await expect(second).rejects.toMatchObject({ code: 'REQUEST_LIMIT' });
  await first;
});
