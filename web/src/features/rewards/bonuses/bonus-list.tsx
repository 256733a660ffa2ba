import type { Currency } from '@krapao/contract/money.ts';
import Gift from 'lucide-react/icons/gift';
import { useId, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { BonusCard } from './bonus-card.tsx';
import { BonusSheet } from './bonus-sheet.tsx';
import type { Bonus } from './bonuses.queries.ts';
import { timesLeft } from './receive-limit.ts';
import { useDay } from './use-day.ts';

type BonusListProps = {
  bonuses: readonly Bonus[];
  /** A condition is active: no bonus can be received. */
  isBusy: boolean;
  currency: Currency;
};

export function BonusList({ bonuses, isBusy, currency }: BonusListProps) {
  const { t } = useI18n();
  const titleId = useId();
  const now = useDay();
  const [chosenCode, setChosenCode] = useState<string | null>(null);
  const shownCode = useLast(chosenCode);
  const shown = bonuses.find(({ code }) => code === shownCode);
  // Where two stand side by side, an odd one would leave a gap: the first has a row of its own.
  const isLead = (at: number) => at === 0 && bonuses.length % 2 === 1;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-3 text-lead font-bold">
        {t('bonus.list')}
      </h2>
      {bonuses.length === 0 && <EmptyState icon={Gift} text={t('bonus.none')} />}
      <ul className="grid grid-cols-2 gap-x-3 gap-y-5 lg:grid-cols-3 lg:gap-5">
        {bonuses.map((bonus, at) => (
          <li key={bonus.code} className={isLead(at) ? 'max-lg:col-span-2' : undefined}>
            <BonusCard
              bonus={bonus}
              left={timesLeft(bonus, now)}
              isBusy={isBusy}
              isLead={isLead(at)}
              currency={currency}
              onSelect={() => setChosenCode(bonus.code)}
            />
          </li>
        ))}
      </ul>
      {shown && (
        <BonusSheet
          bonus={shown}
          left={timesLeft(shown, now)}
          isBusy={isBusy}
          currency={currency}
          open={chosenCode !== null}
          onClose={() => setChosenCode(null)}
        />
      )}
    </section>
  );
}
