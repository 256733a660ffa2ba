import { type Platform, route } from '../../platform/routes.ts';
import { type WithdrawDeps, withdraw, withdrawAll } from './withdraw.ts';

export function withdrawalRoutes(platform: Platform, deps: WithdrawDeps): void {
  route(platform, 'POST /api/wallet/withdraw', ({ member, attempt, body }) =>
    withdraw(deps, member, attempt, body.amount),
  );
  route(platform, 'POST /api/wallet/withdrawAll', ({ member, attempt, body }) =>
    withdrawAll(deps, member, attempt, body.amount),
  );
}
