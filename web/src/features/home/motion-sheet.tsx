import { useEffect, useEffectEvent } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useMovementPlace } from '../../wallet/movement-place.ts';
import { OpenWithdrawals } from '../../wallet/open-withdrawals.tsx';
import type { Wallet } from '../../wallet/wallet.queries.ts';
import { OutcomeRows } from '../money/outcomes/outcome-rows.tsx';

type MotionSheetProps = { wallet: Wallet; open: boolean; onClose: () => void };

/** What moves, and what has ended and was not read yet, one by one. */
export default function MotionSheet({ wallet, open, onClose }: MotionSheetProps) {
  const { t } = useI18n();
  // One of them was opened: its sheet takes the place of this one.
  const { id } = useMovementPlace();
  const leave = useEffectEvent(() => open && onClose());
  useEffect(() => {
    if (id !== null) leave();
  }, [id]);
  return (
    <Dialog open={open} onClose={onClose} title={t('motion.title')} readFirst>
      <OpenWithdrawals wallet={wallet} />
      <OutcomeRows wallet={wallet} />
      {(wallet.wallet.withdrawals ?? []).length === 0 && (
        <p className="mt-3 text-muted empty:hidden">{t('motion.nothing')}</p>
      )}
    </Dialog>
  );
}
