import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { TextField } from '../ui/field.tsx';
import { SIGNS } from '../ui/money-text.tsx';
import { PickButton } from '../ui/pick-button.tsx';
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
  picks?: readonly number[];
  /** The one thing to fill in. */
  large?: boolean;
};

const PICK_WIDTH = 'flex-[1_1_3.6rem]';

/** An amount to type, or to take with one tap. */
export function AmountField(props: AmountFieldProps) {
  const { label, hint, error, value, onChange, currency, available, picks = QUICK_PICKS[currency], large } = props;
  const { t } = useI18n();
  const all = available === undefined ? '' : formatMoney(available);
  return (
    <div>
      <TextField
        label={label}
        {...(hint && { hint })}
        error={error}
        {...(large && { sign: SIGNS[currency] })}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
      />
      <div className="mt-2.5 flex flex-wrap gap-2">
        {picks.map((amount) => {
          const text = amount.toLocaleString('en-US');
          return (
            <PickButton
              key={amount}
              aria-pressed={value === text}
              onClick={() => onChange(text)}
              className={PICK_WIDTH}
            >
              {text}
            </PickButton>
          );
        })}
        <PickButton
          aria-pressed={all !== '' && value === all}
          disabled={!available}
          onClick={() => onChange(all)}
          className={PICK_WIDTH}
        >
          {t('transfer.all')}
        </PickButton>
      </div>
    </div>
  );
}
