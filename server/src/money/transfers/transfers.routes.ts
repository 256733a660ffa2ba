import { moneyToWire } from '@krapao/contract/money.ts';
import { AppError } from '../../platform/app-error.ts';
import { countedPerMinute } from '../../platform/counted-per-minute.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { readBackBy } from './back-by.ts';
import { makeTransfer, type TransferDeps, transferAll } from './make-transfer.ts';
import { findTransfer } from './transfers.queries.ts';

export function transferRoutes(platform: Platform, deps: TransferDeps): void {
  const hasRoom = countedPerMinute(platform.config.transfersAMinute);
  const requireRoom = (subject: string) => {
    if (!hasRoom([{ subject, times: 1 }])) throw new AppError('REQUEST_LIMIT_1MIN', { retryAfterSeconds: 60 });
  };
  route(platform, 'POST /api/wallet/transfer', async ({ member, attempt, body }) => {
    requireRoom(member.memberId);
    return makeTransfer(deps, member, attempt, body);
  });
  route(platform, 'POST /api/wallet/transferAll', async ({ member, attempt, body }) => {
    requireRoom(member.memberId);
    return transferAll(deps, member, attempt, body);
  });
  route(platform, 'GET /api/wallet/transfer/{id}', async ({ member, params }) => {
    const transfer = await findTransfer(platform.db, { memberId: member.memberId, id: params.id });
    if (!transfer || transfer.fetches) throw new AppError('NO_DATA');
    const { id, status, from_wallet: from, to_wallet: to, amount, created_at } = transfer;
    const backBy = status === 'PENDING' ? (await readBackBy(deps, member.memberId)).of(id) : {};
    return { id, status, from, to, amount: moneyToWire(amount), createdAt: created_at.toISOString(), ...backBy };
  });
}
