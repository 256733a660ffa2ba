import { randomBytes } from 'node:crypto';
import { maybeOne, type Queryable } from './database.ts';
import { hashOf } from './sessions.ts';

/** Where operators sign in: a token of one face opens no other. */
export type Face = 'desk' | 'command';

/** A working day. */
const LIFE_SECONDS = 12 * 60 * 60;

/** Answers the token, which only its bearer knows: the database keeps a hash. */
export async function startOperatorSession(db: Queryable, operator: string, face: Face): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query(
    `insert into operator_sessions (token_hash, operator, expires_at, face)
      values ($1, $2, app_now() + make_interval(secs => $3), $4)`,
    [hashOf(token), operator, LIFE_SECONDS, face],
  );
  return token;
}

export async function endOperatorSession(db: Queryable, token: string): Promise<void> {
  await db.query('delete from operator_sessions where token_hash = $1', [hashOf(token)]);
}

export async function endOperatorSessions(db: Queryable, operator: string): Promise<void> {
  await db.query('delete from operator_sessions where operator = $1', [operator]);
}

/** The operator whom a token signs in at this face, by name. */
export async function readOperator(db: Queryable, token: string | null, face: Face): Promise<string | null> {
  if (token === null) return null;
  const sql = 'select operator from operator_sessions where token_hash = $1 and face = $2 and expires_at > app_now()';
  return (await maybeOne<{ operator: string }>(db, sql, [hashOf(token), face]))?.operator ?? null;
}
