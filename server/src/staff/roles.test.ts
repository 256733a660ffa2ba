import { expect, test } from 'vitest';
import { mayMove, type Permission, type RoleName } from './roles.ts';

test.each<[RoleName, Permission, number, number]>([
  ['support', 'corrections', 500, 300_000],
  ['support-lead', 'corrections', 5_000, 3_000_000],
  ['cashier', 'payments.give', 50_000, 30_000_000],
  ['risk', 'withdrawals.decide', 100_000, 60_000_000],
])('the limit of %s for %s is %d baht and %d kip, and not a satang more', (role, permission, baht, kip) => {
  for (const [currency, most] of [
    ['BAHT', BigInt(baht) * 100n],
    ['LAK', BigInt(kip) * 100n],
  ] as const) {
    expect(mayMove([role], permission, { amount: most, currency }), currency).toBe(true);
    expect(mayMove([role], permission, { amount: most + 1n, currency }), currency).toBe(false);
  }
});

test('finance has no limit in either currency, and the roles without a limit of money move none', () => {
  for (const currency of ['BAHT', 'LAK'] as const) {
    expect(mayMove(['finance'], 'payments.give', { amount: 10n ** 15n, currency })).toBe(true);
    expect(mayMove(['marketing'], 'rewards.open', { amount: 1n, currency })).toBe(false);
  }
});

test('of two roles the higher limit counts only for a permission that its own role has', () => {
  const worth = { amount: 100_000_00n, currency: 'BAHT' } as const;
  expect(mayMove(['risk', 'cashier'], 'withdrawals.decide', worth)).toBe(true);
  expect(mayMove(['risk', 'cashier'], 'payments.give', worth)).toBe(false);
});
