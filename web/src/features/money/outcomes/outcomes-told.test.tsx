import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { Wallet } from '../../../wallet/wallet.queries.ts';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
// What was told is read from the browser once, with the module.
vi.resetModules();
const { hookOf, wordsIn } = await import('../../../i18n/rendered-once.tsx');
const { writeStored } = await import('../../../platform/storage.ts');
// A browser that has looked before, and was told nothing yet.
writeStored('outcomes', JSON.stringify({ member: 'm', toasted: [], read: [] }));
const { queryClient } = await import('../../../platform/query-client.ts');
const { endSession } = await import('../../../platform/session.ts');
const { outcomeOf } = await import('../../../wallet/outcomes.ts');
const { WALLET_KEY } = await import('../../../wallet/wallet.queries.ts');
const { OutcomeRows } = await import('./outcome-rows.tsx');
const { useOutcomeText } = await import('./use-outcome-text.ts');

const wallet = { profile: { _id: 'm', currency: 'BAHT' } } as unknown as Wallet;
const at = new Date().toISOString();
const entry = { id: 'a', from: 'KBANK', to: 'wallet', amount: 500, balanceAfter: null, createdAt: at };
const given = { ...entry, from: 'service', statementType: 'deposit', status: 'SUCCESS' } as const;
const withdrawal = { ...entry, id: 'b', statementType: 'withdraw' } as const;

afterEach(() => endSession());
afterAll(() => void vi.unstubAllGlobals());

/** What home shows of these entries. */
function home(...entries: Parameters<typeof outcomeOf>[0][]): string {
  queryClient.setQueryData([...WALLET_KEY, 'outcomes'], entries);
  return wordsIn(<OutcomeRows wallet={wallet} />);
}

test('money that the service gave is a correction on home and in the toast, and never a deposit', () => {
  const outcome = outcomeOf(given) ?? expect.fail('no outcome');
  const { what, sentence } = hookOf(() => useOutcomeText('BAHT'))(outcome);
  for (const words of [home(given), what, sentence]) {
    expect(words).toContain('Correction');
    expect(words).toContain('500.00');
    expect(words).not.toMatch(/deposit/i);
  }
});

test('a withdrawal that was cancelled stands beside an earlier one of the same amount that was paid', () => {
  const paid = { ...withdrawal, status: 'SUCCESS', step: 'PAID' } as const;
  const words = home({ ...withdrawal, id: 'c', status: 'FAILED', step: 'CANCELLED', endedAt: at }, paid);
  expect(words).toMatch(/^Withdrawal of 500\.00 baht Cancelled .* Withdrawal of 500\.00 baht Success/);
});
