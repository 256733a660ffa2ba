import { useI18n } from '../../i18n/i18n.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DepositTabs } from './deposit-tabs.tsx';
import { useSlipUpload } from './slips/use-slip-upload.ts';

type DepositSheetProps = { open: boolean; onClose: () => void };

/** Needs a wallet that the screen below the sheet has read. */
export default function DepositSheet({ open, onClose }: DepositSheetProps) {
  const { t } = useI18n();
  // The upload outlives the closing of the sheet: a slip under way still arrives.
  const slip = useSlipUpload();
  return (
    <Dialog open={open} onClose={onClose} title={t('deposit.title')} readFirst>
      <DepositTabs slip={slip} />
    </Dialog>
  );
}
