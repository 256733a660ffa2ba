import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import { PiggyBank } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ConditionTerms } from '../../../conditions/condition-terms.tsx';
import { isGranting } from '../../../conditions/use-grant.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { isHandled } from '../../../platform/failures.ts';
import { isAnswer } from '../../../platform/idempotency.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { MoneyText, moneyText } from '../../../ui/money-text.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { type RefundCheck, useAddRefund } from './refunds.queries.ts';

type PotCardProps = { check: RefundCheck; currency: Currency };

/** What was claimed lies here until the member takes it, and its condition with it. */
export function PotCard({ check, currency }: PotCardProps) {
  const { t } = useI18n();
  const [isAsked, setIsAsked] = useState(false);
  const pot = addWireMoney([check.pot]);
  return (
    <section
      aria-label={t('refund.pot')}
      className="flex flex-wrap items-center gap-x-3.5 gap-y-3 rounded-md border border-ink-3 bg-ink-2/50 px-4 py-3.5"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-control bg-reward/15 text-reward">
        <PiggyBank aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-small text-muted">{t('refund.pot')}</p>
        <MoneyText minor={pot} currency={currency} className="text-lead font-bold" />
      </div>
      {pot > 0n && (
        <Button
          size="s"
          variant="gold"
          disabled={check.bonus}
          aria-describedby={check.bonus ? 'refund-why' : undefined}
          onClick={() => setIsAsked(true)}
        >
          {t('refund.add')}
        </Button>
      )}
      {pot === 0n && <p className="basis-full text-small text-muted">{t('refund.potEmpty')}</p>}
      <AddQuestion check={check} currency={currency} open={isAsked} onClose={() => setIsAsked(false)} />
    </section>
  );
}

type AddQuestionProps = PotCardProps & { open: boolean; onClose: () => void };

function AddQuestion({ check, currency, open, onClose }: AddQuestionProps) {
  const { t, errorText } = useI18n();
  const add = useAddRefund();
  // The pot is empty as soon as it is done, while the question is still closing.
  const asked = useLast(open && check.pot > 0 ? check.pot : null) ?? 0;
  const send = () =>
    add.mutate(
      {},
      {
        onSuccess: () => {
          // Closed before anything else can be pressed: the button would otherwise be alive again for a moment.
          flushSync(onClose);
          showToast({ tone: 'success', text: t('refund.added') });
        },
        onError: (failure) => {
          // Without an answer the question stays, and asking again is asking for the same.
          if (isAnswer(failure)) onClose();
          if (!isHandled(failure)) showToast({ tone: 'error', text: errorText(failure) });
        },
      },
    );
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      tone="question"
      title={t('refund.addQuestion', { amount: moneyText(addWireMoney([asked]), currency) })}
      closeLabel={t('action.cancel')}
      confirm={{ label: t('action.confirm'), onConfirm: () => open && !isGranting() && send(), pending: add.isPending }}
    >
      <div className="mt-4">
        <ConditionTerms success={check.refundSuccess} fail={check.refundFail} />
      </div>
    </AlertDialog>
  );
}
