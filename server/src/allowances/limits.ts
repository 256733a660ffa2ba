import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import { AppError } from '../platform/app-error.ts';
import { many, type Queryable, type Transaction } from '../platform/database.ts';

/**
 * `withdrawMin`, `withdrawMax`: the least and the most that one withdrawal may be, both included. `coinPrice`: a coin is
 * earned for each of these by which deposits less withdrawals reach a new high. `givenBack`: the most that a refund and an
 * invite bonus together give back of one loss, in hundredths of a percent.
 */
export const LIMITS = ['withdrawMin', 'withdrawMax', 'coinPrice', 'givenBack'] as const;
export type LimitName = (typeof LIMITS)[number];
export type Limits = Record<LimitName, Minor>;

/** In force until an operator sets another: SQL, which looks at it day by day, is given it. */
export const USUAL_GIVEN_BACK = 10_00n;

/** Those in force until an operator sets others. */
const DEFAULTS: Record<Currency, Limits> = {
  BAHT: { withdrawMin: 100_00n, withdrawMax: 50_000_00n, coinPrice: 500_00n, givenBack: USUAL_GIVEN_BACK },
  LAK: { withdrawMin: 50_000_00n, withdrawMax: 30_000_000_00n, coinPrice: 300_000_00n, givenBack: USUAL_GIVEN_BACK },
};

export async function limitsIn(db: Queryable, currency: Currency): Promise<Limits> {
  const sql = `select distinct on (name) name, amount from limit_changes where currency = $1 order by name, id desc`;
  const changes = await many<{ name: string; amount: Minor }>(db, sql, [currency]);
  return { ...DEFAULTS[currency], ...Object.fromEntries(changes.map(({ name, amount }) => [name, amount])) };
}

/** A limit as operators read it. */
export function limitText(name: string, amount: Minor, currency: Currency): string {
  return name === 'givenBack' ? `${amount / 100n} % in ${currency}` : `${formatMoney(amount)} ${currency}`;
}

type Asked = { currency: Currency; amount: Minor };

export async function requireWithinLimits(db: Queryable, { currency, amount }: Asked): Promise<void> {
  const { withdrawMin, withdrawMax } = await limitsIn(db, currency);
  if (amount < withdrawMin) throw new AppError('WITHDRAW_MINIMUM');
  if (amount > withdrawMax) throw new AppError('WITHDRAW_MAXIMUM');
}

/** Limits as they are now, until the end of the transaction: no other operator changes one meanwhile. */
export async function lockLimits(tx: Transaction, currency: Currency): Promise<Limits> {
  await tx.query('lock table limit_changes in share row exclusive mode');
  return limitsIn(tx, currency);
}

type LimitChange = { name: LimitName; currency: Currency; amount: Minor };

export async function writeLimit(tx: Transaction, { name, currency, amount }: LimitChange, operator: string) {
  const sql = 'insert into limit_changes (name, currency, amount, operator) values ($1, $2, $3, $4)';
  await tx.query(sql, [name, currency, amount, operator]);
}

/** Newest first. */
export function limitChanges(db: Queryable, limit: number) {
  const sql = 'select id, name, currency, amount, operator, at from limit_changes order by id desc limit $1';
  return many<LimitChange & { id: bigint; operator: string; at: Date }>(db, sql, [limit]);
}
