import { useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { usePreload } from '../platform/preload.ts';
import { Button } from '../ui/button.tsx';
import { fetchedDialog } from '../ui/fetched-dialog.ts';

type CancelWithdrawalProps = {
  id: string;
  /** The amount in words. */
  amount: string;
};

const Question = fetchedDialog(() => import('./cancel-withdrawal-question.tsx'));
const PARTS = [Question];

/** For a withdrawal that can still be cancelled: a button, and a question before it is done. */
export function CancelWithdrawal({ id, amount }: CancelWithdrawalProps) {
  const { t } = useI18n();
  const [isAsking, setAsking] = useState(false);
  usePreload(PARTS);
  return (
    <>
      <Button variant="line" size="s" onClick={() => setAsking(true)}>
        {t('withdraw.cancel')} <span className="sr-only">{amount}</span>
      </Button>
      <Question id={id} amount={amount} open={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
