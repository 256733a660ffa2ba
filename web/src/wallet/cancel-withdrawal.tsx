import { useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { usePreload } from '../platform/preload.ts';
import { deviceTimeOf } from '../platform/server-clock.ts';
import { Button } from '../ui/button.tsx';
import { clockText, useSecondsUntil } from '../ui/countdown.ts';
import { fetchedDialog } from '../ui/fetched-dialog.ts';

type CancelWithdrawalProps = {
  id: string;
  /** The amount in words. */
  amount: string;
  /** When it leaves for the bank; left out once it may. */
  leavesAt?: string | undefined;
};

const Question = fetchedDialog(() => import('./cancel-withdrawal-question.tsx'));
const PARTS = [Question];

/** For a withdrawal that can still be cancelled: the time that is left, a button, and a question before it is done. */
export function CancelWithdrawal({ id, amount, leavesAt }: CancelWithdrawalProps) {
  const { t } = useI18n();
  const secondsLeft = useSecondsUntil(leavesAt ? deviceTimeOf(leavesAt) : 0);
  const [isAsking, setAsking] = useState(false);
  usePreload(PARTS);
  return (
    <>
      {secondsLeft > 0 && (
        <p className="figures text-tiny text-pretty text-muted">
          {t('withdraw.leaves', { time: clockText(secondsLeft) })}
        </p>
      )}
      <Button variant="plain" size="s" onClick={() => setAsking(true)}>
        {t('withdraw.cancel')} <span className="sr-only">{amount}</span>
      </Button>
      <Question id={id} amount={amount} open={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
