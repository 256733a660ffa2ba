import type { STATEMENT_STATUSES, STATEMENT_TYPES } from '@krapao/contract/money/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';
import type { Queryable } from '../platform/database.ts';

/** A movement as the member reads it, written in the transaction that moves the money. */
type StatementEntry = {
  id: string;
  type: (typeof STATEMENT_TYPES)[number];
  status: (typeof STATEMENT_STATUSES)[number];
  from: string;
  to: string;
  amount: Minor;
  /** The reward that the movement belongs to. */
  linked?: { kind: 'bonus' | 'promotion' | 'invite' | 'refund' | 'luckydraw'; description: string };
};

/** The constraint that keeps the ids of one member's movements apart. */
export const STATEMENT_ID_ONCE = 'statement_entries_member_id_id_key';

export async function writeStatement(tx: Queryable, memberId: string, entry: StatementEntry): Promise<void> {
  await tx.query(
    `insert into statement_entries (member_id, id, statement_type, status, from_place, to_place, amount, linked_kind,
        linked_description)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
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
    ],
  );
}

/** `amount` and `to` replace what was announced if a different sum arrived, or in another place. */
export async function endStatement(
  tx: Queryable,
  { memberId, id }: { memberId: string; id: string },
  status: 'SUCCESS' | 'FAILED',
  { amount, to }: { amount?: Minor; to?: string } = {},
): Promise<void> {
  await tx.query(
    `update statement_entries set status = $3, amount = coalesce($4, amount), to_place = coalesce($5, to_place)
      where member_id = $1 and id = $2`,
    [memberId, id, status, amount, to],
  );
}
