import { Type } from 'typebox';
import { writeSetting } from '../../platform/settings.ts';
import { CannotDo, change, fields, look } from '../../staff/act.ts';
import { liftingNeedsSecond, liftStop, placeStop, stoppedBy, whoseStop } from '../../staff/stops.ts';
import { calledLately, lockPayouts, tryPausedNow, waitingWithdrawals } from './leave.queries.ts';
import type { LeaveDeps } from './leave-for-bank.ts';

const PAYOUTS = { what: 'payouts', subject: '' } as const;
const CURRENCIES = ['BAHT', 'LAK'] as const;

/** The switch that stops every payout, and what goes out by itself. */
export function payoutActs({ payoutsAnHour }: Pick<LeaveDeps, 'payoutsAnHour'>) {
  return {
    pausePayouts: change({
      name: 'payouts pause',
      summary: 'stops every payout that the channel was not called for yet; withdrawals are taken and wait',
      permission: 'withdrawals.decide',
      needsSecond: false,
      schema: fields({}),
      run: async (tx, operator) => {
        await lockPayouts(tx);
        const before = await stoppedBy(tx, PAYOUTS);
        if (!(await placeStop(tx, PAYOUTS, operator))) throw new CannotDo('You have paused payouts already.');
        await writeSetting(tx, 'payoutsPaused', true);
        const pausedBy = [...before, operator.name];
        return { data: { pausedBy }, before: { pausedBy: before }, after: { pausedBy } };
      },
    }),
    resumePayouts: change({
      name: 'payouts resume',
      summary: 'lifts a pause; once none is left payouts go on',
      permission: 'withdrawals.decide',
      needsSecond: liftingNeedsSecond,
      schema: fields({ of: Type.Optional(whoseStop) }),
      run: async (tx, operator, lifting) => {
        await lockPayouts(tx);
        const before = await stoppedBy(tx, PAYOUTS);
        if (before.length === 0) throw new CannotDo('Payouts are not paused.');
        const pausedBy = await liftStop(tx, PAYOUTS, operator, lifting);
        if (pausedBy.length === 0) {
          await writeSetting(tx, 'payoutsPaused', false);
          await tryPausedNow(tx);
        }
        return { data: { pausedBy }, before: { pausedBy: before }, after: { pausedBy } };
      },
    }),
    showPayouts: look({
      name: 'payouts show',
      summary: 'whether payouts are paused, how much of the hour’s ceiling is used, and what waits',
      permission: 'movements.see',
      readOnly: true,
      schema: fields({}),
      run: async (tx) => {
        const waiting = await waitingWithdrawals(tx);
        const hour = [];
        for (const currency of CURRENCIES)
          hour.push({ currency, called: await calledLately(tx, currency), ceiling: payoutsAnHour[currency] });
        return { pausedBy: await stoppedBy(tx, PAYOUTS), hour, waiting };
      },
    }),
  };
}
