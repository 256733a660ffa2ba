import { type Campaign, findCampaign, houseOf, requireSameTerms, spendBudget } from '../../conditions/campaigns.ts';
import { type GrantDeps, lookWhetherFree, type Refusals, receiveReward } from '../../conditions/grant.ts';
import { AppError } from '../../platform/app-error.ts';
import { maybeOne, type Queryable } from '../../platform/database.ts';
import type { Attempt } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';

const REFUSALS: Refusals = { bound: 'BONUS_ALREADY_ACTIVE', unread: 'SERVICE_UNAVAILABLE' };

/** Grants a fixed credit, once per member. */
export async function receivePromotion<Shown>(
  deps: GrantDeps,
  member: Owner,
  attempt: Attempt,
  { code, show }: { code: string; show: (promotion: Campaign) => Shown },
): Promise<Shown> {
  const { memberId, currency } = member;
  const promotion = await findCampaign(deps.db, 'promotion', code, currency);
  if (!promotion?.is_given || !promotion.credit) throw new AppError('NO_PROMOTION');
  const { credit } = promotion;
  await lookWhetherFree(deps, member);
  return receiveReward(deps, { member, attempt, refusals: REFUSALS }, async (tx, { requireFree }) => {
    if (await wasReceived(tx, memberId, code)) throw new AppError('PROMOTION_RECEIVED');
    requireFree();
    await requireSameTerms(tx, promotion);
    await spendBudget(tx, promotion, credit);
    const grant = {
      kind: 'promotion',
      code,
      description: code,
      credit,
      from: houseOf('promotion'),
      successPercent: promotion.success_percent,
      failPercent: promotion.fail_percent,
    } as const;
    return { grant, answer: async () => show(promotion) };
  });
}

async function wasReceived(db: Queryable, memberId: string, code: string): Promise<boolean> {
  const sql = `select from conditions where member_id = $1 and kind = 'promotion' and code = $2`;
  return (await maybeOne(db, sql, [memberId, code])) !== null;
}
