import { addWireMoney } from '@krapao/contract/money.ts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock3 from 'lucide-react/icons/clock-3';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Link } from '../../../platform/link.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useCloseDialog } from '../../../ui/dialog.tsx';
import { useMoneyWords } from '../../../ui/money-words.ts';
import { useKnownWallet } from '../../../wallet/wallet.queries.ts';
import { useNewestSlip } from './slips.queries.ts';

/** What became of the slip: received, and then credited or refused. */
export function SlipSent({ onAnother }: { onAnother: () => void }) {
  const { t } = useI18n();
  const close = useCloseDialog();
  const { Icon, look, text } = useSlipTold();
  return (
    <div className={classNames('rounded-md p-4', look)}>
      <p role="status" className="flex gap-2.5 font-semibold">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span className="text-text">{text}</span>
      </p>
      <div className="settles mt-3.5 flex flex-wrap gap-3">
        <Button variant="plain" className="flex-1 px-3!" onClick={onAnother}>
          {t('deposit.slip.another')}
        </Button>
        <Link
          to="/user/statement?slips=open"
          onClick={close}
          className={`${buttonClass({ variant: 'plain' })} flex-1 px-3!`}
        >
          {t('deposit.slip.status')}
          <ChevronRight aria-hidden="true" className="size-4.5" />
        </Link>
      </div>
    </div>
  );
}

function useSlipTold() {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const currency = useKnownWallet()?.profile.currency ?? 'BAHT';
  const { data: slip } = useNewestSlip();
  if (slip?.status === 'SUCCESS') {
    const amount = moneyWords(addWireMoney([slip.amount ?? 0]), currency);
    return { Icon: CircleCheck, look: 'bg-in/9 text-in', text: t('outcome.arrived', { amount }) };
  }
  if (slip?.status === 'FAILED')
    return { Icon: CircleAlert, look: 'bg-out/10 text-out', text: t(`slip.${slip.note ?? 'UNKNOW_ERROR'}`) };
  return { Icon: Clock3, look: 'bg-info/10 text-info', text: t('error.SLIP_RECEIVED') };
}
