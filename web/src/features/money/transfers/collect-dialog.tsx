import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { closeNow } from '../../../ui/close-now.ts';
import { useMoneyWords } from '../../../ui/money-words.ts';
import { balancesOf } from '../../../wallet/balances.ts';
import { MovementFailure } from '../../../wallet/movement-failure.tsx';
import { useCollect } from '../../../wallet/transfers.queries.ts';
import type { Wallet } from '../../../wallet/wallet.queries.ts';

type CollectDialogProps = { wallet: Wallet; open: boolean; onClose: () => void };

/** Brings the money of every game account to the main wallet. */
export default function CollectDialog({ wallet, open, onClose }: CollectDialogProps) {
  const { t } = useI18n();
  const collect = useCollect();
  const amount = useMoneyWords()(balancesOf(wallet).games, wallet.profile.currency);
  const send = () => collect.mutate({ to: MAIN_WALLET }, { onSettled: () => closeNow(onClose) });
  const confirm = { label: t('action.confirm'), onConfirm: () => open && send(), pending: collect.isPending };
  const leave = () => {
    collect.reset();
    collect.abandon();
  };

  return (
    <>
      <AlertDialog tone="question" open={open} onClose={onClose} title={t('collect.title')} confirm={confirm}>
        {t('collect.text', { amount })}
      </AlertDialog>
      <MovementFailure error={collect.error} wish="transfer" mayBePart onClose={leave} onRetry={send} />
    </>
  );
}
