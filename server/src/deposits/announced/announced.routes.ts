import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import { moneyFromWire } from '@krapao/contract/money.ts';
import { requireMayDeposit } from '../../allowances/allowances.ts';
import { inMemberTransaction } from '../../ledger/ledger.ts';
import { STATEMENT_ID_ONCE, writeStatement } from '../../ledger/statement.ts';
import { AppError } from '../../platform/app-error.ts';
import { claim, conflictOn, recordAnswer } from '../../platform/idempotency.ts';
import { type Platform, route } from '../../platform/routes.ts';

/** Files a deposit that a member announces, for an operator to look for. Credits nothing. */
export function manualDepositRoutes(platform: Platform): void {
  const { db, config } = platform;
  route(platform, 'POST /api/wallet/add', async ({ member: { memberId }, attempt, body }) => {
    const amount = moneyFromWire(body.amount);
    if (!amount) throw new AppError('INVALID_REQUEST', { fields: { amount: 'INVALID' } });
    if (!config.manualDeposits) throw new AppError('NO_BANK');
    const { id } = attempt;
    const answer = { id, status: 'PROCESSING' } as const;
    await inMemberTransaction(db, memberId, async (tx) => {
      await claim(tx, attempt);
      await requireMayDeposit(tx, { memberId, way: 'manual', triesAnHour: config.depositTriesAnHour });
      await tx.query('insert into manual_deposits (id, member_id, amount) values ($1, $2, $3)', [id, memberId, amount]);
      const entry = { id, type: 'deposit', status: 'PROCESSING', from: 'MANUAL', to: MAIN_WALLET, amount } as const;
      await writeStatement(tx, memberId, entry);
      await recordAnswer(tx, attempt, { status: 200, body: answer });
    }).catch(conflictOn('manual_deposits_pkey', STATEMENT_ID_ONCE));
    return answer;
  });
}
