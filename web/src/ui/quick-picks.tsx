import { classNames } from './class-names.ts';

type QuickPicksProps = {
  label: string;
  amounts: readonly number[];
  /** The text of the field that the amounts are taken into. */
  value: string;
  onPick: (text: string) => void;
};

/** As many as fit in one row of a phone; more make rows of three. */
const ONE_ROW = 5;

/** Amounts to take with one tap. */
export function QuickPicks({ label, amounts, value, onPick }: QuickPicksProps) {
  const picks = amounts.map((amount) => amount.toLocaleString('en-US'));
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
              'figures min-h-11 rounded-[12px] border border-transparent bg-ink-2 px-1 text-small font-semibold transition-colors hover:bg-ink-3',
              'aria-pressed:border-text aria-pressed:bg-ink-3 aria-pressed:text-text',
              amounts.length > ONE_ROW ? 'flex-[1_1_30%]' : 'flex-[1_1_3.6rem]',
            )}
          >
            {pick}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
