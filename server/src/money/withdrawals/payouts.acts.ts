import type { Transaction } from '../../platform/database.ts';
import { writeSetting } from '../../platform/settings.ts';
import { CannotDo, change, fields, look } from '../../staff/act.ts';
import { arePayoutsPaused, calledLately, lockPayouts, tryPausedNow, waitingWithdrawals } from './leave.queries.ts';
import type { LeaveDeps } from './leave-for-bank.ts';

const CURRENCIES = ['BAHT', 'LAK'] as const;

/** The switch that stops every payout, and what goes out by itself. */
export function payoutActs({ payoutsAnHour }: Pick<LeaveDeps, 'payoutsAnHour'>) {
  const write = async (tx: Transaction, payoutsPaused: boolean) => {
    await lockPayouts(tx);
    const { is_paused } = await arePayoutsPaused(tx);
    if (is_paused === payoutsPaused) throw new CannotDo(`Payouts are ${is_paused ? 'paused already' : 'not paused'}.`);
    await writeSetting(tx, 'payoutsPaused', payoutsPaused);
    if (!payoutsPaused) await tryPausedNow(tx);
    return { data: payoutsPaused, before: { payoutsPaused: is_paused }, after: { payoutsPaused } };
  };
  return {
    pausePayouts: change({
      name: 'payouts pause',
      summary: 'stops every payout that the channel was not called for yet; withdrawals are taken and wait',
      permission: 'withdrawals.decide',
      needsSecond: false,
      schema: fields({}),
      run: (tx) => write(tx, true),
    }),
    resumePayouts: change({
      name: 'payouts resume',
      summary: 'lets payouts go on after they were paused',
      permission: 'withdrawals.decide',
      needsSecond: true,
      schema: fields({}),
      run: (tx) => write(tx, false),
    }),
    showPayouts: look({
      name: 'payouts show',
      summary: 'whether payouts are paused, how much of the hour’s ceiling is used, and what waits',
      permission: 'movements.see',
      readOnly: true,
      schema: fields({}),
      run: async (tx) => {
        const { is_paused } = await arePayoutsPaused(tx);
        const waiting = await waitingWithdrawals(tx);
        const hour = [];
        for (const currency of CURRENCIES)
          hour.push({ currency, called: await calledLately(tx, currency), ceiling: payoutsAnHour[currency] });
        return { isPaused: is_paused, hour, waiting };
      },
    }),
  };
}
