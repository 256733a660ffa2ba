import type { LucideIcon } from 'lucide-react';
import HandCoins from 'lucide-react/icons/hand-coins';
import Undo2 from 'lucide-react/icons/undo-2';
import WalletMinimal from 'lucide-react/icons/wallet-minimal';
import { useI18n } from '../i18n/i18n.tsx';
import { AlertDialog } from '../ui/alert-dialog.tsx';

type CancelQuestionProps = {
  open: boolean;
  /** The granted amount, as a text. */
  granted: string;
  isPending: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** Cancelling costs money: the member reads the effects before confirming. */
export function CancelQuestion({ open, granted, isPending, onClose, onConfirm }: CancelQuestionProps) {
  const { t } = useI18n();
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      tone="question"
      title={t('bonus.cancel.question')}
      closeLabel={t('bonus.cancel.stay')}
      confirm={{ label: t('bonus.cancel'), onConfirm, pending: isPending, isLoss: true }}
    >
      <ul className="mt-3 grid gap-3 text-left text-small">
        <Effect icon={WalletMinimal} text={t('bonus.cancel.home')} />
        <Effect icon={Undo2} text={t('bonus.cancel.back', { amount: granted })} />
        <Effect icon={HandCoins} text={t('bonus.cancel.keep')} />
      </ul>
    </AlertDialog>
  );
}

function Effect({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <li className="flex gap-3 text-text">
      <Icon aria-hidden="true" className="mt-px size-5 shrink-0 text-muted" />
      <span className="min-w-0 text-pretty">{text}</span>
    </li>
  );
}
