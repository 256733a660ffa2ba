import CalendarRange from 'lucide-react/icons/calendar-range';
import X from 'lucide-react/icons/x';
import { type ReactNode, useId, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { RadioRow } from '../../../ui/radio-row.tsx';
import { isDay, isFiltered, type StatementFilter } from './statement-filter.ts';

const TYPES = ['all', 'deposit', 'withdraw', 'transfer', 'bonus', 'finish_bonus'] as const;

type FilterBarProps = {
  filter: StatementFilter;
  onChange: (values: Partial<StatementFilter>) => void;
  onClear: () => void;
  /** Stands beside the dates, as the export button does. */
  children: ReactNode;
};

/** The filter: kind of entry and days. A phone shows the days when the member asks for them. */
export function FilterBar({ filter, onChange, onClear, children }: FilterBarProps) {
  const { t } = useI18n();
  const datesId = useId();
  const hasDates = filter.from !== '' || filter.to !== '';
  const [areDatesOpen, setDatesOpen] = useState(hasDates);
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
          aria-expanded={areDatesOpen}
          aria-controls={datesId}
          onClick={() => setDatesOpen(!areDatesOpen)}
          className={classNames('lg:hidden', hasDates && 'border-text! text-text!')}
        >
          <CalendarRange aria-hidden="true" className="size-4.5" />
          {t('statement.dates')}
        </Button>
        <div
          id={datesId}
          className={classNames(
            'order-last w-full grid-cols-2 gap-2.5 lg:order-none lg:grid lg:w-auto lg:grid-cols-[11rem_11rem]',
            areDatesOpen ? 'grid' : 'hidden',
          )}
        >
          <Dates filter={filter} onChange={onChange} />
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
