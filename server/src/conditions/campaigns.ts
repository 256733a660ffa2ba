import type { Locale } from '@krapao/contract/editions.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import { AppError } from '../platform/app-error.ts';
import { brokenConstraint, many, maybeOne, type Queryable, type Transaction } from '../platform/database.ts';
import type { ConditionKind } from './conditions.queries.ts';

export type TextByLocale = Partial<Record<Locale, string>>;

export type Campaign = {
  kind: ConditionKind;
  code: string;
  currency: Currency;
  /** Open, and within its times by the product's clock. */
  is_given: boolean;
  rate_percent: number | null;
  credit: Minor | null;
  cap: Minor | null;
  minimum: Minor;
  limit_type: 'limit' | 'day' | 'week' | null;
  max_received: number | null;
  success_percent: number;
  fail_percent: number;
  description: TextByLocale;
  banners: { image: string; html: TextByLocale }[];
};

/** The terms that a grant is decided by. */
const GRANTING = 'rate_percent, credit, cap, minimum, limit_type, max_received, success_percent, fail_percent';
const COLUMNS = `kind, code, currency, is_given(campaigns), ${GRANTING}, description, banners`;

/** Finds the campaign, open or not. A kind of reward with only one programme has the code ''. */
export function findCampaign(
  db: Queryable,
  kind: ConditionKind,
  code: string,
  currency: Currency,
): Promise<Campaign | null> {
  const sql = `select ${COLUMNS} from campaigns where kind = $1 and code = $2 and currency = $3`;
  return maybeOne<Campaign>(db, sql, [kind, code, currency]);
}

export function openCampaigns(db: Queryable, kind: ConditionKind, currency: Currency): Promise<Campaign[]> {
  const sql = `select ${COLUMNS} from campaigns where kind = $1 and currency = $2 and is_given(campaigns)
    order by position, code`;
  return many<Campaign>(db, sql, [kind, currency]);
}

/** Takes the campaign's lock, after the member's. The campaign may have been closed since it was looked up. */
export async function spendBudget(
  tx: Transaction,
  { kind, code, currency }: Pick<Campaign, 'kind' | 'code' | 'currency'>,
  amount: Minor,
): Promise<void> {
  const sql = `update campaigns set spent = spent + $4
    where kind = $1 and code = $2 and currency = $3 and is_given(campaigns)`;
  const spending = tx.query(sql, [kind, code, currency, amount]).catch((error: unknown) => {
    throw brokenConstraint(error) === 'campaigns_budget' ? new AppError('BONUS_FULL') : error;
  });
  if ((await spending).rowCount === 0) throw new AppError('BONUS_FULL');
}

/**
 * Takes the campaign's lock, after the member's. A member is bound only to the terms that were in force when they asked:
 * after a change they have to ask again.
 */
export async function requireSameTerms(tx: Transaction, seen: Campaign): Promise<void> {
  const sql = `select from campaigns where kind = $1 and code = $2 and currency = $3 and (${GRANTING})
      is not distinct from ($4::integer, $5::bigint, $6::bigint, $7::bigint, $8::text, $9::integer, $10::integer, $11::integer)
    for no key update`;
  const { kind, code, currency, rate_percent, credit, cap, minimum, limit_type, max_received } = seen;
  const values = [kind, code, currency, rate_percent, credit, cap, minimum, limit_type, max_received];
  if (!(await maybeOne(tx, sql, [...values, seen.success_percent, seen.fail_percent])))
    throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
}

/** For a reward that was set aside and never received. */
export async function returnBudget(
  tx: Transaction,
  { kind, code, currency }: Pick<Campaign, 'kind' | 'code' | 'currency'>,
  amount: Minor,
): Promise<void> {
  const sql = `update campaigns set spent = spent - $4 where kind = $1 and code = $2 and currency = $3`;
  await tx.query(sql, [kind, code, currency, amount]);
}

/** Takes the campaign's lock, so that the budget is still there when it is spent. */
export async function requireBudget(
  tx: Transaction,
  { kind, code, currency }: Pick<Campaign, 'kind' | 'code' | 'currency'>,
  amount: Minor,
): Promise<void> {
  const sql = `select from campaigns where kind = $1 and code = $2 and currency = $3
    and (budget is null or budget - spent >= $4) for no key update`;
  if (!(await maybeOne(tx, sql, [kind, code, currency, amount]))) throw new AppError('BONUS_FULL');
}

/** A share of an amount, rounded down, capped. */
export function shareOf(amount: Minor, { rate_percent, cap }: Pick<Campaign, 'rate_percent' | 'cap'>): Minor {
  const share = (amount * BigInt(rate_percent ?? 0)) / 100n;
  return cap !== null && share > cap ? cap : share;
}

export function inLanguage(text: TextByLocale, locale: Locale): string {
  return text[locale] ?? text.en ?? Object.values(text)[0] ?? '';
}

export function bannersIn({ banners }: Campaign, locale: Locale) {
  return banners.map(({ image, html }) => ({ image, html: inLanguage(html, locale) }));
}

/** The house account that pays a kind of reward and gets back what is taken. */
export function houseOf(kind: ConditionKind) {
  return `house:rewards:${kind}` as const;
}
