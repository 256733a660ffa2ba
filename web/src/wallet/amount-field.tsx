import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { TextField } from '../ui/field.tsx';
import { SIGNS } from '../ui/money-text.tsx';
import { QuickPicks } from '../ui/quick-picks.tsx';

type AmountFieldProps = {
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  value: string;
  onChange: (text: string) => void;
  currency: Currency;
  picks: readonly number[];
  /** What the button in the field takes: null while a source has yet to be chosen; left out where there is no most. */
  most?: Minor | null;
};

/** An amount to type, or to take with one tap. Its form can be sent as soon as something is typed (`isAmountMissing`). */
export function AmountField({ label, hint, error, value, onChange, currency, picks, most }: AmountFieldProps) {
  const { t } = useI18n();
  return (
    <div>
      <TextField
        label={label}
        hint={hint}
        error={error}
        sign={SIGNS[currency]}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        inputMode="decimal"
        enterKeyHint="go"
        autoComplete="off"
        placeholder="0.00"
        trailing={
          most !== undefined && (
            <button
              type="button"
              disabled={!most}
              onClick={() => most && onChange(formatMoney(most))}
              className="mr-1.5 min-h-11 rounded-sm border-[1.5px] border-line px-3 text-small font-bold transition-colors hover:bg-ink-3 disabled:opacity-45"
            >
              {t('amount.max')}
            </button>
          )
        }
      />
      {picks.length > 0 && (
        <div className="mt-2.5">
          <QuickPicks label={t('deposit.picks')} amounts={picks} value={value} onPick={onChange} />
        </div>
      )}
    </div>
  );
}
