import { many, type Queryable, type Transaction } from '../platform/database.ts';

type AuditEntry = { operator: string; act: string; why: string; input: unknown; before: unknown; after: unknown };

export async function writeAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  const { operator, act, why, input, before, after } = entry;
  await tx.query('insert into audit_log (operator, act, why, input, before, after) values ($1, $2, $3, $4, $5, $6)', [
    operator,
    act,
    why,
    ...[input, before, after].map(asJson),
  ]);
}

/** `input` is null in old entries, which kept the act as the words that were typed. */
type ReadEntry = { at: Date; operator: string; act: string; why: string; input: Record<string, unknown> | null };

export function newestEntries(db: Queryable, count: number): Promise<ReadEntry[]> {
  const sql = 'select at, operator, act, why, input from audit_log order by id desc limit $1';
  return many<ReadEntry>(db, sql, [count]);
}

/** Passwords and tokens stay out of the log, whichever row holds them. */
const SECRET = /password|token|secret/i;

/** Amounts are more than a JSON number holds exactly, so they are kept as text. */
function asJson(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return JSON.stringify(value, (key, part: unknown) => {
    if (SECRET.test(key)) return undefined;
    return typeof part === 'bigint' ? part.toString() : part;
  });
}
