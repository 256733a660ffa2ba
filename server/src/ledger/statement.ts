import type { STATEMENT_STATUSES, STATEMENT_TYPES } from '@krapao/contract/money/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';
import type { Queryable } from '../platform/database.ts';
import type { Posted } from './ledger.ts';

/** A movement as the member reads it, written in the transaction that moves the money. */
type StatementEntry = {
  id: string;
  type: (typeof STATEMENT_TYPES)[number];
  status: (typeof STATEMENT_STATUSES)[number];
  from: string;
  to: string;
  amount: Minor;
  /** The posting that moved the money; left out if it moves later (`noteBalance`) or not at all. */
  posted?: Posted | null;
  /** The reward that the movement belongs to. */
  linked?: { kind: 'bonus' | 'promotion' | 'invite' | 'refund' | 'luckydraw'; description: string };
};

type EntryKey = { memberId: string; id: string };

/** The constraint that keeps the ids of one member's movements apart. */
export const STATEMENT_ID_ONCE = 'statement_entries_member_id_id_key';

/** The main wallet's balance after a posting, as the ledger noted it; null if the posting is not of the main wallet. */
const mainAfter = (transferId: string) => `(select balance_after from ledger_entries
  join ledger_accounts on ledger_accounts.id = account_id where transfer_id = ${transferId} and name = 'main')`;

export async function writeStatement(tx: Queryable, memberId: string, entry: StatementEntry): Promise<void> {
  await tx.query(
    `insert into statement_entries (member_id, id, statement_type, status, from_place, to_place, amount, linked_kind,
        linked_description, balance_after)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${mainAfter('$10')})`,
    [
      memberId,
      entry.id,
      entry.type,
      entry.status,
      entry.from,
      entry.to,
      entry.amount,
      entry.linked?.kind ?? null,
      entry.linked?.description ?? null,
      entry.posted?.transferId ?? null,
    ],
  );
}

/** Call after each posting of a movement that takes money from the main wallet or brings money there: the last counts. */
export async function noteBalance(tx: Queryable, { memberId, id }: EntryKey, { transferId }: Posted): Promise<void> {
  const sql = `update statement_entries set balance_after = ${mainAfter('$3')} where member_id = $1 and id = $2`;
  await tx.query(sql, [memberId, id, transferId]);
}

/**
 * `amount` and `to` replace what was announced if a different sum arrived, or in another place; `posted` is the posting
 * by which it arrived, if none was noted before. Money of a failed movement is where it was.
 */
export async function endStatement(
  tx: Queryable,
  { memberId, id }: EntryKey,
  status: 'SUCCESS' | 'FAILED',
  { amount, to, posted }: { amount?: Minor; to?: string; posted?: Posted } = {},
): Promise<void> {
  await tx.query(
    `update statement_entries set status = $3, amount = coalesce($4, amount), to_place = coalesce($5, to_place),
        balance_after = case when $3 = 'SUCCESS' then coalesce(${mainAfter('$6')}, balance_after) end
      where member_id = $1 and id = $2`,
    [memberId, id, status, amount, to, posted?.transferId],
  );
}
