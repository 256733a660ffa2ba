import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { StatementEntry } from '../../../wallet/movements.queries.ts';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { hookOf, markupOf, wordsIn } = await import('../../../i18n/rendered-once.tsx');
const { DayHeading } = await import('./day-heading.tsx');
const { EntryAmount, EntryBalance } = await import('./entry-parts.tsx');
const { ResultAmount } = await import('./result-parts.tsx');
const { SlipAmount } = await import('./slip-parts.tsx');
const { EntryIcon } = await import('./entry-icon.tsx');
const { entryStatusOf, statusOf } = await import('../../../wallet/entry-status.ts');
const { useFailedText } = await import('../../../wallet/use-failed-text.ts');
const { DEPOSIT_LABELS, WITHDRAWAL_LABELS } = await import('../../../wallet/movement-labels.ts');

afterEach(() => void vi.useRealTimers());
afterAll(() => void vi.unstubAllGlobals());

function entry(parts: Partial<StatementEntry>): StatementEntry {
  const common = { id: 'a', from: 'KBANK', to: 'wallet', amount: 100, createdAt: '2026-11-15T08:00:00.000Z' };
  return { ...common, statementType: 'deposit', status: 'SUCCESS', balanceAfter: null, ...parts };
}

test.each([
  ['a deposit that arrived', {}, { green: true, struck: false }],
  ['a deposit that goes on', { status: 'PROCESSING' }, { green: false, struck: false }],
  ['a deposit that was refused', { status: 'FAILED' }, { green: false, struck: true }],
  ['money that came home from a game', { statementType: 'transfer', from: 'pg' }, { green: false, struck: false }],
  ['a withdrawal', { statementType: 'withdraw', from: 'wallet', to: 'SCB' }, { green: false, struck: false }],
  [
    'a condition that was not met',
    { statementType: 'finish_bonus', status: 'FAILED' },
    { green: false, struck: false },
  ],
] as const)('the amount of %s', (_what, parts, { green, struck }) => {
  const markup = markupOf(<EntryAmount entry={entry(parts)} />);
  expect([/\btext-in\b/.test(markup), markup.includes('line-through')]).toEqual([green, struck]);
});

test.each([
  [{ status: 'FAILED' }, true],
  [{ status: 'FAILED', statementType: 'transfer', from: 'wallet', to: 'pg' }, true],
  [{ status: 'FAILED', statementType: 'withdraw', from: 'wallet', to: 'SCB' }, true],
  [{ status: 'FAILED', statementType: 'withdraw', from: 'wallet', to: 'SCB', step: 'CANCELLED' }, false],
  [{ status: 'FAILED', statementType: 'finish_bonus' }, false],
  [{}, false],
] as const)('%j is explained: %s', (parts, isExplained) => {
  expect(hookOf(useFailedText)(entry(parts)) !== null).toBe(isExplained);
});

test.each([
  ['SUCCESS', 'state.success'],
  ['FAILED', 'state.failed'],
  ['PROCESSING', 'state.inProgress'],
  ['NEW_STATUS', 'state.inProgress'],
])('the status %s is told as %s', (status, key) => {
  expect(statusOf(status).key).toBe(key);
});

test('a withdrawal is told by its step, also where its status says the same of several', () => {
  const steps = (['CHECKING', 'ON_ITS_WAY', 'PAID', 'RETURNED', 'CANCELLED'] as const).map(
    (step) => entryStatusOf(entry({ statementType: 'withdraw', status: 'FAILED', step })).key,
  );
  expect(new Set(steps).size).toBe(5);
});

test('red is what failed, and not what came back', () => {
  const tones = (labels: object) =>
    Object.entries(labels).flatMap(([state, { tone }]) => (tone === 'out' ? [state] : []));
  expect([...tones(WITHDRAWAL_LABELS), ...tones(DEPOSIT_LABELS)]).toEqual(['FAILED']);
  const icon = (parts: Parameters<typeof entry>[0]) => markupOf(<EntryIcon entry={entry(parts)} />);
  expect(icon({ statementType: 'withdraw', step: 'PAID' })).not.toContain('text-out');
});

test('the balance after an entry is told where it is known, also where it is nothing', () => {
  expect(wordsIn(<EntryBalance entry={entry({ balanceAfter: 0 })} />)).toBe('0.00');
  expect(markupOf(<EntryBalance entry={entry({})} />)).toBe('');
});

test('what was won is green, and a slip that was not read yet has no amount', () => {
  const result = (amount: number) => markupOf(<ResultAmount result={{ day: '2026-11-15', game: 'pg', amount }} />);
  expect([0.01, 0, -1].map((amount) => /\btext-in\b/.test(result(amount)))).toEqual([true, false, false]);
  const slip = { createdAt: '', status: '', reference: '' };
  const amounts = [null, 0, 50.5].map((amount) => wordsIn(<SlipAmount slip={{ ...slip, amount } as never} />));
  expect(amounts).toEqual(['-', '0.00', '50.50']);
});

test('a day is today or yesterday by the clock of Bangkok, with what came and went', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-15T17:00:00.000Z') });
  const heading = (day: string, sums?: { in: number; out: number }) =>
    wordsIn(<DayHeading day={{ day, lines: [], sums: sums && { day, ...sums } }} />);
  expect(heading('2026-11-16')).toBe('Today 16/11/2026');
  expect(heading('2026-11-15')).toBe('Yesterday 15/11/2026');
  expect(heading('2026-11-14', { in: 500.5, out: 0 })).toBe('14/11/2026 In +500.50');
  expect(heading('2026-11-14', { in: 0, out: 20 })).toBe('14/11/2026 Out −20.00');
});
