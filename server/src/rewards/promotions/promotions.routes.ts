import type { Locale } from '@krapao/contract/editions.ts';
import { moneyToWire } from '@krapao/contract/money.ts';
import { type Campaign, findCampaign, inLanguage } from '../../conditions/campaigns.ts';
import { conditionOf } from '../../conditions/conditions.queries.ts';
import type { GrantDeps } from '../../conditions/grant.ts';
import { type Budget, giveBack, LONGEST_WINDOW_SECONDS, spendOrRefuse } from '../../platform/budgets.ts';
import { inTransaction } from '../../platform/database.ts';
import { localeOf } from '../../platform/language.ts';
import { type Platform, route } from '../../platform/routes.ts';
import type { Owner } from '../../platform/sessions.ts';
import { receivePromotion } from './receive-promotion.ts';

export function promotionRoutes(platform: Platform, deps: GrantDeps): void {
  const { db, config } = platform;
  route(platform, 'GET /api/promotion/current', async ({ member, query, language }) => {
    const condition = await conditionOf(db, member.memberId);
    if (condition?.kind !== 'promotion') return {};
    const promotion = await findCampaign(db, 'promotion', condition.code, member.currency);
    if (!promotion) return {};
    // The promotion may have been changed since: what binds the member is what they received.
    const { credit, success_percent, fail_percent } = condition;
    const received = { ...promotion, credit, success_percent, fail_percent };
    return show(received, localeOf(query.locale, language, config.edition));
  });
  route(platform, 'GET /api/promotion/find/{code}', async ({ member, params, query, language }) => {
    const promotion = await tryCode(platform, member, params.code);
    return promotion ? show(promotion, localeOf(query.locale, language, config.edition)) : {};
  });
  route(platform, 'GET /api/promotion/activate/{code}', async ({ member, attempt, params, query, language }) => {
    await tryCode(platform, member, params.code);
    return receivePromotion(deps, member, attempt, {
      code: tidyCode(params.code),
      show: (promotion) => show(promotion, localeOf(query.locale, language, config.edition)),
    });
  });
}

const tidyCode = (code: string) => code.trim().toUpperCase();

/** The open promotion of the code. A code of none counts as a try: somebody who guesses has few. */
async function tryCode({ db, config }: Platform, { memberId, currency }: Owner, code: string) {
  const tries: Budget = {
    scope: 'promotion',
    subject: memberId,
    limit: config.promotionTriesAnHour,
    windowSeconds: LONGEST_WINDOW_SECONDS,
  };
  return inTransaction(db, async (tx) => {
    await spendOrRefuse(tx, tries);
    const promotion = await findCampaign(tx, 'promotion', tidyCode(code), currency);
    if (!promotion?.is_given) return null;
    await giveBack(tx, tries);
    return promotion;
  });
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
