import { PickButton } from './pick-button.tsx';

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
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {amounts.map((amount) => {
          const text = amount.toLocaleString('en-US');
          return (
            <PickButton
              key={amount}
              aria-pressed={value === text}
              onClick={() => onPick(text)}
              className={amounts.length > ONE_ROW ? 'flex-[1_1_30%]' : 'flex-[1_1_3.6rem]'}
            >
              {text}
            </PickButton>
          );
        })}
      </div>
    </fieldset>
  );
}
