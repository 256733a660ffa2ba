import { expect, test } from 'vitest';
import { balancesOf } from './balances.ts';
import type { GameAccount } from './wallet.queries.ts';

function account(category: GameAccount['category'], amount: number): GameAccount {
  const links = { web: null, android: null, ios: null };
  return { code: '', category, name: '', logo: '', background: '', isActive: true, amount, ftWalletSlot: 1, ...links };
}

test('the total is the main wallet, every game account and what is on its way between them, exact to the satang', () => {
  const slots = [account('slot', 0.2), account('sport', 0.3), account('lotto', 4_503_599_627.37)];
  const balances = balancesOf({
    wallet: { amount: 0.1, inTransit: 5, withdrawing: 7.5, frozen: 2, owed: 1.5, withheld: 0.5 },
    slots,
  });
  expect(balances).toEqual({
    total: 450_359_963_297n,
    main: 10n,
    games: 450_359_962_787n,
    inTransit: 500n,
    withdrawing: 750n,
    frozen: 200n,
    owed: 150n,
    withheld: 50n,
  });
});

test('a member of whom nothing is frozen and who owes nothing has neither', () => {
  const balances = balancesOf({ wallet: { amount: 1, inTransit: 0, withdrawing: 0 }, slots: [] });
  expect(balances).toMatchObject({ total: 100n, games: 0n, frozen: 0n, owed: 0n, withheld: 0n });
});
