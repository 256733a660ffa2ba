import { moneyToWire } from '@krapao/contract/money.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { readResults } from './results.queries.ts';
import { readStatement, type StatementRow } from './statement.queries.ts';

export function statementRoutes(platform: Platform): void {
  route(platform, 'POST /api/statement', async ({ member, body }) => {
    const moments = { from: momentOf(body, 'from'), before: momentOf(body, 'before') };
    const asked = { ...body, ...moments };
    const page = await readStatement(platform.db, member.memberId, asked);
    const statement = { total: page.total, statements: page.entries.map(show) };
    if (!body.results) return statement;
    const results = await readResults(platform.db, member.memberId, asked, page);
    return { ...statement, results: results.map((sum) => ({ ...sum, amount: moneyToWire(sum.amount) })) };
  });
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
