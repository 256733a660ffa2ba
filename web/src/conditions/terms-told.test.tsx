import { afterAll, afterEach, expect, test, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { wordsIn } = await import('../i18n/rendered-once.tsx');
const { queryClient } = await import('../platform/query-client.ts');
const { WALLET_KEY } = await import('../wallet/wallet.queries.ts');
const { ConditionTerms } = await import('./condition-terms.tsx');

afterEach(() => queryClient.clear());
afterAll(() => void vi.unstubAllGlobals());

const NOTHING = { inTransit: 0, withdrawing: 0, frozen: 0, owed: 0, withheld: 0 };
const knowWallet = () =>
  queryClient.setQueryData(WALLET_KEY, {
    wallet: { ...NOTHING, amount: 900 },
    slots: [],
    profile: { currency: 'BAHT' },
  });

test.each([100, 50])('a reward that is met at %d percent is free: neither target nor end is named', (success) => {
  knowWallet();
  for (const credit of [undefined, 100])
    expect(wordsIn(<ConditionTerms success={success} fail={0} {...(credit && { credit })} />)).toBe(
      'No conditions: you can withdraw it at once.',
    );
});

test('a reward with a condition names its target and its end, in money where the amount is known', () => {
  knowWallet();
  const words = wordsIn(<ConditionTerms success={101} fail={5} credit={100} />);
  for (const told of ['Target', '1,010.00', '101%', 'End point', '50.00', '5%']) expect(words).toContain(told);
  expect(words).not.toContain('No conditions');
});
