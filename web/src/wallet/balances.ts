import { addWireMoney } from '@krapao/contract/money.ts';
import type { Wallet } from './wallet.queries.ts';

/** What the member owns: the main wallet and every game account. What is on its way is told apart. */
export function balancesOf({ wallet, slots }: Pick<Wallet, 'wallet' | 'slots'>) {
  const main = addWireMoney([wallet.amount]);
  const games = addWireMoney(slots.map((slot) => slot.amount));
  const inTransit = addWireMoney([wallet.inTransit]);
  return { total: main + games, main, games, inTransit, withdrawing: addWireMoney([wallet.withdrawing]) };
}
