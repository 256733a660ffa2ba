import { addWireMoney } from '@krapao/contract/money.ts';
import { GrantQuestion } from '../../../conditions/grant-question.tsx';
import { useObstacle } from '../../../conditions/obstacle.tsx';
import { useI18n } from '../../../i18n/i18n.tsx';
import { closeNow } from '../../../ui/close-now.ts';
import { useMoneyWords } from '../../../ui/money-words.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useLast } from '../../../ui/use-last.ts';
import type { Wallet } from '../../../wallet/wallet.queries.ts';
import { useReceiveInviteBonus } from './invites.queries.ts';

type InviteBonusDialogProps = { wallet: Wallet; open: boolean; onClose: () => void };

export default function InviteBonusDialog({ wallet: { invite, profile }, open, onClose }: InviteBonusDialogProps) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  // By the time that it is told, nothing is left to receive.
  const received = useLast(invite.amount > 0 ? invite.amount : null) ?? 0;
  const done = () => {
    closeNow(onClose);
    const amount = moneyWords(addWireMoney([received]), profile.currency);
    showToast({ tone: 'success', text: t('invite.received', { amount }) });
  };
  const grant = useReceiveInviteBonus(done);
  return (
    <GrantQuestion
      open={open}
      onClose={onClose}
      grant={grant}
      amount={invite.amount}
      currency={profile.currency}
      obstacle={useObstacle('BONUS_ALREADY_ACTIVE', grant)}
      terms={invite}
      question={(amount) => t('invite.receiveQuestion', { amount })}
      confirmLabel={t('action.receive')}
      onDone={done}
    />
  );
}
