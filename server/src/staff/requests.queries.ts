import { many, maybeOne, one, type Queryable, type Transaction } from '../platform/database.ts';
import { asJson } from './audit.ts';
import type { ShownMove } from './figures.ts';

export type Request = {
  id: bigint;
  act: string;
  input: Record<string, unknown>;
  why: string;
  /** The rows before and after, and the money that the act would move, as they were shown. */
  preview: { before: unknown; after: unknown; moves?: ShownMove[] };
  asked_by: string;
  asked_at: Date;
  decision: Decision['decision'] | null;
  decided_by: string | null;
  /** A day after it was asked for, a request can no longer be approved. */
  is_expired: boolean;
};

const COLUMNS = `id, act, input, why, preview, asked_by, asked_at, decision, decided_by,
  asked_at + interval '24 hours' <= app_now() as is_expired`;

type Asked = { act: string; input: unknown; why: string; preview: Request['preview']; askedBy: string };

export function insertRequest(tx: Transaction, { act, input, why, preview, askedBy }: Asked): Promise<Request> {
  const sql = `insert into act_requests (act, input, why, preview, asked_by) values ($1, $2, $3, $4, $5)
    returning ${COLUMNS}`;
  return one<Request>(tx, sql, [act, asJson(input), why, asJson(preview), askedBy]);
}

/** An open request for the same; of two at once the second waits for the first. */
export async function findSameRequest(tx: Transaction, act: string, input: unknown): Promise<Request | null> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('act_requests', 0))`);
  const sql = `select ${COLUMNS} from act_requests where input_hash = act_input_hash($1, $2)
    and decision is null and asked_at + interval '24 hours' > app_now() limit 1`;
  return maybeOne<Request>(tx, sql, [act, asJson(input)]);
}

export function lockRequest(tx: Transaction, id: string): Promise<Request | null> {
  return maybeOne<Request>(tx, `select ${COLUMNS} from act_requests where id::text = $1 for no key update`, [id]);
}

export function openRequests(db: Queryable, limit: number): Promise<Request[]> {
  const sql = `select ${COLUMNS} from act_requests
    where decision is null and asked_at + interval '24 hours' > app_now() order by id limit $1`;
  return many<Request>(db, sql, [limit]);
}

/** `outdated`: what the act would do is no longer what was shown. */
type Decision = { decision: 'approved' | 'refused' | 'withdrawn' | 'outdated'; by: string; why: string };

export function writeDecision(tx: Transaction, id: bigint, { decision, by, why }: Decision): Promise<Request> {
  const sql = `update act_requests set decision = $2, decided_by = $3, decided_at = app_now(), decided_why = $4
    where id = $1 returning ${COLUMNS}`;
  return one<Request>(tx, sql, [id, decision, by, why]);
}
