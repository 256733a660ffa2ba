import { useI18n } from '../../i18n/i18n.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Wallet } from '../../wallet/wallet.queries.ts';
import { DepositTabs } from './deposit-tabs.tsx';
import { useSlipUpload } from './slips/use-slip-upload.ts';

type DepositSheetProps = { wallet: Wallet; open: boolean; onClose: () => void };

export default function DepositSheet({ wallet, open, onClose }: DepositSheetProps) {
  const { t } = useI18n();
  // Outlives the closing of the sheet: a slip that is on its way arrives all the same.
  const slip = useSlipUpload();
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={t('deposit.title')} readFirst>
      <DepositTabs wallet={wallet} slip={slip} onClose={onClose} />
    </Dialog>
  );
}
