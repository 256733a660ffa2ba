import { type Platform, route } from '../../platform/routes.ts';
import { redeemTruelink, type TruelinkDesk } from './redeem-truelink.ts';

export function truelinkRoutes(platform: Platform, desk: TruelinkDesk): void {
  route(platform, 'POST /api/wallet/truelink', ({ member, attempt, body }) =>
    redeemTruelink(desk, member, attempt, body.link),
  );
}
