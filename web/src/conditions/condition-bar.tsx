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
        className="relative my-1.5 h-3 rounded-full bg-linear-to-r from-out/35 via-ink-3 via-25% to-in/35"
      >
        <span
          className="block h-full min-w-3 rounded-full bg-linear-to-r from-gold to-gold-light transition-[width] duration-500 ease-out"
          style={{ width: `${totalPlace * 100}%` }}
        />
        <Mark at={startPlace} className="-top-1 h-5 w-0.5 rounded-full bg-text/70" />
        <Mark
          at={totalPlace}
          className="-top-1 size-5 rounded-full border-4 border-gold-light bg-ink-0 shadow-gold transition-[left] duration-500 ease-out"
        />
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

function Mark({ at, className }: { at: number; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('absolute -translate-x-1/2', className)}
      style={{ left: `${at * 100}%` }}
    />
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
