import type { Minor } from '@krapao/contract/money.ts';
import {
  type Campaign,
  findCampaign,
  houseOf,
  requireSameTerms,
  shareOf,
  spendBudget,
} from '../../conditions/campaigns.ts';
import { type GrantDeps, lookWhetherFree, type Refusals, receiveReward } from '../../conditions/grant.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Attempt } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import { countReceipts, type Deposit, qualifyingDeposit, receiptsOf } from './bonuses.queries.ts';
import { userBonusOf } from './user-bonus.ts';

const REFUSALS: Refusals = { bound: 'BONUS_ALREADY_ACTIVE', unread: 'SERVICE_UNAVAILABLE' };

/** Grants a share of a deposit, as long as the deposit is still there. */
export async function receiveBonus(deps: GrantDeps, member: Owner, attempt: Attempt, asked: string) {
  const { memberId, currency } = member;
  const bonus = await findCampaign(deps.db, 'bonus', asked.toUpperCase(), currency);
  if (!bonus?.is_given) throw new AppError('NO_DATA');
  await lookWhetherFree(deps, member);
  return receiveReward(
    deps,
    { member, attempt, refusals: REFUSALS },
    async (tx, { total, lastPostingId, requireFree }) => {
      requireFree();
      if ((await countReceipts(tx, memberId, bonus)) >= (bonus.max_received ?? 0))
        throw new AppError('BONUS_MAX_CLAIMED');
      const deposit = await qualifyingDeposit(tx, memberId, lastPostingId);
      const credit = earnedBy(deposit, total, bonus);
      if (!deposit || credit === 0n) throw new AppError('BONUS_CONDITION');
      await requireSameTerms(tx, bonus);
      await spendBudget(tx, bonus, credit);
      const grant = {
        kind: 'bonus',
        code: bonus.code,
        description: bonus.code,
        credit,
        from: houseOf('bonus'),
        successPercent: bonus.success_percent,
        failPercent: bonus.fail_percent,
        paymentId: deposit.id,
      } as const;
      const answer = async () => userBonusOf(memberId, bonus.code, await receiptsOf(tx, memberId));
      return { grant, answer };
    },
  );
}

/** The share of a deposit that a member with this total receives, 0 if the deposit does not qualify. */
export function earnedBy(deposit: Deposit | null, total: Minor, bonus: Campaign): Minor {
  if (!deposit || deposit.amount < bonus.minimum) return 0n;
  return shareOf(deposit.amount < total ? deposit.amount : total, bonus);
}
