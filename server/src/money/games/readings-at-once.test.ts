import { expect, test } from 'vitest';
import { newMember } from '../../../../world/people.ts';
import { cloneDatabase, SOON, waitingForLocks } from '../../../test/harness.ts';
import { inTransaction, one } from '../../platform/database.ts';
import { type Ration, takeReadings } from './rations.queries.ts';

const { db } = await cloneDatabase();
const RATION: Ration = { code: 'pg', shareUs: 1, freshnessMs: 0 };

/** Connections that wait for the one with this process id. */
const waitingFor = async (pid: number) => {
  const sql = 'select count(*)::integer as waiting from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
  return (await one<{ waiting: number }>(db, sql, [pid])).waiting;
};

test('decisions that read an account while a transfer begins and a movement is booked wait for each other in turn', async () => {
  const { id } = await newMember(db, 'th');
  const key = [id, 'pg'];
  await db.query(`insert into game_accounts (member_id, code, username, password) values ($1, $2, $1, '')`, key);
  await takeReadings(db, id, [RATION], { occasion: 'decision' });
  const decide = () => takeReadings(db, id, [RATION], { occasion: 'decision' });

  const decisions = await inTransaction(db, async (beginning) => {
    // As a leg of a transfer does that is written and not committed yet.
    await beginning.query('select from game_accounts where member_id = $1 and code = $2 for key share', key);
    return inTransaction(db, async (provider) => {
      const { pid } = await one<{ pid: number }>(provider, 'select pg_backend_pid() as pid');
      await provider.query('select from provider_rate_limits for update');
      const under = await inTransaction(db, async (booking) => {
        await booking.query('select game_note_movement($1, $2)', key);
        const both = Promise.allSettled([decide(), decide()]);
        await expect.poll(() => waitingForLocks(db), SOON).toBe(2);
        return { both };
      });
      // The first decision has the account and waits for the provider; the second waits for the account.
      await expect.poll(() => waitingFor(pid), SOON).toBe(1);
      await expect.poll(() => waitingForLocks(db), SOON).toBe(2);
      return under;
    }).then(({ both }) => both);
  });

  const taken = { status: 'fulfilled', value: [{ code: 'pg', isResting: false, failures: 0 }] };
  expect(decisions).toEqual([taken, taken]);
});
