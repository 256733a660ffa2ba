import { createHash, randomUUID } from 'node:crypto';
import type { ErrorCode } from '@krapao/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { brokenConstraint, maybeOne, one, type Queryable, type Transaction } from './database.ts';
import { failureOf } from './failures.ts';
import { waitTogether } from './key-waiters.ts';

/**
 * One try of a call with an effect. With an Idempotency-Key, `id` is the key and the effect happens once for it:
 * the effect's transaction begins with `claim`, and the transaction that decides the answer records it. Without a key nothing
 * is kept and `id` is new.
 */
export type Attempt = { id: string; memberId: string; call: string; inputHash: Buffer; isKeyed: boolean };

export type RecordedAnswer = { status: number; body: unknown };

/** What a call is answered that ends in this refusal. */
export function refusedWith(code: ErrorCode): RecordedAnswer {
  const refusal = new AppError(code);
  return { status: refusal.status, body: failureOf(refusal) };
}

/** Another request with the same key was first; the route gives this one the same answer. */
export class AlreadyAttempted extends Error {}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** `input` is the body, or the hash of the file that was uploaded. */
export function attemptOf(request: FastifyRequest, memberId: string, input: unknown): Attempt {
  const key = request.headers['idempotency-key'];
  const id = key === undefined ? randomUUID() : String(key).toLowerCase();
  if (!UUID.test(id)) throw new AppError('INVALID_REQUEST', { fields: { 'Idempotency-Key': 'INVALID' } });
  // The path decoded, so that %44AILY20 is DAILY20.
  const path = decodeURIComponent(request.url.split('?')[0] ?? '');
  const inputHash = createHash('sha256')
    .update(Buffer.isBuffer(input) ? input : JSON.stringify(sorted(input)))
    .digest();
  return { id, memberId, call: `${request.method} ${path.toLowerCase()}`, inputHash, isKeyed: key !== undefined };
}

/** The first statement of the effect's transaction. */
export async function claim(tx: Transaction, { id, memberId, call, inputHash, isKeyed }: Attempt): Promise<void> {
  if (!isKeyed) return;
  const sql = 'select idempotency_claim($1, $2, $3, $4) as "isNew"';
  const { isNew } = await one<{ isNew: boolean }>(tx, sql, [memberId, call, id, inputHash]);
  if (!isNew) throw new AlreadyAttempted();
}

/** For `.catch` of a transaction that writes a movement under the attempt's id: the id names another one already. */
export function conflictOn(...constraints: string[]) {
  return (error: unknown): never => {
    throw constraints.includes(brokenConstraint(error) ?? '') ? new AppError('IDEMPOTENCY_CONFLICT') : error;
  };
}

/** Records the answer of the attempt, unless it has one. */
export async function recordAnswer(
  db: Queryable,
  { memberId, id, call }: Pick<Attempt, 'memberId' | 'id' | 'call'>,
  { status, body }: RecordedAnswer,
): Promise<void> {
  await db.query('select idempotency_answer($1, $2, $3, $4, $5)', [memberId, call, id, status, JSON.stringify(body)]);
}

/**
 * The first answer to this key; null if the key is new. While the first request is still at work its repetitions wait
 * together, and after `patienceMs` are told `in-progress`.
 */
export async function firstAnswer(
  db: Queryable,
  attempt: Attempt,
  patienceMs: number,
): Promise<RecordedAnswer | 'in-progress' | null> {
  const { id, memberId, call } = attempt;
  const look = async () => {
    const found = await findKey(db, attempt);
    if (!found) return null;
    return found.answer ?? ('in-progress' as const);
  };
  const found = await findKey(db, attempt);
  if (!found) return null;
  // Each repetition answers for its own input: only those of the first request's wait together.
  if (!found.inputHash.equals(attempt.inputHash)) throw new AppError('IDEMPOTENCY_CONFLICT');
  return found.answer ?? waitTogether(`${memberId} ${call} ${id}`, look, patienceMs);
}

type UsedKey = { inputHash: Buffer; answer: RecordedAnswer | null };

async function findKey(db: Queryable, { id, memberId, call }: Attempt): Promise<UsedKey | null> {
  const first = await maybeOne<{ input_hash: Buffer; status: number | null; answer: unknown }>(
    db,
    'select input_hash, status, answer from idempotency_keys where member_id = $1 and call = $2 and id = $3',
    [memberId, call, id],
  );
  if (!first) return null;
  const { input_hash: inputHash, status, answer } = first;
  return { inputHash, answer: status === null ? null : { status, body: answer } };
}

/**
 * Forgets a call whose node died before it answered: the next try is a new one. Its effects may safely happen again.
 */
export async function forgetUnanswered(db: Queryable, { id, memberId, call }: Attempt): Promise<void> {
  await db.query(
    `delete from idempotency_keys where member_id = $1 and call = $2 and id = $3 and answer is null
      and created_at < app_now() - interval '1 minute'`,
    [memberId, call, id],
  );
}

/** The same fields in another order are the same input. */
function sorted(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input ?? null;
  return Object.fromEntries(Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1)));
}
