import { many, maybeOne, one, type Queryable, type Transaction } from '../platform/database.ts';
import { endOperatorSessions } from '../platform/operator-sessions.ts';
import type { Operator } from './act.ts';
import type { RoleName } from './roles.ts';

type OperatorRow = { name: string; roles: RoleName[]; created_at: Date; removed_at: Date | null };
const COLUMNS = 'name, roles, created_at, removed_at';

export function allOperators(db: Queryable): Promise<OperatorRow[]> {
  return many<OperatorRow>(db, `select ${COLUMNS} from operators where removed_at is null order by name`);
}

export async function isAnyOperator(db: Queryable): Promise<boolean> {
  return (await maybeOne(db, 'select from operators where removed_at is null limit 1')) !== null;
}

export function findOperator(db: Queryable, name: string): Promise<Operator | null> {
  return maybeOne<Operator>(db, 'select name, roles from operators where name = $1 and removed_at is null', [name]);
}

export async function findPasswordHash(db: Queryable, name: string): Promise<string | null> {
  const sql = 'select password_hash from operators where name = $1 and removed_at is null';
  return (await maybeOne<{ password_hash: string }>(db, sql, [name]))?.password_hash ?? null;
}

/** Null if the password was changed since it was read, or the operator removed. Neither happens until this transaction ends. */
export function keepOperator(tx: Transaction, name: string, passwordHash: string): Promise<Operator | null> {
  const sql = `select name, roles from operators
    where name = $1 and password_hash = $2 and removed_at is null for share`;
  return maybeOne<Operator>(tx, sql, [name, passwordHash]);
}

/** Whether the operator signed in from the device before. */
export async function isOperatorDevice(db: Queryable, name: string, device: Buffer): Promise<boolean> {
  return (
    (await maybeOne(db, 'select from operator_devices where operator = $1 and device = $2', [name, device])) !== null
  );
}

const DEVICES_KEPT = 20;

export async function keepOperatorDevice(db: Queryable, name: string, device: Buffer): Promise<void> {
  await db.query(
    `insert into operator_devices (operator, device) values ($1, $2)
      on conflict (operator, device) do update set seen_at = excluded.seen_at`,
    [name, device],
  );
  await db.query(
    `delete from operator_devices where operator = $1 and device in (
      select device from operator_devices where operator = $1 order by seen_at desc offset $2)`,
    [name, DEVICES_KEPT],
  );
}

export function lockOperator(tx: Transaction, name: string): Promise<OperatorRow | null> {
  return maybeOne<OperatorRow>(tx, `select ${COLUMNS} from operators where name = $1 for no key update`, [name]);
}

type Admitted = { name: string; passwordHash: string; roles: readonly RoleName[] };

/** A new password or other roles end the sign-ins that were begun before. */
export async function writeOperator(tx: Transaction, { name, passwordHash, roles }: Admitted): Promise<OperatorRow> {
  const sql = `insert into operators (name, password_hash, roles) values ($1, $2, $3)
    on conflict (name) do update set password_hash = excluded.password_hash, roles = excluded.roles, removed_at = null
    returning ${COLUMNS}`;
  const operator = await one<OperatorRow>(tx, sql, [name, passwordHash, roles]);
  await endOperatorSessions(tx, name);
  return operator;
}

export async function writeRoles(tx: Transaction, name: string, roles: readonly RoleName[]): Promise<OperatorRow> {
  const sql = `update operators set roles = $2 where name = $1 returning ${COLUMNS}`;
  const operator = await one<OperatorRow>(tx, sql, [name, roles]);
  await endOperatorSessions(tx, name);
  return operator;
}

/** Kept as a row: requests and the audit log name the operator. */
export async function removeOperator(tx: Transaction, name: string): Promise<OperatorRow> {
  const sql = `update operators set removed_at = app_now() where name = $1 returning ${COLUMNS}`;
  const operator = await one<OperatorRow>(tx, sql, [name]);
  await endOperatorSessions(tx, name);
  return operator;
}

/** `mark`: eight digits by which the person and the operators who admit them know that they mean the same password. */
export type Candidate = { name: string; mark: string; created_at: Date };
const CANDIDATE = `name, left(encode(sha256(convert_to(password_hash, 'UTF8')), 'hex'), 8) as mark, created_at`;

export function writeCandidate(db: Queryable, name: string, passwordHash: string): Promise<Candidate> {
  const sql = `insert into operator_candidates (name, password_hash) values ($1, $2)
    on conflict (name) do update set password_hash = excluded.password_hash, created_at = app_now() returning ${CANDIDATE}`;
  return one<Candidate>(db, sql, [name, passwordHash]);
}

export function allCandidates(db: Queryable): Promise<Candidate[]> {
  return many<Candidate>(db, `select ${CANDIDATE} from operator_candidates order by name`);
}

/** Takes the candidate off the list. Returns the chosen password's hash, or null if nobody of that name waits. */
export async function takeCandidate(tx: Transaction, name: string, mark: string): Promise<string | null> {
  const sql = `delete from operator_candidates where name = $1
    and left(encode(sha256(convert_to(password_hash, 'UTF8')), 'hex'), 8) = lower($2) returning password_hash`;
  return (await maybeOne<{ password_hash: string }>(tx, sql, [name, mark]))?.password_hash ?? null;
}
