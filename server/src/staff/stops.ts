import { many, one, type Queryable, type Transaction } from '../platform/database.ts';
import { CannotDo, type Operator, text } from './act.ts';

/**
 * What operators keep from going on: a member, a withdrawal, all payouts. Each operator's stop stands beside those of
 * others: money goes on when none is left. An operator lifts the own stop alone; another's with a second operator.
 */
type Stopped = { what: 'member' | 'withdrawal' | 'payouts'; subject: string };

/** The field of an act that lifts a stop; without it the operator lifts the own one. */
export const whoseStop = text('Say whose stop, by the name of the operator.');

type Lifting = { of?: string };

/** Lifting another operator's stop takes two. */
export function liftingNeedsSecond(_tx: Transaction, { of }: Lifting, { name }: Operator): boolean {
  return of !== undefined && of !== name;
}

/** False if this operator's stop stands already. */
export async function placeStop(tx: Transaction, { what, subject }: Stopped, { name }: Operator): Promise<boolean> {
  const sql = `insert into stops (what, subject, placed_by) values ($1, $2, $3)
    on conflict (what, subject, placed_by) where lifted_at is null do nothing`;
  return (await tx.query(sql, [what, subject, name])).rowCount === 1;
}

/** Lifts one operator's stop and answers whose stops are left. Called under the lock that keeps others from placing one. */
export async function liftStop(
  tx: Transaction,
  { what, subject }: Stopped,
  { name }: Operator,
  { of = name }: Lifting,
): Promise<string[]> {
  const standing = await stoppedBy(tx, { what, subject });
  if (!standing.includes(of)) throw new CannotDo(notTheirs(of === name, standing));
  const sql = `update stops set lifted_at = app_now(), lifted_by = $4
    where what = $1 and subject = $2 and placed_by = $3 and lifted_at is null returning id`;
  await one(tx, sql, [what, subject, of, name]);
  return standing.filter((operator) => operator !== of);
}

function notTheirs(isOwn: boolean, standing: string[]): string {
  const others = standing.length === 0 ? 'No stop stands' : `The stop of ${standing.join(', ')} stands`;
  if (standing.length === 0) return `${others}.`;
  return isOwn
    ? `${others}, and none of yours: add of=${standing[0]}, and a second operator has to agree.`
    : `${others}, and no other.`;
}

/** The operators whose stop stands, oldest first. */
export async function stoppedBy(db: Queryable, { what, subject }: Stopped): Promise<string[]> {
  const sql = `select placed_by from stops where what = $1 and subject = $2 and lifted_at is null order by id`;
  return (await many<{ placed_by: string }>(db, sql, [what, subject])).map(({ placed_by }) => placed_by);
}
