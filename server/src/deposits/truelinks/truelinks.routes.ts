import { type Platform, route } from '../../platform/routes.ts';
import { redeemTruelink, type TruelinkDeps } from './redeem-truelink.ts';

export function truelinkRoutes(platform: Platform, deps: TruelinkDeps): void {
  route(platform, 'POST /api/wallet/truelink', ({ member, attempt, body }) =>
    redeemTruelink(deps, member, attempt, body.link),
  );
}
