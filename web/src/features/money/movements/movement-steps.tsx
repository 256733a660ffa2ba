import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { useI18n } from '../../../i18n/i18n.tsx';
import { dateText, timeText } from '../../../platform/date-text.ts';
import { durationOf } from '../../../platform/duration.ts';
import { deviceTimeOf } from '../../../platform/server-clock.ts';
import { classNames } from '../../../ui/class-names.ts';
import { clockText, useSecondsUntil } from '../../../ui/countdown.ts';
import { ShortAge } from '../../../ui/relative-time.tsx';
import { placeName } from '../../../wallet/activity.ts';
import type { StatementEntry, ToldMovement } from '../../../wallet/movements.queries.ts';

type Step = ToldMovement['steps'][number];
type MovementStepsProps = {
  movement: StatementEntry;
  steps: readonly Step[];
  games: readonly { code: string; name: string }[];
};

const DID_NOT_GO: ReadonlySet<Step['step']> = new Set(['RETURNED', 'CANCELLED', 'BACK', 'REFUSED']);

/** What has happened and when, what goes on, and what follows. */
export function MovementSteps({ movement, steps, games }: MovementStepsProps) {
  const { t } = useI18n();
  const nameOf = useStepName(movement, games);
  return (
    <ol aria-label={t('movement.steps')} className="rounded-md bg-ink-2 px-3.5 py-3.5">
      {steps.map((one, at) => {
        const name = nameOf(one.step);
        const isLast = at === steps.length - 1;
        const since = one.state === 'now' ? steps.findLast(({ at: time }) => time !== undefined)?.at : undefined;
        return (
          <li
            key={one.step}
            {...(one.state === 'now' && { 'aria-current': 'step' })}
            className="relative flex gap-3 not-last:pb-3.5"
          >
            {!isLast && (
              <span
                aria-hidden="true"
                className={classNames(
                  'absolute top-7 bottom-0 left-[11px] w-0.5 rounded-full',
                  one.state === 'done' ? 'bg-in' : 'bg-ink-3',
                )}
              />
            )}
            <Dot step={one} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className={classNames(one.state === 'now' && 'font-bold', one.state === 'next' && 'text-muted')}>
                  {name}
                </span>{' '}
                <span className="figures ml-auto text-small text-muted">
                  {one.at && <Time at={one.at} />}
                  {since && <ShortAge time={since} />}
                </span>
              </p>
              <Hint step={one} movement={movement} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Dot({ step: { step, state } }: { step: Step }) {
  const { t } = useI18n();
  const look = 'relative mt-px grid size-6 shrink-0 place-items-center rounded-full';
  if (state === 'done') {
    const hasFailed = DID_NOT_GO.has(step);
    const Icon = hasFailed ? X : Check;
    return (
      <span className={classNames(look, hasFailed ? 'bg-ink-3 text-text' : 'bg-in text-ink-0')}>
        <Icon aria-hidden="true" className="size-4" strokeWidth={2.5} />
        <span className="sr-only">{t('movement.done')}</span>
      </span>
    );
  }
  return (
    <span aria-hidden="true" className={classNames(look, 'border-2', state === 'now' ? 'border-info' : 'border-line')}>
      {state === 'now' && <span className="size-2.5 rounded-full bg-info" />}
    </span>
  );
}

function Time({ at }: { at: string }) {
  const date = new Date(at);
  const isToday = dateText(date) === dateText(new Date());
  return (
    <time dateTime={at}>
      {!isToday && `${dateText(date)} `}
      {timeText(date)}
    </time>
  );
}

/** How long it usually takes, and until when the withdrawal can be cancelled. */
function Hint({ step: { state, usualSeconds }, movement }: { step: Step; movement: StatementEntry }) {
  const { t } = useI18n();
  const { canCancel, leavesAt } = movement;
  const secondsLeft = useSecondsUntil(leavesAt ? deviceTimeOf(leavesAt) : 0);
  const hints: string[] = [];
  if (usualSeconds !== undefined) {
    const { unit, n } = durationOf(usualSeconds);
    hints.push(t('movement.usual', { time: t(`age.${unit}`, { n }) }));
  }
  if (state === 'now' && canCancel) {
    hints.push(secondsLeft > 0 ? t('withdraw.leaves', { time: clockText(secondsLeft) }) : t('movement.canCancel'));
  }
  return hints.map((hint) => (
    <p key={hint} className="figures text-tiny text-pretty text-muted">
      {hint}
    </p>
  ));
}

function useStepName({ statementType, from, to }: StatementEntry, games: MovementStepsProps['games']) {
  const { t } = useI18n();
  return (step: Step['step']): string => {
    switch (step) {
      case 'ASKED':
        return t(
          statementType === 'withdraw'
            ? 'movement.asked.withdraw'
            : statementType === 'deposit'
              ? 'movement.asked.deposit'
              : 'movement.asked.transfer',
        );
      case 'LEFT':
        return t('movement.left', { place: placeName(from, t, games) });
      case 'ARRIVED':
        return t('movement.arrived', { place: placeName(to, t, games) });
      case 'CREDITED':
        return t('movement.arrived', { place: t('home.mainWallet') });
      case 'RETURNED':
      case 'BACK':
        return t('withdraw.step.RETURNED');
      case 'CANCELLED':
        return t('withdraw.step.CANCELLED');
      case 'REFUSED':
        return t('state.failed');
      case 'DONE':
        return t('movement.done');
      case 'CHECKED':
        return t('movement.checked');
      case 'SENT':
        return t('movement.sent');
      case 'PAID':
        return t('movement.paid');
      case 'PAID_IN':
        return t('movement.paidIn');
    }
  };
}
