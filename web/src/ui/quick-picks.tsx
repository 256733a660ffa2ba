import { classNames } from './class-names.ts';

type QuickPicksProps = {
  label: string;
  amounts: readonly number[];
  /** The text of the field that the amounts are taken into. */
  value: string;
  onPick: (text: string) => void;
};

/** As many, and as long, as fit in one row of a phone; more make rows of three. */
const ONE_ROW = { picks: 5, letters: 7 };

/** Amounts to take with one tap. */
export function QuickPicks({ label, amounts, value, onPick }: QuickPicksProps) {
  const picks = amounts.map((amount) => amount.toLocaleString('en-US'));
  const isOneRow = picks.length <= ONE_ROW.picks && picks.every(({ length }) => length <= ONE_ROW.letters);
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {picks.map((pick) => (
          <button
            key={pick}
            type="button"
            aria-pressed={value === pick}
            onClick={() => onPick(pick)}
            className={classNames(
              'figures min-h-11 rounded-sm border-[1.5px] border-line px-1 text-small font-semibold transition-colors hover:bg-ink-3',
              'aria-pressed:border-text aria-pressed:bg-ink-3',
              isOneRow ? 'flex-[1_1_3.6rem]' : 'flex-[1_1_30%]',
            )}
          >
            {pick}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
