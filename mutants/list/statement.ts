import type { Mutant } from '../mutant.ts';

export const statement: Mutant[] = [
  {
    name: 'the times of a statement go back with the clock',
    file: 'server/sql/statement.sql',
    from: 'newest_at = greatest(totals.newest_at, excluded.newest_at)',
    to: 'newest_at = excluded.newest_at',
    why: 'entries between two moments are missing from the statement',
    noticedBy: ['server/src/money/statement/statement.test.ts'],
    test: 'fifty movements at the same moment',
  },
  {
    name: 'a movement that failed keeps the balance of its hold',
    file: 'server/sql/statement.sql',
    from: `case when p_status = 'SUCCESS'
        then coalesce(ledger_main_after(p_member_id, p_posting), balance_after) end`,
    to: 'coalesce(ledger_main_after(p_member_id, p_posting), balance_after)',
    why: 'the statement shows money as gone that came back',
    noticedBy: ['server/src/money/statement/statement-balances.test.ts'],
    test: 'that failed shows no balance',
  },
  {
    name: 'the sums of a day go on past the moment asked for',
    file: 'server/src/money/statement/days.queries.ts',
    from: 'before && before < dayAfter ? before : dayAfter',
    to: 'dayAfter',
    why: 'the sums of a day do not match the entries below them',
    noticedBy: ['server/src/money/statement/statement.test.ts'],
    test: 'the sums of a day count only',
  },
  {
    name: 'results are told on every page of their day',
    file: 'server/src/money/statement/results.queries.ts',
    from: 'before: newer ? dayStart(newer.created_at) : null',
    to: 'before: newer && isLastPage ? dayStart(newer.created_at) : null',
    why: 'a member who turns the pages adds up wins that were one',
    noticedBy: ['server/src/money/statement/statement-balances.test.ts'],
    test: 'turning pages of any size',
  },
  {
    name: 'the first moment of a day belongs to the day before',
    file: 'server/src/money/statement/statement.queries.ts',
    from: 'where member_id = $1 and created_at < $2',
    to: 'where member_id = $1 and created_at <= $2',
    why: 'an entry at the edge of two stretches is missing in one of them',
    noticedBy: ['server/src/money/statement/statement.test.ts'],
    test: 'the very moment at which a day begins',
  },
];
