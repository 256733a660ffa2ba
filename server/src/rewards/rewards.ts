import type { Minor } from '@krapao/contract/money.ts';
import { type ClearDeps, conditionsToClear } from '../conditions/clear.ts';
import { followResult } from '../conditions/follow-results.ts';
import type { LossRules } from '../conditions/fresh-losses.ts';
import { conditionsNearlyOver } from '../conditions/second-look.ts';
import type { GameReading } from '../ledger/game-reading.ts';
import type { Transaction } from '../platform/database.ts';
import type { DueWork } from '../platform/due-work.ts';
import type { Sweep } from '../platform/housekeeping.ts';
import type { Platform } from '../platform/routes.ts';
import type { Owner } from '../platform/sessions.ts';
import { bonusRoutes } from './bonuses/bonuses.routes.ts';
import { forgetFirstDeposit, noteFirstDeposit, notePlay } from './invites/invites.queries.ts';
import { inviteRoutes } from './invites/invites.routes.ts';
import { promotionRoutes } from './promotions/promotions.routes.ts';
import { noteGameDay } from './refunds/refunds.queries.ts';
import { refundRoutes } from './refunds/refunds.routes.ts';
import {
  type CoinRules,
  type Coins,
  countBankMove,
  countDeposit,
  type Deposited,
  takeDepositCoins,
} from './spin-wheel/coins.ts';
import { sweepExpiredCoupons } from './spin-wheel/expired-coupons.ts';
import { spinWheelRoutes } from './spin-wheel/spin-wheel.routes.ts';

/** All rewards that the house gives, each kind under the same kind of condition. */
export function rewardRoutes(
  platform: Platform,
  given: Omit<ClearDeps, 'db' | 'providerTimeoutMs' | 'readingsApartMs' | 'grantWaitMs' | keyof LossRules | 'log'> &
    Coins,
): { works: DueWork<unknown>[]; sweeps: Sweep[] } {
  const { app, config, db } = platform;
  const { providerTimeoutMs, readingsApartMs, grantWaitMs, noticeableFall, fallAgreedMs } = config;
  const rules = { providerTimeoutMs, readingsApartMs, grantWaitMs, noticeableFall, fallAgreedMs };
  const deps: ClearDeps & Coins = { ...given, ...rules, db, log: app.log };
  bonusRoutes(platform, deps);
  promotionRoutes(platform, deps);
  refundRoutes(platform, deps);
  inviteRoutes(platform, deps);
  spinWheelRoutes(platform, deps);
  return { works: [conditionsToClear(deps), conditionsNearlyOver(deps)], sweeps: [sweepExpiredCoupons] };
}

/** Counts a game result for rewards. Answers whether it moved a condition, which other screens show. */
export async function rewardResult(tx: Transaction, { memberId }: Owner, reading: GameReading): Promise<boolean> {
  if (reading.result === 0n) return false;
  const belongs = await followResult(tx, memberId, reading);
  await notePlay(tx, memberId, reading);
  await noteGameDay(tx, memberId, reading, belongs);
  return belongs.isBound;
}

/** Counts money from a bank, or to one, for rewards. Called in the transaction that moves the money. */
export function rewardBankMoves(rules: CoinRules) {
  const onBankMove = async (tx: Transaction, member: Owner, change: Minor) => {
    await countBankMove(tx, rules, member, change);
  };
  const onDeposited = async (tx: Transaction, member: Owner, deposit: Deposited) => {
    await countDeposit(tx, rules, member, deposit);
    await noteFirstDeposit(tx, member.memberId, deposit);
  };
  /** The deposit was not the member's after all. */
  const onDepositTaken = async (tx: Transaction, member: Owner, deposit: Deposited) => {
    await takeDepositCoins(tx, rules, member, deposit);
    await forgetFirstDeposit(tx, member.memberId, deposit.id);
  };
  return { onBankMove, onDeposited, onDepositTaken };
}
