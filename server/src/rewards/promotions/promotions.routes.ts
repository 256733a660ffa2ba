import type { Locale } from '@krapao/contract/editions.ts';
import { moneyToWire } from '@krapao/contract/money.ts';
import { type Campaign, findCampaign, inLanguage } from '../../conditions/campaigns.ts';
import { conditionOf } from '../../conditions/conditions.queries.ts';
import type { GrantDeps } from '../../conditions/grant.ts';
import { localeOf } from '../../platform/language.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { receivePromotion } from './receive-promotion.ts';

export function promotionRoutes(platform: Platform, deps: GrantDeps): void {
  const { db, config } = platform;
  route(platform, 'GET /api/promotion/current', async ({ member, query, language }) => {
    const condition = await conditionOf(db, member.memberId);
    if (condition?.kind !== 'promotion') return {};
    const promotion = await findCampaign(db, 'promotion', condition.code, member.currency);
    return promotion ? show(promotion, localeOf(query.locale, language, config.edition)) : {};
  });
  route(platform, 'GET /api/promotion/find/{code}', async ({ member, params, query, language }) => {
    const promotion = await findCampaign(db, 'promotion', params.code.trim().toUpperCase(), member.currency);
    return promotion?.is_open ? show(promotion, localeOf(query.locale, language, config.edition)) : {};
  });
  route(platform, 'GET /api/promotion/activate/{code}', ({ member, attempt, params, query, language }) =>
    receivePromotion(deps, member, attempt, {
      code: params.code.trim().toUpperCase(),
      show: (promotion) => show(promotion, localeOf(query.locale, language, config.edition)),
    }),
  );
}

function show({ code, credit, success_percent, fail_percent, description }: Campaign, locale: Locale) {
  return {
    code,
    credit: moneyToWire(credit ?? 0n),
    percentSuccess: success_percent,
    percentFail: fail_percent,
    description: inLanguage(description, locale),
  };
}
