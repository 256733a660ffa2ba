import { addWireMoney, formatMoney, type Minor, moneyToWire, parseMoney } from '@krapao/contract/money.ts';
import QrCode from 'lucide-react/icons/qr-code';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { useIsMoneyHidden } from '../../../platform/hidden-money.ts';
import { Button } from '../../../ui/button.tsx';
import { Repeated, Skeleton } from '../../../ui/loader.tsx';
import { usePublicMoneyWords } from '../../../ui/money-words.ts';
import { SheetEnd } from '../../../ui/sheet-end.tsx';
import { useCheckedForm } from '../../../ui/use-checked-form.ts';
import { useFormToast } from '../../../ui/use-form-toast.ts';
import { AmountField } from '../../../wallet/amount-field.tsx';
import { isAmountMissing } from '../../../wallet/transfer-rules.ts';
import { CreditedNote } from '../credited-note.tsx';
import type { DepositBank, QrTerms } from '../deposits.queries.ts';
import { lastDeposit } from '../last-deposit.ts';
import { isQrDisabled, qrProblem, quickPicks, waitsForAmount } from './qr-rules.ts';
import { useCreateQrcode } from './qrcodes.queries.ts';

export function QrForm({ bank: { bankCode, currency }, terms }: { bank: DepositBank; terms: QrTerms }) {
  const { t } = useI18n();
  const { tellFailure, takeBack } = useFormToast();
  const create = useCreateQrcode(bankCode);
  const offered = useOfferedAmount(bankCode);
  const [text, setText] = useState(offered);

  const amount = parseMoney(text);
  const minimum = addWireMoney([terms.minimum]);
  const minimumText = usePublicMoneyWords()(minimum, currency);
  const problem = qrProblem(bankCode, amount, minimum);
  const problemText = {
    IGNORED: undefined,
    AMOUNT: t('transfer.problem.AMOUNT'),
    MINIMUM: t('deposit.qr.belowMinimum', { amount: minimumText }),
  };
  const send = (minor: Minor) => {
    takeBack();
    create.mutate({ amount: moneyToWire(minor) }, { onError: tellFailure });
  };
  const { onSubmit, shownProblem } = useCheckedForm(problem || amount === null ? null : () => send(amount));
  const error = shownProblem(problem ? problemText[problem] : undefined);
  const hasHint = !error && !waitsForAmount(bankCode);

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3">
      <AmountField
        label={t('deposit.amount')}
        value={text}
        onChange={setText}
        currency={currency}
        picks={quickPicks(bankCode, minimum)}
        error={error}
        {...(hasHint && { hint: t('deposit.qr.minimum', { amount: minimumText }) })}
      />
      <CreditedNote>{t('deposit.qr.life', { n: terms.lifeMinutes })}</CreditedNote>
      <SheetEnd>
        <Button
          type="submit"
          variant="gold"
          block
          pending={create.isPending}
          disabled={isAmountMissing(text) || isQrDisabled(bankCode, amount)}
        >
          {!create.isPending && <QrCode aria-hidden="true" className="size-5" />}
          {t('deposit.qr.create')}
        </Button>
      </SheetEnd>
    </form>
  );
}

/** The amount of the last code of this provider, unless this device shows no amounts. */
function useOfferedAmount(provider: string): string {
  const isHidden = useIsMoneyHidden();
  const last = lastDeposit();
  if (isHidden || last.provider !== provider || last.amount === undefined) return '';
  return formatMoney(addWireMoney([last.amount]));
}

/** The label, the field, three amounts to take, and the button. */
export function QrFormSkeleton() {
  return (
    <>
      <Skeleton className="h-4 w-24" />
      <Skeleton className="h-16 rounded-control" />
      <div className="grid grid-cols-3 gap-2">
        <Repeated times={3}>
          <Skeleton className="h-11" />
        </Repeated>
      </div>
      <Skeleton className="mt-3 h-12 rounded-control" />
    </>
  );
}
