import { type Currency, type Minor, moneyToWire, parseMoney } from '@krapao/contract/money.ts';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Headset from 'lucide-react/icons/headset';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { useMoneyWords } from '../../../ui/money-words.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useCheckedForm } from '../../../ui/use-checked-form.ts';
import { AmountField } from '../../../wallet/amount-field.tsx';
import { SentFailure } from '../../../wallet/sent-failure.tsx';
import { isAmountMissing } from '../../../wallet/transfer-rules.ts';
import { useManualDeposit } from './announced.queries.ts';

const NO_PICKS: readonly number[] = [];

type ManualDepositProps = {
  currency: Currency;
  /** There is no other way to deposit: the box is open from the start. */
  isAlone: boolean;
};

/** Tells an operator of a transfer; the message itself credits nothing. */
export function ManualDeposit({ currency, isAlone }: ManualDepositProps) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const announce = useManualDeposit();
  const [text, setText] = useState('');
  const amount = parseMoney(text);
  const isWrong = amount === null || amount <= 0n;

  const send = (minor: Minor) =>
    announce.mutate(
      { amount: moneyToWire(minor) },
      {
        onSuccess: () => {
          showToast({ tone: 'success', text: t('deposit.manual.done', { amount: moneyWords(minor, currency) }) });
          setText('');
          startOver();
        },
      },
    );
  const { onSubmit, shownProblem, startOver } = useCheckedForm(isWrong ? null : () => send(amount));

  return (
    <details open={isAlone} className="group rounded-md bg-ink-2">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-md px-3.5 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        <Headset aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <span className="flex-1">{t('deposit.manual.title')}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-[rotate] group-open:rotate-180"
        />
      </summary>
      <form noValidate onSubmit={onSubmit} className="grid gap-3.5 px-3.5 pb-3.5">
        <p className="text-small text-muted">{t('deposit.manual.text')}</p>
        <AmountField
          label={t('deposit.amount')}
          value={text}
          onChange={setText}
          currency={currency}
          picks={NO_PICKS}
          error={shownProblem(isWrong ? t('transfer.problem.AMOUNT') : undefined)}
        />
        <SentFailure error={announce.error} />
        <Button
          type="submit"
          variant={isAlone ? 'gold' : 'plain'}
          block
          pending={announce.isPending}
          disabled={isAmountMissing(text)}
        >
          {t('deposit.manual.send')}
        </Button>
      </form>
    </details>
  );
}
