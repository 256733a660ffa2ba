import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { TextField } from '../ui/field.tsx';
import { SIGNS } from '../ui/money-text.tsx';
import { QuickPicks } from '../ui/quick-picks.tsx';
import { QUICK_PICKS } from './transfer-rules.ts';

type AmountFieldProps = {
  label: string;
  hint?: string;
  error: string | undefined;
  value: string;
  onChange: (text: string) => void;
  currency: Currency;
  /** The amount of the button "all"; unknown until a source is chosen. */
  available: Minor | undefined;
  picks?: readonly number[];
  /** The only field of its form. */
  large?: boolean;
};

/** An amount to type, or to take with one tap. */
export function AmountField(props: AmountFieldProps) {
  const { label, hint, error, value, onChange, currency, available, picks = QUICK_PICKS[currency], large } = props;
  const { t } = useI18n();
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
      <div className="mt-2.5">
        <QuickPicks
          label={t('deposit.picks')}
          amounts={picks}
          value={value}
          onPick={onChange}
          all={{ label: t('transfer.all'), text: available ? formatMoney(available) : '' }}
        />
      </div>
    </div>
  );
}
