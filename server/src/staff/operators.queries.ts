import { many, maybeOne, one, type Queryable, type Transaction } from '../platform/database.ts';
import { endOperatorSessions } from '../platform/operator-sessions.ts';

type OperatorRow = { name: string; created_at: Date };

export async function operatorNames(db: Queryable): Promise<string[]> {
  return (await many<{ name: string }>(db, 'select name from operators order by name')).map(({ name }) => name);
}

export function lockOperator(tx: Transaction, name: string): Promise<OperatorRow | null> {
  return maybeOne<OperatorRow>(tx, 'select name, created_at from operators where name = $1 for no key update', [name]);
}

/** A new password ends the sign-ins that the old one began. */
export async function writeOperator(tx: Transaction, name: string, passwordHash: string): Promise<OperatorRow> {
  const sql = `insert into operators (name, password_hash) values ($1, $2)
    on conflict (name) do update set password_hash = excluded.password_hash returning name, created_at`;
  const operator = await one<OperatorRow>(tx, sql, [name, passwordHash]);
  await endOperatorSessions(tx, name);
  return operator;
}

export async function removeOperator(tx: Transaction, name: string): Promise<void> {
  await tx.query('delete from operators where name = $1', [name]);
}
