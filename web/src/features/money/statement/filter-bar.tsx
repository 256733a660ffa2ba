import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import X from 'lucide-react/icons/x';
import { type ReactNode, useId, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { RadioRow } from '../../../ui/radio-row.tsx';
import { isDay, isFiltered, type StatementFilter } from './statement-filter.ts';

const TYPES = ['all', 'deposit', 'withdraw', 'transfer', 'bonus', 'finish_bonus'] as const;

type FilterBarProps = {
  filter: StatementFilter;
  onChange: (values: Partial<StatementFilter>) => void;
  onClear: () => void;
  areResultsShown: boolean;
  onShowResults: (shown: boolean) => void;
  /** Stands beside the dates, as the export button does. */
  children: ReactNode;
};

/** The filter: kind of entry, days, and what games gave. A phone shows only the kinds before the member asks for more. */
export function FilterBar({ filter, onChange, onClear, areResultsShown, onShowResults, children }: FilterBarProps) {
  const { t } = useI18n();
  const moreId = useId();
  const hasMore = filter.from !== '' || filter.to !== '' || areResultsShown;
  // Open where it is in use, until the member folds it: a painted page learns its address late.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isMoreOpen = chosen ?? hasMore;
  const types = TYPES.map((value) => ({ value, label: t(`statement.type.${value}`) }));

  return (
    <div className="grid gap-2.5 lg:gap-4">
      <RadioRow
        look="chips"
        label={t('statement.type')}
        options={types}
        value={filter.type ?? 'all'}
        onChange={(type) => onChange({ type: type === 'all' ? null : type })}
      />
      <div className="flex flex-wrap items-center gap-2.5 lg:items-end lg:gap-3">
        <Button
          variant="plain"
          size="s"
          aria-expanded={isMoreOpen}
          aria-controls={moreId}
          onClick={() => setChosen(!isMoreOpen)}
          className={classNames('lg:hidden', hasMore && 'border-text! text-text!')}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4.5" />
          {t('statement.filter')}
        </Button>
        <div
          id={moreId}
          className={classNames(
            'order-last w-full grid-cols-2 gap-2.5 lg:order-none lg:grid lg:w-auto lg:grid-cols-[11rem_11rem]',
            isMoreOpen ? 'grid' : 'hidden',
          )}
        >
          <Dates filter={filter} onChange={onChange} />
          <Checkbox
            role="switch"
            label={t('statement.showResults')}
            checked={areResultsShown}
            onChange={({ target }) => onShowResults(target.checked)}
            className="col-span-2 -my-1.5"
          />
        </div>
        {isFiltered(filter) && (
          <Button variant="plain" size="s" onClick={onClear} className="lg:mb-1.5">
            <X aria-hidden="true" className="size-4.5" />
            {t('statement.clear')}
          </Button>
        )}
        <div className="ml-auto lg:mb-1.5">{children}</div>
      </div>
    </div>
  );
}

/** A stretch never ends before it begins: the other end follows. */
function Dates({ filter: { from, to }, onChange }: Pick<FilterBarProps, 'filter' | 'onChange'>) {
  const { t } = useI18n();
  return (
    <>
      <DateField
        label={t('statement.from')}
        value={from}
        max={to}
        isTaken={isDay}
        onValueChange={(day) => onChange({ from: day, ...(day && to && day > to && { to: day }) })}
      />
      <DateField
        label={t('statement.to')}
        value={to}
        min={from}
        isTaken={isDay}
        onValueChange={(day) => onChange({ to: day, ...(day && from && day < from && { from: day }) })}
      />
    </>
  );
}
