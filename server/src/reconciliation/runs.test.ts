import { expect, test } from 'vitest';
import { cloneDatabase } from '../../test/harness.ts';
import { askForRun, endRun, findRun, takeDueRuns } from './runs.queries.ts';

const { db } = await cloneDatabase();
const DAY = '2026-01-05';

async function takeRun() {
  const [run] = await takeDueRuns(db, 1, 60_000);
  return run ?? expect.fail('no day is due');
}

test('a day that an operator asks for while its reports are being compared is compared once more', async () => {
  await askForRun(db, DAY);
  const first = await takeRun();
  await askForRun(db, DAY);
  await endRun(db, first);
  const second = await takeRun();
  expect(second.day).toBe(DAY);
  await endRun(db, second);
  expect(await findRun(db, DAY)).toEqual({ day: DAY, due_at: null, ran_at: expect.any(Date) });
});
