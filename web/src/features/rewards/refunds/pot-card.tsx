import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import PiggyBank from 'lucide-react/icons/piggy-bank';
import { useState } from 'react';
import { GrantQuestion } from '../../../conditions/grant-question.tsx';
import { useObstacle } from '../../../conditions/obstacle.tsx';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { closeNow } from '../../../ui/close-now.ts';
import { IconTile } from '../../../ui/icon-tile.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { useMoneyWords } from '../../../ui/money-words.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { type RefundCheck, useAddRefund } from './refunds.queries.ts';

type PotCardProps = { check: RefundCheck; currency: Currency };

/** Claimed money stays in the pot until the member takes it, together with its condition. */
export function PotCard({ check, currency }: PotCardProps) {
  const { t } = useI18n();
  const [isAsked, setIsAsked] = useState(false);
  const moneyWords = useMoneyWords();
  const pot = addWireMoney([check.pot]);
  // By the time that it is told, the pot is empty.
  const taken = useLast(pot > 0n ? pot : null) ?? 0n;
  const done = () => {
    closeNow(() => setIsAsked(false));
    showToast({ tone: 'success', text: t('refund.added', { amount: moneyWords(taken, currency) }) });
  };
  const add = useAddRefund(done);
  const obstacle = useObstacle('REFUND_CONDITION', add);
  return (
    <section
      aria-label={t('refund.pot')}
      className="flex flex-wrap items-center gap-x-3.5 gap-y-3 rounded-md bg-ink-2 px-4 py-3.5"
    >
      <IconTile icon={PiggyBank} className="size-10 bg-reward/15 text-reward" />
      <div className="min-w-0 flex-1">
        <p className="text-small text-muted">{t('refund.pot')}</p>
        <MoneyText minor={pot} currency={currency} className="text-lead font-bold" />
      </div>
      {pot > 0n && (
        <Button
          size="s"
          // Claiming, where there is something to claim, is the next step.
          variant={check.result ? 'plain' : 'gold'}
          disabled={check.bonus}
          aria-describedby={check.bonus ? 'refund-why' : undefined}
          onClick={() => setIsAsked(true)}
        >
          {t('refund.add')}
        </Button>
      )}
      {pot === 0n && <p className="basis-full text-small text-muted">{t('refund.potEmpty')}</p>}
      <GrantQuestion
        open={isAsked}
        onClose={() => setIsAsked(false)}
        grant={add}
        amount={check.pot}
        currency={currency}
        obstacle={obstacle}
        terms={{ success: check.refundSuccess, fail: check.refundFail }}
        question={(amount) => t('refund.addQuestion', { amount })}
        confirmLabel={t('action.confirm')}
        onDone={done}
      />
    </section>
  );
}
