import { addWireMoney } from '@krapao/contract/money.ts';
import Check from 'lucide-react/icons/check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Clock3 from 'lucide-react/icons/clock-3';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { useI18n } from '../../i18n/i18n.tsx';
import { durationOf } from '../../platform/duration.ts';
import { deviceTimeOf } from '../../platform/server-clock.ts';
import { classNames } from '../../ui/class-names.ts';
import { useSecondsUntil } from '../../ui/countdown.ts';
import { useMoneyWords } from '../../ui/money-words.ts';
import { ShortAge } from '../../ui/relative-time.tsx';
import { WITHDRAWAL_LABELS } from '../../wallet/movement-labels.ts';
import { openMovement } from '../../wallet/movement-place.ts';
import { useToldMovement } from '../../wallet/movements.queries.ts';
import { useOutcomes } from '../../wallet/outcomes.queries.ts';
import { type Outcome, rowsOf, useTold } from '../../wallet/outcomes.ts';
import type { Wallet } from '../../wallet/wallet.queries.ts';

const MOST_MARKS = 3;

/** One line for all that moves or has just ended; pressed, it opens them one by one. Nothing where nothing does. */
export function InMotion({ wallet, onOpen }: { wallet: Wallet; onOpen: () => void }) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const { currency, _id } = wallet.profile;
  const open = wallet.wallet.withdrawals ?? [];
  const ended = rowsOf(useTold(), _id, useOutcomes().data ?? []);
  const sum = addWireMoney(open.map(({ amount }) => amount));
  const [only] = open.length === 1 ? open : [];
  const amount = moneyWords(sum, currency);
  const course = useCourse(only?.id ?? null);
  if (open.length + ended.length === 0) return null;
  return (
    <section aria-label={t('motion.title')}>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => (only && ended.length === 0 ? openMovement(only.id) : onOpen())}
        className="flex min-h-15 w-full items-center gap-3 rounded-md bg-ink-1 px-3 py-2 text-left transition-colors hover:bg-ink-2"
      >
        <Ring isMoving={open.length > 0} share={course.share ?? SHARE_IF_UNKNOWN} />
        <span className="min-w-0 flex-1">
          <span className="figures block text-[14px] leading-5.5 font-bold">
            {open.length === 0
              ? t('motion.ended', { n: ended.length })
              : only
                ? t('withdraw.one', { amount })
                : t('motion.several', { n: open.length, amount })}
          </span>
          {only && (
            <span className="block text-tiny text-muted">
              <span className="text-info">{t(WITHDRAWAL_LABELS[only.step].key)}</span>
              {course.startedAt && (
                <>
                  {' '}
                  <ShortAge time={course.startedAt} />
                </>
              )}{' '}
              {course.usual}
            </span>
          )}
        </span>
        <Marks ended={ended} />
        {open.length > 0 && ended.length > 0 && (
          <span className="sr-only">{t('motion.ended', { n: ended.length })}</span>
        )}
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted max-[22.4rem]:hidden" />
      </button>
    </section>
  );
}

/**
 * When the withdrawal was asked for, the share (0 to 1) of the usual time that has passed since, and that time in words. Share
 * and words are absent where too few withdrawals have ended.
 */
function useCourse(id: string | null): { share?: number; usual?: string; startedAt?: string } {
  const { t } = useI18n();
  const steps = useToldMovement(id).data?.steps ?? [];
  const startedAt = steps[0]?.at;
  const usual = steps.find(({ state }) => state === 'now')?.usualSeconds;
  const isKnown = startedAt !== undefined && usual !== undefined;
  const secondsLeft = useSecondsUntil(isKnown ? deviceTimeOf(startedAt) + usual * 1_000 : 0);
  if (!isKnown) return { ...(startedAt && { startedAt }) };
  const { unit, n } = durationOf(usual);
  return {
    startedAt,
    share: Math.min(Math.max(1 - secondsLeft / usual, 0), 1),
    usual: t('movement.usual', { time: t(`age.${unit}`, { n }) }),
  };
}

const SHARE_IF_UNKNOWN = 0.25;

function Ring({ isMoving, share }: { isMoving: boolean; share: number }) {
  return (
    <span
      className={classNames('relative grid size-9 shrink-0 place-items-center', isMoving ? 'text-info' : 'text-muted')}
    >
      <svg aria-hidden="true" viewBox="0 0 36 36" fill="none" strokeWidth="3" className="absolute inset-0 -rotate-90">
        <circle cx="18" cy="18" r="16.5" className={isMoving ? 'stroke-info/30' : 'stroke-ink-3'} />
        {isMoving && (
          <circle
            cx="18"
            cy="18"
            r="16.5"
            pathLength="1"
            strokeDasharray={`${share} 1`}
            className="stroke-info transition-[stroke-dasharray] duration-1000 ease-linear"
          />
        )}
      </svg>
      <Clock3 aria-hidden="true" className="size-4.5" />
    </span>
  );
}

/** What has ended beside it: came in, came back, failed. */
function Marks({ ended }: { ended: readonly Outcome[] }) {
  if (ended.length === 0) return null;
  return (
    <span className="flex shrink-0 -space-x-1.5">
      {ended.slice(0, MOST_MARKS).map((outcome) => {
        const { Icon, look } = markOf(outcome);
        return (
          <span
            key={outcome.key}
            aria-hidden="true"
            className={classNames(
              'grid size-7 place-items-center rounded-full ring-2 ring-ink-1 not-first:max-[22.4rem]:hidden',
              look,
            )}
          >
            <Icon className="size-4" />
          </span>
        );
      })}
    </span>
  );
}

function markOf({ status, step }: Outcome) {
  if (status === 'SUCCESS') return { Icon: Check, look: 'bg-[#1d4a3c] text-in' };
  return step ? { Icon: Undo2, look: 'bg-ink-3 text-muted' } : { Icon: X, look: 'bg-[#4c2b2e] text-out' };
}
