import { moneyToWire } from '@krapao/contract/money.ts';
import { limitsIn } from '../../allowances/limits.ts';
import { bannersIn, findCampaign, inLanguage } from '../../conditions/campaigns.ts';
import { conditionOf } from '../../conditions/conditions.queries.ts';
import { type GrantDeps, glanceWhetherFree } from '../../conditions/grant.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import { localeOf } from '../../platform/language.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { addRefundToWallet, receiveRefund, refundOf } from './receive-refund.ts';
import { listRefunds, lowsOf } from './refunds.queries.ts';

export function refundRoutes(platform: Platform, deps: GrantDeps): void {
  const { db, config } = platform;
  route(platform, 'POST /api/refund', async ({ member, body }) => {
    const { total, refunds } = await listRefunds(db, member.memberId, body);
    return {
      total,
      refunds: refunds.map(({ amount, created_at }) => ({
        refundAmount: moneyToWire(amount),
        createdAt: created_at.toISOString(),
      })),
    };
  });
  route(platform, 'GET /api/refund/check', async ({ member, query, language }) => {
    await glanceWhetherFree(deps, member);
    const { memberId, currency } = member;
    const [programme, condition, lows, balances, { givenBack }] = await Promise.all([
      findCampaign(db, 'refund', '', currency),
      conditionOf(db, memberId),
      lowsOf(db, member),
      balancesOf(db, memberId),
      limitsIn(db, currency),
    ]);
    const { amount } = programme?.is_given ? refundOf(lows, programme, config) : { amount: 0n };
    return {
      result: amount > 0n && condition === null,
      bonus: condition !== null,
      info: programme ? inLanguage(programme.description, localeOf(query.locale, language, config.edition)) : '',
      rate: Math.min(programme?.rate_percent ?? 0, Number(givenBack / 100n)),
      refundAmount: moneyToWire(amount),
      refundSuccess: programme?.success_percent ?? 100,
      refundFail: programme?.fail_percent ?? 0,
      pot: moneyToWire(balances.get('refund_pot') ?? 0n),
    };
  });
  route(platform, 'GET /api/refund/receive', ({ member, attempt }) =>
    receiveRefund({ ...deps, refundAWeek: config.refundAWeek }, member, attempt),
  );
  route(platform, 'GET /api/refund/addWallet', ({ member, attempt }) => addRefundToWallet(deps, member, attempt));
  route(platform, 'GET /api/refund/banners', async ({ member, query, language }) => {
    const programme = await findCampaign(db, 'refund', '', member.currency);
    return programme?.is_given ? bannersIn(programme, localeOf(query.locale, language, config.edition)) : [];
  });
}
