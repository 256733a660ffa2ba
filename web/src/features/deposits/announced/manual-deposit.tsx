import { type Currency, moneyToWire, parseMoney } from '@krapao/contract/money.ts';
import { ChevronDown, Headset } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { isHandled } from '../../../platform/failures.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { SIGNS } from '../../../ui/money-text.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useManualDeposit } from './announced.queries.ts';

type ManualDepositProps = {
  currency: Currency;
  /** There is no other way: nobody has to open the box first. */
  isAlone: boolean;
};

/** Tells an operator of a transfer; nothing is credited by it. */
export function ManualDeposit({ currency, isAlone }: ManualDepositProps) {
  const { t, errorText } = useI18n();
  const announce = useManualDeposit();
  const [text, setText] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const amount = parseMoney(text);
  const isWrong = amount === null || amount <= 0n;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (isWrong || announce.isPending) return;
    announce.mutate(
      { amount: moneyToWire(amount) },
      {
        onSuccess: () => {
          showToast({ tone: 'success', text: t('deposit.manual.done') });
          setText('');
          setWasSent(false);
        },
        onError: (error) => {
          if (!isHandled(error)) showToast({ tone: 'error', text: errorText(error) });
        },
      },
    );
  };

  return (
    <details open={isAlone} className="group rounded-md border border-ink-3">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-md px-3.5 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        <Headset aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <span className="flex-1">{t('deposit.manual.title')}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-[rotate] group-open:rotate-180"
        />
      </summary>
      <form noValidate onSubmit={submit} className="grid gap-3.5 px-3.5 pb-3.5">
        <p className="text-small text-muted">{t('deposit.manual.text')}</p>
        <TextField
          label={t('deposit.amount')}
          sign={SIGNS[currency]}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={wasSent && isWrong ? t('transfer.problem.AMOUNT') : undefined}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
        />
        <Button type="submit" variant="gold" block pending={announce.isPending}>
          {t('deposit.manual.send')}
        </Button>
      </form>
    </details>
  );
}
