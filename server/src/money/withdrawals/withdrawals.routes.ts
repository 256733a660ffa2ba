import { type Platform, route } from '../../platform/routes.ts';
import { type WithdrawDesk, withdraw, withdrawAll } from './withdraw.ts';

export function withdrawalRoutes(platform: Platform, desk: WithdrawDesk): void {
  route(platform, 'POST /api/wallet/withdraw', ({ member, attempt, body }) =>
    withdraw(desk, member, attempt, body.amount),
  );
  route(platform, 'POST /api/wallet/withdrawAll', ({ member, attempt, body }) =>
    withdrawAll(desk, member, attempt, body.amount),
  );
}
