import type { Locale } from '@krapao/contract/editions.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import { AppError } from '../platform/app-error.ts';
import { brokenConstraint, many, maybeOne, one, type Queryable, type Transaction } from '../platform/database.ts';
import type { ConditionKind } from './conditions.queries.ts';

export type TextByLocale = Partial<Record<Locale, string>>;

export type Campaign = {
  kind: ConditionKind;
  code: string;
  currency: Currency;
  is_open: boolean;
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

const COLUMNS = `kind, code, currency, is_open, rate_percent, credit, cap, minimum, limit_type, max_received,
  success_percent, fail_percent, description, banners`;

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
  const sql = `select ${COLUMNS} from campaigns where kind = $1 and currency = $2 and is_open order by position, code`;
  return many<Campaign>(db, sql, [kind, currency]);
}

/** Takes the campaign's lock, after the member's. The campaign may have been closed since it was looked up. */
export async function spendBudget(
  tx: Transaction,
  { kind, code, currency }: Pick<Campaign, 'kind' | 'code' | 'currency'>,
  amount: Minor,
): Promise<void> {
  const sql = `update campaigns set spent = spent + $4 where kind = $1 and code = $2 and currency = $3 and is_open`;
  const spending = tx.query(sql, [kind, code, currency, amount]).catch((error: unknown) => {
    throw brokenConstraint(error) === 'campaigns_budget' ? new AppError('BONUS_FULL') : error;
  });
  if ((await spending).rowCount === 0) throw new AppError('BONUS_FULL');
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

/** A campaign as operators see it. */
type Spending = Pick<Campaign, 'kind' | 'code' | 'currency' | 'is_open'> & {
  spent: Minor;
  budget: Minor | null;
};

const SPENDING = 'kind, code, currency, is_open, spent, budget';

export function allCampaigns(db: Queryable): Promise<Spending[]> {
  return many<Spending>(db, `select ${SPENDING} from campaigns order by kind, position, code, currency`);
}

/** The rows of a campaign, one for each currency. */
export function lockCampaigns(tx: Transaction, kind: ConditionKind, code: string): Promise<Spending[]> {
  const sql = `select ${SPENDING} from campaigns where kind = $1 and code = $2 order by currency for no key update`;
  return many<Spending>(tx, sql, [kind, code]);
}

export function switchCampaigns(
  tx: Transaction,
  { kind, code }: Pick<Campaign, 'kind' | 'code'>,
  isOpen: boolean,
): Promise<Spending[]> {
  const sql = `update campaigns set is_open = $3 where kind = $1 and code = $2 returning ${SPENDING}`;
  return many<Spending>(tx, sql, [kind, code, isOpen]);
}

export async function writeBudget(
  tx: Transaction,
  { kind, code, currency }: Pick<Campaign, 'kind' | 'code' | 'currency'>,
  budget: Minor,
): Promise<Spending> {
  const sql = `update campaigns set budget = $4 where kind = $1 and code = $2 and currency = $3 returning ${SPENDING}`;
  return one<Spending>(tx, sql, [kind, code, currency, budget]);
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
