import { many, one, type Queryable, type Transaction } from '../platform/database.ts';

type AuditEntry = {
  operator: string;
  /** The second operator's yes, where the act needed one. */
  approval: { second: string; requestId: bigint } | null;
  act: string;
  why: string;
  input: unknown;
  before: unknown;
  after: unknown;
};

/** The database numbers and chains the entry, and refuses one that its request does not cover. */
export async function writeAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  const { operator, approval, act, why, input, before, after } = entry;
  const sql = 'select audit_write($1, $2, $3, $4, $5, $6, $7, $8)';
  const who = [operator, approval?.second ?? null, approval?.requestId ?? null];
  await tx.query(sql, [...who, act, why, ...[input, before, after].map(asJson)]);
}

/**
 * `input` is null in old entries, which kept the act as the words that were typed. `asked` is what a request asked for that
 * was made, refused or taken back; `second_why` is the reason of the operator who agreed.
 */
type ReadEntry = {
  at: Date;
  operator: string;
  second: string | null;
  act: string;
  why: string;
  input: Record<string, unknown> | null;
  second_why: string | null;
  asked: { request: string; act: string; input: Record<string, unknown> } | null;
};

export function newestEntries(db: Queryable, count: number): Promise<ReadEntry[]> {
  const sql = `select at, operator, second, entry.act, entry.why, entry.input,
      case when second is not null then decided_why end as second_why,
      case when entry.act like 'requests %'
        then jsonb_build_object('request', request.id::text, 'act', request.act, 'input', request.input) end as asked
    from audit_log entry left join act_requests request
      on request.id = request_id or (entry.act like 'requests %' and request.id::text = entry.input ->> 'request')
    order by entry.id desc limit $1`;
  return many<ReadEntry>(db, sql, [count]);
}

/** Passwords and tokens stay out of the log, whichever row holds them. */
const SECRET = /password|token|secret/i;

/** Amounts are more than a JSON number holds exactly, so they are kept as text. */
export function asJson(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return JSON.stringify(value, (key, part: unknown) => {
    if (SECRET.test(key)) return undefined;
    return typeof part === 'bigint' ? part.toString() : part;
  });
}

/** What shows that the log is not as it was written; and its last entry, to be kept where no operator reaches it. */
export async function checkChain(db: Queryable): Promise<{ problems: string[]; entries: bigint; head: string }> {
  const problems = await many<{ problem: string }>(db, 'select problem from audit_problems order by id limit 20');
  const sql = `select count(*) as entries, coalesce((select encode(hash, 'hex') from audit_log order by id desc limit 1), '') as head
    from audit_log`;
  return {
    problems: problems.map(({ problem }) => problem),
    ...(await one<{ entries: bigint; head: string }>(db, sql)),
  };
}
