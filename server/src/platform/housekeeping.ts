import { LONGEST_WINDOW_SECONDS } from './budgets.ts';
import type { Database } from './database.ts';

/** Removes what no longer means anything. Nodes may run it at the same time. */
export async function sweep(db: Database): Promise<void> {
  await db.query('delete from attempts where at < app_now() - make_interval(secs => $1)', [LONGEST_WINDOW_SECONDS]);
  await db.query(`delete from otp_codes where expires_at < app_now() - interval '1 day'`);
  await db.query(`delete from callback_nonces where at < clock_timestamp() - interval '1 hour'`);
  await db.query(`delete from idempotency_keys where created_at < app_now() - interval '30 days'`);
  await db.query('delete from operator_sessions where expires_at < app_now()');
  // Nobody waits there for a person.
  await db.query(`update chat_rooms set state = 'closed', unread_by_desk = 0
    where state = 'bot' and customer_id is not null and last_at < app_now() - interval '1 day'`);
  // An ended sign-in is kept for a while, so that its bearer is told what happened to it.
  await db.query(`delete from sessions where expires_at < app_now() - interval '30 days'`);
}
