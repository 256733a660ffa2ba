import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cloneDatabase } from '../../test/harness.ts';
import { giveBack, requireBudget, spend } from './budgets.ts';

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
