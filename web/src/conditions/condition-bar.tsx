import { type Currency, type Minor, moneyToWire } from '@krapao/contract/money.ts';
import type { ReactNode } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { classNames } from '../ui/class-names.ts';
import { MoneyText } from '../ui/money-text.tsx';
import { useMoneyWords } from '../ui/money-words.ts';
import type { Standing } from './standing.ts';

type ConditionBarProps = { standing: Standing; currency: Currency };

/** A line between the condition's two ends, with the total at its start and the total now. */
export function ConditionBar({ standing, currency }: ConditionBarProps) {
  const { t } = useI18n();
  const { start, total, endsAt, yoursAt, startPlace, totalPlace } = standing;
  const moneyWords = useMoneyWords();
  const money = (minor: Minor) => moneyWords(minor, currency);
  const spoken = { total: money(total), start: money(start), fail: money(endsAt), success: money(yoursAt) };
  return (
    <div className="mt-3">
      <p aria-hidden="true" className="figures flex text-tiny text-muted">
        <span
          className="whitespace-nowrap"
          style={{ marginLeft: `${startPlace * 100}%`, translate: `-${startPlace * 100}%` }}
        >
          {t('bonus.start')} <MoneyText minor={start} currency={currency} />
        </span>
      </p>
      <div
        role="progressbar"
        aria-label={t('bonus.progress')}
        aria-valuemin={moneyToWire(endsAt)}
        aria-valuemax={moneyToWire(yoursAt)}
        aria-valuenow={moneyToWire(total)}
        aria-valuetext={t('bonus.progressText', spoken)}
        className="my-1.5"
      >
        <ConditionTrack startPlace={startPlace} totalPlace={totalPlace} />
      </div>
      <dl className="flex items-start justify-between gap-4 text-tiny">
        <End label={t('bonus.end')} className="text-out">
          <MoneyText minor={endsAt} currency={currency} />
        </End>
        <End label={t('bonus.target')} className="text-right text-in">
          <MoneyText minor={yoursAt} currency={currency} />
        </End>
      </dl>
    </div>
  );
}

/** Fills from where the condition began: to the right what was won, to the left what was lost. */
export function ConditionTrack({ startPlace, totalPlace }: Pick<Standing, 'startPlace' | 'totalPlace'>) {
  const [left, right] = [Math.min(startPlace, totalPlace), Math.max(startPlace, totalPlace)];
  return (
    <span aria-hidden="true" className="relative block h-2 rounded-full bg-ink-3">
      <span
        className={classNames(
          'absolute inset-y-0 transition-[left,right] duration-450 ease-out',
          totalPlace < startPlace ? 'rounded-l-full bg-out' : 'rounded-r-full bg-in',
        )}
        style={{ left: `${left * 100}%`, right: `${(1 - right) * 100}%` }}
      />
      <span
        className="absolute -inset-y-1 w-0.5 -translate-x-1/2 rounded-full bg-text"
        style={{ left: `${startPlace * 100}%` }}
      />
    </span>
  );
}

function End({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt className="text-muted">{label}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  );
}
