import { randomUUID } from 'node:crypto';
import { inMemberTransaction } from '../ledger/ledger.ts';
import { AppError } from '../platform/app-error.ts';
import { type Database, maybeOne, one, type Queryable, type Transaction } from '../platform/database.ts';

/** `lastPostingId`: the member's newest posting when the pause began. Later ones change nothing of the grant. */
export type Pause = { id: string; lastPostingId: bigint };

/**
 * Before a grant the member's games are read, which may take seconds. A member who could back out meanwhile would play,
 * and take the grant only after a good round. So from before the reading until the grant none of the member's money
 * moves, and only the service itself can end the pause.
 */
export async function pauseMoney(db: Database, memberId: string, movementId: string, forMs: number): Promise<Pause> {
  const id = randomUUID();
  const { isPaused, lastPostingId } = await inMemberTransaction(db, memberId, async (tx) => {
    const isUsed = 'select from statement_entries where member_id = $1 and id = $2';
    if (await maybeOne(tx, isUsed, [memberId, movementId])) throw new AppError('IDEMPOTENCY_CONFLICT');
    const { rowCount } = await tx.query(
      `insert into money_pauses (member_id, id, until) values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
        on conflict (member_id) do update set id = excluded.id, until = excluded.until
          where money_pauses.until < clock_timestamp()`,
      [memberId, id, forMs],
    );
    const last = 'select coalesce(max(id), 0) as id from ledger_postings where owner = $1';
    return { isPaused: rowCount === 1, lastPostingId: (await one<{ id: bigint }>(tx, last, [memberId])).id };
  });
  if (!isPaused) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  return { id, lastPostingId };
}

/** Call in the transaction that grants. Refuses if the pause has run out, since money may have moved. */
export async function requirePause(tx: Transaction, memberId: string, { id }: Pause): Promise<void> {
  const sql = 'select from money_pauses where member_id = $1 and id = $2 and until > clock_timestamp()';
  if (!(await maybeOne(tx, sql, [memberId, id]))) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
}

/** If this statement fails, the pause runs out by itself. */
export async function endPause(db: Queryable, memberId: string, { id }: Pause): Promise<void> {
  await db.query('delete from money_pauses where member_id = $1 and id = $2', [memberId, id]).catch(() => undefined);
}
