import type { Locale } from '@krapao/contract/editions.ts';
import { houseOf, inLanguage } from '../../conditions/campaigns.ts';
import { conditionOf } from '../../conditions/conditions.queries.ts';
import { type GrantDeps, lookWhetherFree, type Refusals, receiveReward } from '../../conditions/grant.ts';
import { inMemberTransaction } from '../../ledger/ledger.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Attempt, claim, recordAnswer } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import { type Coins, giveCoins } from './coins.ts';
import { showCoupon } from './show-coupon.ts';
import { type Coupon, findCoupon, markClaimed } from './spins.queries.ts';
import { currentWheel } from './wheels.queries.ts';

const REFUSALS: Refusals = { bound: 'BONUS_REMAINING', unread: 'SERVICE_UNAVAILABLE' };

type ClaimDeps = GrantDeps & Pick<Coins, 'addCoins'>;
type Asked = { id: string; locale: Locale };

/**
 * Coins are added at once; money is granted under the condition of its slice, and the condition of plain credit is met
 * at once.
 */
export async function claimCoupon(deps: ClaimDeps, member: Owner, attempt: Attempt, asked: Asked) {
  const { prize_type } = await requireClaimable(deps.db, member, asked.id);
  await lookWhetherFree(deps, member);
  return prize_type === 'coin' ? claimCoins(deps, member, attempt, asked) : claimCredit(deps, member, attempt, asked);
}

async function claimCoins(
  { db, announce, addCoins }: ClaimDeps,
  member: Owner,
  attempt: Attempt,
  { id, locale }: Asked,
) {
  const { memberId } = member;
  const shown = await inMemberTransaction(db, memberId, async (tx) => {
    await claim(tx, attempt);
    const coupon = await requireClaimable(tx, member, id);
    if (await conditionOf(tx, memberId)) throw new AppError('BONUS_REMAINING');
    if (!(await markClaimed(tx, memberId, coupon.id))) throw new AppError('COUPON_EXPIRED');
    await giveCoins(tx, { addCoins }, memberId, Number(coupon.amount));
    const body = showCoupon(coupon, locale);
    await recordAnswer(tx, attempt, { status: 200, body });
    return body;
  });
  announce(memberId);
  return shown;
}

function claimCredit(deps: GrantDeps, member: Owner, attempt: Attempt, { id, locale }: Asked) {
  const { memberId } = member;
  return receiveReward(deps, { member, attempt, refusals: REFUSALS }, async (tx, { requireFree }) => {
    const coupon = await requireClaimable(tx, member, id);
    requireFree();
    if (!(await markClaimed(tx, memberId, coupon.id))) throw new AppError('COUPON_EXPIRED');
    const grant = {
      kind: 'luckydraw',
      code: coupon.code,
      description: inLanguage(coupon.label, locale),
      credit: coupon.amount,
      from: houseOf('luckydraw'),
      successPercent: coupon.success_percent,
      failPercent: coupon.fail_percent,
    } as const;
    return { grant, answer: async () => showCoupon(coupon, locale) };
  });
}

async function requireClaimable(db: Queryable, { memberId, currency }: Owner, id: string): Promise<Coupon> {
  const coupon = await findCoupon(db, memberId, id.toLowerCase());
  if (!coupon) throw new AppError('INVALID_CODE');
  if (coupon.claimed_at) throw new AppError('NO_CLAIMABLE_COUPON');
  if (coupon.prize_type === 'nothing') throw new AppError('INVALID_COUPON_TYPE');
  if (coupon.is_expired) throw new AppError('COUPON_EXPIRED');
  const wheel = await currentWheel(db, currency);
  if (!wheel?.slices.some(({ code }) => code === coupon.code)) throw new AppError('INVALID_PRIZE_CODE');
  return coupon;
}
