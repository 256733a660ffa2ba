import { SERVICE, type STATEMENT_STATUSES, type STATEMENT_TYPES } from '@krapao/contract/money/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';
import { many, maybeOne, type Queryable } from '../../platform/database.ts';

type StatementType = (typeof STATEMENT_TYPES)[number];

export type StatementRow = {
  id: string;
  statement_type: StatementType;
  status: (typeof STATEMENT_STATUSES)[number];
  from_place: string;
  to_place: string;
  amount: Minor;
  created_at: Date;
  balance_after: Minor | null;
  linked_kind: 'bonus' | 'promotion' | 'invite' | 'refund' | 'luckydraw' | null;
  linked_description: string | null;
};

export type Asked = {
  page: number;
  limit: number;
  statementType?: StatementType;
  from: Date | null;
  before: Date | null;
};

/**
 * Newest first. Entries are numbered and their times never go back, so every question is a range of numbers: its two
 * ends are two look-ups, its length is their difference, and a page is read from within it.
 */
export async function readStatement(db: Queryable, memberId: string, asked: Asked) {
  const { page, limit, statementType, from, before } = asked;
  const last = await numberBefore(db, memberId, statementType, before);
  const first = from === null ? 0n : await numberBefore(db, memberId, statementType, from);
  const total = last > first ? last - first : 0n;
  const newest = last - BigInt((page - 1) * limit);
  const oldest = newest - BigInt(limit);
  const entries = await readNumbers(db, memberId, statementType, {
    after: oldest > first ? oldest : first,
    upTo: newest,
  });
  return { total: Number(total), entries, isLastPage: oldest <= first };
}

export function findEntry(db: Queryable, memberId: string, id: string): Promise<StatementRow | null> {
  return maybeOne<StatementRow>(db, 'select * from statement_entries where member_id = $1 and id = $2', [memberId, id]);
}

const RECENT = 50n;

/** A member's movements of a kind that go on, and the newest of the others, without corrections by the service. */
export async function recentEntries(db: Queryable, memberId: string, type: StatementType): Promise<StatementRow[]> {
  const last = await numberBefore(db, memberId, type, null);
  const sql = `select * from statement_entries
    where member_id = $1 and statement_type = $2 and (status = 'PROCESSING' or type_position > $3)
      and $4 not in (from_place, to_place)
    order by type_position`;
  return many<StatementRow>(db, sql, [memberId, type, last - RECENT, SERVICE]);
}

/** The number of the newest entry before a moment, or of all; 0 if there is none. */
async function numberBefore(db: Queryable, memberId: string, type: StatementType | undefined, moment: Date | null) {
  const found = await findNumberBefore(db, memberId, type, moment);
  return found?.number ?? 0n;
}

function findNumberBefore(db: Queryable, memberId: string, type: StatementType | undefined, moment: Date | null) {
  if (moment === null) {
    const sql = 'select total as number from statement_totals where member_id = $1 and statement_type = $2';
    return maybeOne<{ number: bigint }>(db, sql, [memberId, type ?? '']);
  }
  if (type === undefined) {
    const sql = `select position as number from statement_entries where member_id = $1 and created_at < $2
      order by created_at desc, position desc limit 1`;
    return maybeOne<{ number: bigint }>(db, sql, [memberId, moment]);
  }
  const sql = `select type_position as number from statement_entries
    where member_id = $1 and statement_type = $3 and created_at < $2
    order by created_at desc, type_position desc limit 1`;
  return maybeOne<{ number: bigint }>(db, sql, [memberId, moment, type]);
}

function readNumbers(
  db: Queryable,
  memberId: string,
  type: StatementType | undefined,
  { after, upTo }: { after: bigint; upTo: bigint },
) {
  if (type === undefined) {
    const sql = `select * from statement_entries where member_id = $1 and position > $2 and position <= $3
      order by position desc`;
    return many<StatementRow>(db, sql, [memberId, after, upTo]);
  }
  const sql = `select * from statement_entries
    where member_id = $1 and statement_type = $4 and type_position > $2 and type_position <= $3
    order by type_position desc`;
  return many<StatementRow>(db, sql, [memberId, after, upTo, type]);
}
