import { STATEMENT_TYPES } from '@krapao/contract/money/limits.ts';

export type StatementType = (typeof STATEMENT_TYPES)[number];

/** The filter in the page's address. Days are the member's own, as a date input writes them: 2026-11-15. */
export type StatementFilter = { type: StatementType | null; from: string; to: string };

/** No wallet is older, and a year that is still being typed is not asked for. */
const FIRST_YEAR = 2000;

/** Values in the address that are no filter are ignored. */
export function filterOf(params: URLSearchParams): StatementFilter {
  const type = params.get('type');
  return {
    type: STATEMENT_TYPES.find((known) => known === type) ?? null,
    from: dayOrNothing(params.get('from')),
    to: dayOrNothing(params.get('to')),
  };
}

export function pageOf(params: URLSearchParams): number {
  const page = params.get('page') ?? '1';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

export function isFiltered({ type, from, to }: StatementFilter): boolean {
  return type !== null || from !== '' || to !== '';
}

/** The last day is asked for whole: until the next one begins in the member's zone. */
export function wireFilter({ type, from, to }: StatementFilter) {
  return {
    ...(type && { statementType: type }),
    ...(from && { from: startOfDay(from, 0).toISOString() }),
    ...(to && { before: startOfDay(to, 1).toISOString() }),
  };
}

export function isDay(text: string): boolean {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  const day = new Date(year, month - 1, date);
  return /^\d{4}-\d\d-\d\d$/.test(text) && year >= FIRST_YEAR && day.getMonth() === month - 1 && day.getDate() === date;
}

function dayOrNothing(text: string | null): string {
  return text !== null && isDay(text) ? text : '';
}

function startOfDay(day: string, daysLater: number): Date {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater);
}
