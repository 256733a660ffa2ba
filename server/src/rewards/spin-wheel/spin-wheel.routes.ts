import type { Locale } from '@krapao/contract/editions.ts';
import { moneyToWire } from '@krapao/contract/money.ts';
import { hashOfSeed, hashOfWeights } from '@krapao/contract/rewards/draw.ts';
import { limitsIn } from '../../allowances/limits.ts';
import { inLanguage } from '../../conditions/campaigns.ts';
import type { GrantDeps } from '../../conditions/grant.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database.ts';
import { localeOf } from '../../platform/language.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { sealer } from '../../platform/sealed.ts';
import type { Owner } from '../../platform/sessions.ts';
import { claimCoupon } from './claim-coupon.ts';
import type { Coins } from './coins.ts';
import { newSeed, type SealedSeeds, sealedSeeds } from './seeds.ts';
import { showCoupon, showSlice } from './show-coupon.ts';
import { spin } from './spin.ts';
import { listSpins, openCoupons } from './spins.queries.ts';
import { currentWheel, isWheelActive, promiseSeed, weightsOf } from './wheels.queries.ts';

export function spinWheelRoutes(platform: Platform, deps: GrantDeps & Coins): void {
  const { db, config } = platform;
  const seeds = sealedSeeds(sealer(config.credentialsKeys, 'wheel seeds'));
  const localeFor = ({ query, language }: { query: { locale?: Locale }; language: string }) =>
    localeOf(query.locale, language, config.edition);

  route(platform, 'GET /api/spinwheel/setup', async (call) => ({
    activeSpinwheel: await showWheel(db, seeds, call.member, localeFor(call)),
    userCoin: await deps.coinsOf(db, call.member.memberId),
    coinPrice: moneyToWire((await limitsIn(db, call.member.currency)).coinPrice),
  }));
  route(platform, 'GET /api/spinwheel/active', async ({ member }) => ({
    active: await isWheelActive(db, member.currency),
  }));
  route(platform, 'POST /api/spinwheel/spin', (call) =>
    spin({ db, seeds, spendCoin: deps.spendCoin }, call.member, call.attempt, {
      clientSeed: call.body?.clientSeed || newSeed(),
      serverSeedHash: call.body?.serverSeedHash,
      locale: localeFor(call),
    }),
  );
  route(platform, 'POST /api/spinwheel/history', async (call) => {
    const locale = localeFor(call);
    const { total, spins } = await listSpins(db, call.member.memberId, call.body);
    const shown = spins.map(async ({ id, code, label, name, server_seed, client_seed, weights, created_at }) => ({
      _id: id,
      code,
      label: inLanguage(label, locale),
      name: inLanguage(name, locale),
      serverSeed: server_seed,
      serverSeedHash: await hashOfSeed(server_seed),
      clientSeed: client_seed,
      weights: weights.map(([slice, weight]): [string, number] => [slice, weight]),
      createdAt: created_at.toISOString(),
    }));
    return { total, spins: await Promise.all(shown) };
  });
  route(platform, 'GET /api/spinwheel/coupon', async (call) => ({
    coupons: (await openCoupons(db, call.member.memberId)).map((coupon) => showCoupon(coupon, localeFor(call))),
  }));
  route(platform, 'POST /api/spinwheel/coupon/claim', (call) =>
    claimCoupon(deps, call.member, call.attempt, { id: call.body.coupon, locale: localeFor(call) }),
  );
}

/** The wheel with the promise that the next spin keeps. */
async function showWheel(db: Database, seeds: SealedSeeds, { memberId, currency }: Owner, locale: Locale) {
  const wheel = await currentWheel(db, currency);
  if (!wheel?.is_active) return null;
  const { server_seed, wheel_id } = await promiseSeed(db, memberId, wheel.id, seeds.make(memberId));
  // Another wheel took this one's place meanwhile.
  if (wheel_id !== wheel.id) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  return {
    name: inLanguage(wheel.name, locale),
    slices: wheel.slices.map((slice) => ({ ...showSlice(slice, locale), weight: slice.weight })),
    serverSeedHash: await hashOfSeed(seeds.open(memberId, server_seed)),
    weightsHash: await hashOfWeights(weightsOf(wheel)),
  };
}
