import { type Currency, moneyToWire } from '@krapao/contract/money.ts';
import { limitsIn } from '../../allowances/limits.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { cancelWithdrawal } from './cancel.ts';
import { type WithdrawDeps, withdraw, withdrawAll } from './withdraw.ts';

export function withdrawalRoutes(platform: Platform, deps: WithdrawDeps): void {
  const editionCurrency: Currency = platform.config.edition === 'la' ? 'LAK' : 'BAHT';
  route(platform, 'GET /api/lookup/withdraw', async ({ member }) => {
    const { withdrawMin, withdrawMax } = await limitsIn(platform.db, member?.currency ?? editionCurrency);
    return { withdrawMin: moneyToWire(withdrawMin), withdrawMax: moneyToWire(withdrawMax) };
  });
  route(platform, 'POST /api/wallet/withdraw', ({ member, attempt, body }) =>
    withdraw(deps, member, attempt, body.amount),
  );
  route(platform, 'POST /api/wallet/withdrawAll', ({ member, attempt, body }) =>
    withdrawAll(deps, member, attempt, body.amount),
  );
  route(platform, 'DELETE /api/wallet/withdraw/{id}', ({ member, params }) =>
    cancelWithdrawal(deps, member, params.id),
  );
}
