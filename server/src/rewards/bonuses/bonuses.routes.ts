import { moneyToWire } from '@krapao/contract/money.ts';
import { bannersIn, type Campaign, openCampaigns } from '../../conditions/campaigns.ts';
import { type ClearDeps, clear } from '../../conditions/clear.ts';
import { conditionOf } from '../../conditions/conditions.queries.ts';
import { glanceWhetherFree } from '../../conditions/grant.ts';
import { totalOf } from '../../conditions/take-back.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import { localeOf } from '../../platform/language.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { NEWEST_POSTING, qualifyingDeposit, receiptsOf } from './bonuses.queries.ts';
import { earnedBy, receiveBonus } from './receive-bonus.ts';
import { userBonusOf } from './user-bonus.ts';

export function bonusRoutes(platform: Platform, deps: ClearDeps): void {
  const { db, config } = platform;
  route(platform, 'GET /api/bonus', async ({ member, query, language }) => {
    const locale = localeOf(query.locale, language, config.edition);
    const [bonuses, receipts, deposit, balances] = await Promise.all([
      openCampaigns(db, 'bonus', member.currency),
      receiptsOf(db, member.memberId),
      qualifyingDeposit(db, member.memberId, NEWEST_POSTING),
      balancesOf(db, member.memberId),
    ]);
    const total = totalOf(balances);
    return bonuses.map((bonus) => {
      const userBonus = userBonusOf(member.memberId, bonus.code, receipts);
      const banners = bannersIn(bonus, locale);
      const earns = moneyToWire(earnedBy(deposit, total, bonus));
      return { ...termsOf(bonus), earns, banners, userBonus: userBonus.received.length > 0 ? userBonus : null };
    });
  });
  route(platform, 'GET /api/bonus/activate/{code}', ({ member, attempt, params }) =>
    receiveBonus(deps, member, attempt, params.code),
  );
  route(platform, 'GET /api/bonus/check/active', async ({ member }) => {
    await glanceWhetherFree(deps, member);
    const condition = await conditionOf(db, member.memberId);
    if (!condition) return { status: false } as const;
    return {
      status: true,
      type: condition.kind,
      code: condition.code,
      credit: moneyToWire(condition.credit),
      start: moneyToWire(condition.start),
      total: moneyToWire(condition.total),
      success: condition.success_percent,
      fail: condition.fail_percent,
      isClearing: condition.state === 'clearing',
      isEnding: condition.state === 'running' && condition.verdict !== null,
    } as const;
  });
  route(platform, 'GET /api/bonus/check/minimum', async ({ member }) => {
    const minimums = (await openCampaigns(db, 'bonus', member.currency)).map(({ minimum }) => minimum);
    return {
      minimum: moneyToWire(minimums.reduce((least, minimum) => (minimum < least ? minimum : least), minimums[0] ?? 0n)),
    };
  });
  route(platform, 'GET /api/bonus/clear', ({ member, attempt }) => clear(deps, member, attempt));
}

function termsOf({
  code,
  limit_type,
  max_received,
  rate_percent,
  cap,
  minimum,
  success_percent,
  fail_percent,
}: Campaign) {
  return {
    code,
    type: limit_type ?? 'limit',
    maxReceived: max_received ?? 0,
    rate: rate_percent ?? 0,
    cap: moneyToWire(cap ?? 0n),
    minimum: moneyToWire(minimum),
    percentSuccess: success_percent,
    percentFail: fail_percent,
  };
}
