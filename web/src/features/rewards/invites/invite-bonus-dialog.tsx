import { addWireMoney } from '@krapao/contract/money.ts';
import { flushSync } from 'react-dom';
import { ConditionTerms } from '../../../conditions/condition-terms.tsx';
import { isGranting } from '../../../conditions/use-grant.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { isHandled } from '../../../platform/failures.ts';
import { isAnswer } from '../../../platform/idempotency.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { moneyText } from '../../../ui/money-text.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useLast } from '../../../ui/use-last.ts';
import type { Wallet } from '../../../wallet/wallet.queries.ts';
import { useReceiveInviteBonus } from './invites.queries.ts';

type InviteBonusDialogProps = { wallet: Wallet; open: boolean; onClose: () => void };

/** Asks before the bonus is received, because a condition comes with it. */
export default function InviteBonusDialog({ wallet, open, onClose }: InviteBonusDialogProps) {
  const { t, errorText } = useI18n();
  const receive = useReceiveInviteBonus();
  const { invite, profile } = wallet;
  // Nothing is left of it as soon as it is done, while the question is still closing.
  const asked = useLast(open && invite.amount > 0 ? invite.amount : null) ?? 0;
  const send = () =>
    receive.mutate(
      {},
      {
        onSuccess: () => {
          // Closed before anything else can be pressed: the button would otherwise be alive again for a moment.
          flushSync(onClose);
          showToast({ tone: 'success', text: t('error.INVITE_BONUS_SUCCESS') });
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
      title={t('invite.receiveQuestion', { amount: moneyText(addWireMoney([asked]), profile.currency) })}
      closeLabel={t('action.cancel')}
      confirm={{
        label: t('action.receive'),
        onConfirm: () => open && !isGranting() && send(),
        pending: receive.isPending,
      }}
    >
      <div className="mt-4">
        <ConditionTerms success={invite.success} fail={invite.fail} />
      </div>
    </AlertDialog>
  );
}
