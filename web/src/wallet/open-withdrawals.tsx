import { addWireMoney } from '@krapao/contract/money.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { Chip } from '../ui/chip.tsx';
import { useMoneyWords } from '../ui/money-words.ts';
import { CancelWithdrawal } from './cancel-withdrawal.tsx';
import { WITHDRAWAL_LABELS } from './movement-labels.ts';
import { openMovement } from './movement-place.ts';
import { useStepText } from './use-step-text.ts';
import type { Wallet } from './wallet.queries.ts';

/** The withdrawals whose money is set aside: how far each is, and a way to cancel it; nothing where there is none. */
export function OpenWithdrawals({ wallet }: { wallet: Wallet }) {
  const { t } = useI18n();
  const stepText = useStepText();
  const moneyWords = useMoneyWords();
  const { currency } = wallet.profile;
  const open = wallet.wallet.withdrawals ?? [];
  if (open.length === 0) return null;
  return (
    <ul aria-label={t('withdraw.open')} className="mt-3 grid gap-2">
      {open.map(({ id, amount, step, canCancel, leavesAt }) => {
        const money = moneyWords(addWireMoney([amount]), currency);
        const { key, tone } = WITHDRAWAL_LABELS[step];
        const note = stepText({ step, leavesAt });
        return (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-ink-2 px-3.5 py-2.5 text-small"
          >
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => openMovement(id)}
              className="min-h-11 min-w-0 text-left"
            >
              <span className="flex flex-wrap items-center gap-x-2">
                {t('withdraw.one', { amount: money })} <Chip tone={tone}>{t(key)}</Chip>
              </span>
              {note && <span className="block text-tiny text-pretty text-muted">{note}</span>}
            </button>
            {canCancel && <CancelWithdrawal id={id} amount={money} leavesAt={leavesAt} />}
          </li>
        );
      })}
    </ul>
  );
}
