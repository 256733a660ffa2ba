import { addWireMoney } from '@krapao/contract/money.ts';
import type { Reply } from '../platform/api.ts';

/**
 * The member's money. `total`: the main wallet, every game account and what is on its way between them, so that it does
 * not fall while money moves. Money that is being looked at or goes to the bank is counted apart, and so is what the
 * member owes. What is withheld is part of the total and cannot be withdrawn yet.
 */
export function balancesOf({ wallet, slots }: Pick<Reply<'GET /api/wallet'>, 'wallet' | 'slots'>) {
  const main = addWireMoney([wallet.amount]);
  const games = addWireMoney(slots.map((slot) => slot.amount));
  const inTransit = addWireMoney([wallet.inTransit]);
  const frozen = addWireMoney([wallet.frozen ?? 0]);
  const withdrawing = addWireMoney([wallet.withdrawing]);
  const owed = addWireMoney([wallet.owed ?? 0]);
  const withheld = addWireMoney([wallet.withheld ?? 0]);
  return { total: main + games + inTransit, main, games, inTransit, withdrawing, frozen, owed, withheld };
}
