import type { statementCalls } from '@krapao/contract/money/statement.ts';
import { moneyToWire } from '@krapao/contract/money.ts';
import type { ReplyOf } from '@krapao/contract/schemas.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { readDays } from './days.queries.ts';
import { readResults } from './results.queries.ts';
import { readStatement, type StatementRow } from './statement.queries.ts';

/** What the member is told about money that is on its way for longer than usual. */
type ReadBackBy = (memberId: string) => Promise<{ of: (transferId: string) => { backBy?: string | null } }>;

/** How far withdrawals are, by id. */
type ReadSteps = (memberId: string, ids: string[]) => Promise<Map<string, object>>;

type ShowDeps = { readBackBy: ReadBackBy; readSteps: ReadSteps };

export type ShownEntry = ReturnType<typeof show>;
export type ShowEntries = (memberId: string, entries: StatementRow[]) => Promise<ShownEntry[]>;

/** Entries as a member is told them, with how far each is. */
export function entryShower({ readBackBy, readSteps }: ShowDeps): ShowEntries {
  return async (memberId, entries) => {
    const isMoving = entries.some(
      ({ statement_type, status }) => statement_type === 'transfer' && status === 'PROCESSING',
    );
    const backBy = isMoving ? await readBackBy(memberId) : null;
    const withdrawals = entries.filter(({ statement_type }) => statement_type === 'withdraw');
    const ids = withdrawals.map(({ id }) => id);
    const steps = ids.length > 0 ? await readSteps(memberId, ids) : null;
    return entries.map((entry) => ({ ...show(entry), ...backBy?.of(entry.id), ...steps?.get(entry.id) }));
  };
}

type UsualTimes = {
  withdrawals: { plain: Seconds<'sent' | 'paid'>; reviewed: Seconds<'sent' | 'paid' | 'decided'> };
  deposits: Seconds<'slip' | 'qrcode'>;
};
type Seconds<Name extends string> = Record<Name, number | null>;

type StatementDeps = {
  showEntries: ShowEntries;
  findMovement: (memberId: string, id: string) => Promise<(Told & { row: unknown }) | null>;
  usualTimes: () => Promise<UsualTimes>;
};
type Told = ReplyOf<(typeof statementCalls)['GET /api/statement/movement/{id}']>;

export function statementRoutes(platform: Platform, { showEntries, findMovement, usualTimes }: StatementDeps): void {
  route(platform, 'GET /api/statement/movement/{id}', async ({ member, params }) => {
    const found = await findMovement(member.memberId, params.id);
    if (!found) throw new AppError('NO_DATA');
    const { row: _, ...told } = found;
    return told;
  });
  route(platform, 'GET /api/statement/usual', async () => {
    const { withdrawals, deposits } = await usualTimes();
    return {
      withdrawal: known(withdrawals.plain),
      reviewed: known(withdrawals.reviewed),
      deposit: known(deposits),
    };
  });
  route(platform, 'POST /api/statement', async ({ member, body }) => {
    const moments = { from: momentOf(body, 'from'), before: momentOf(body, 'before') };
    const asked = { ...body, ...moments };
    const page = await readStatement(platform.db, member.memberId, asked);
    const statements = await showEntries(member.memberId, page.entries);
    const sums = await readDays(platform.db, member.memberId, asked, page.entries);
    const days = sums.map((sum) => ({ day: sum.day, in: moneyToWire(sum.in), out: moneyToWire(sum.out) }));
    const statement = { total: page.total, statements, days };
    if (!body.results) return statement;
    const results = await readResults(platform.db, member.memberId, asked, page);
    return { ...statement, results: results.map((sum) => ({ ...sum, amount: moneyToWire(sum.amount) })) };
  });
}

/** Without what is not known. */
function known<Name extends string>(seconds: Seconds<Name>): Partial<Record<Name, number>> {
  const entries = Object.entries<number | null>(seconds).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as Partial<Record<Name, number>>;
}

/** Parsed here, since PostgreSQL knows neither every zone nor every year that the format allows. */
function momentOf(body: { from?: string; before?: string }, field: 'from' | 'before'): Date | null {
  const text = body[field];
  if (text === undefined) return null;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw new AppError('INVALID_REQUEST', { fields: { [field]: 'INVALID' } });
  return moment;
}

function show({
  id,
  statement_type,
  status,
  from_place,
  to_place,
  amount,
  created_at,
  balance_after,
  linked_kind,
  linked_description,
}: StatementRow) {
  return {
    id,
    statementType: statement_type,
    status,
    from: from_place,
    to: to_place,
    amount: moneyToWire(amount),
    createdAt: created_at.toISOString(),
    balanceAfter: balance_after === null ? null : moneyToWire(balance_after),
    ...(linked_kind && { [linked_kind]: { description: linked_description ?? '' } }),
  };
}
