import type { STATEMENT_STATUSES, STATEMENT_TYPES } from '@krapao/contract/money/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';
import { many, type Queryable } from '../platform/database.ts';
import type { Posted } from './ledger.ts';

/**
 * A movement as the member reads it, written in the transaction that moves the money. The database takes it only through
 * the functions of sql/statement.sql.
 */
type StatementEntry = {
  id: string;
  type: (typeof STATEMENT_TYPES)[number];
  status: (typeof STATEMENT_STATUSES)[number];
  from: string;
  to: string;
  amount: Minor;
  /** The posting that moved the money; left out if it moves later (`noteBalance`) or not at all. */
  posted?: Posting | null;
  /** The reward that the movement belongs to. */
  linked?: { kind: 'bonus' | 'promotion' | 'invite' | 'refund' | 'luckydraw'; description: string };
};

/** A posting by its key: the entry can be sent together with it. */
type Posting = Pick<Posted, 'key'>;

type EntryKey = { memberId: string; id: string };

/** The constraint that keeps the ids of one member's movements apart. */
export const STATEMENT_ID_ONCE = 'statement_entries_member_id_id_key';

export async function writeStatement(tx: Queryable, memberId: string, entry: StatementEntry): Promise<void> {
  await many(tx, 'select statement_write($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
    memberId,
    entry.id,
    entry.type,
    entry.status,
    entry.from,
    entry.to,
    entry.amount,
    entry.linked?.kind ?? null,
    entry.linked?.description ?? null,
    entry.posted?.key ?? null,
  ]);
}

/** Call after each posting of a movement that takes money from the main wallet or brings money there: the last counts. */
export async function noteBalance(tx: Queryable, { memberId, id }: EntryKey, { key }: Posting): Promise<void> {
  await many(tx, 'select statement_note_balance($1, $2, $3)', [memberId, id, key]);
}

/**
 * `amount` and `to` replace what was announced if a different sum arrived, or in another place; `posted` is the posting
 * by which it arrived, if none was noted before. Money of a failed movement is where it was.
 */
export async function endStatement(
  tx: Queryable,
  { memberId, id }: EntryKey,
  status: 'SUCCESS' | 'FAILED',
  { amount, to, posted }: { amount?: Minor; to?: string; posted?: Posting } = {},
): Promise<void> {
  const sql = 'select statement_end($1, $2, $3, $4, $5, $6)';
  await many(tx, sql, [memberId, id, status, amount ?? null, to ?? null, posted?.key ?? null]);
}
