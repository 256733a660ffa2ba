import { addWireMoney, type Minor } from '@krapao/contract/money.ts';
import type { GameAccount, Wallet } from './wallet.queries.ts';

type Category = GameAccount['category'];
export type CategoryBalance = { category: Category; total: Minor; accounts: number };

const CATEGORIES: readonly Category[] = ['slot', 'sport', 'lotto'];

/** What the member owns: the main wallet and every game account. */
export function balancesOf({ wallet, slots }: Pick<Wallet, 'wallet' | 'slots'>) {
  const main = addWireMoney([wallet.amount]);
  const games = addWireMoney(slots.map((slot) => slot.amount));
  return { total: main + games, main, games, inTransit: addWireMoney([wallet.inTransit]) };
}

export function balancesByCategory(slots: readonly GameAccount[]): CategoryBalance[] {
  return CATEGORIES.map((category) => {
    const own = slots.filter((slot) => slot.category === category);
    return {
      category,
      total: addWireMoney(own.map((slot) => slot.amount)),
      accounts: own.filter((slot) => slot.isActive).length,
    };
  });
}
