import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { TextField } from '../../ui/field.tsx';
import { QUICK_PICKS } from './transfer-rules.ts';

type AmountFieldProps = {
  label: string;
  hint?: string;
  error: string | undefined;
  value: string;
  onChange: (text: string) => void;
  currency: Currency;
  /** What "all" means; unknown until a source is chosen. */
  available: Minor | undefined;
};

const PICK =
  'figures min-h-11 flex-[1_1_3.6rem] rounded-[12px] border px-1 text-small font-semibold transition-colors disabled:opacity-45 border-transparent bg-ink-2 ' +
  'hover:bg-ink-3 aria-pressed:border-gold aria-pressed:text-gold';

/** An amount to type, or to take with one tap. */
export function AmountField({ label, hint, error, value, onChange, currency, available }: AmountFieldProps) {
  const { t } = useI18n();
  const all = available === undefined ? '' : formatMoney(available);
  return (
    <div>
      <TextField
        label={label}
        {...(hint && { hint })}
        error={error}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
      />
      <div className="mt-2.5 flex flex-wrap gap-2">
        {QUICK_PICKS[currency].map((amount) => {
          const text = amount.toLocaleString('en-US');
          return (
            <button
              key={amount}
              type="button"
              aria-pressed={value === text}
              onClick={() => onChange(text)}
              className={PICK}
            >
              {text}
            </button>
          );
        })}
        <button
          type="button"
          aria-pressed={all !== '' && value === all}
          disabled={!available}
          onClick={() => onChange(all)}
          className={PICK}
        >
          {t('transfer.all')}
        </button>
      </div>
    </div>
  );
}
