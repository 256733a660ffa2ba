import { addWireMoney } from '@krapao/contract/money.ts';
import { Check, Clock3, QrCode } from 'lucide-react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { useCloseDialog } from '../../../ui/dialog.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import type { DepositBank } from '../deposits.queries.ts';
import { svgUrl } from './qr-picture.ts';
import type { Qrcode } from './qrcodes.queries.ts';

type QrArrivedProps = { bank: DepositBank; code: Qrcode; onAgain: () => void };

export function QrArrived({ bank, code, onAgain }: QrArrivedProps) {
  const { t } = useI18n();
  const close = useCloseDialog();
  return (
    <div className="grid justify-items-center gap-5 pt-8 text-center">
      <span className="grid size-24 animate-appear place-items-center rounded-full bg-in/12">
        <span className="grid size-16 place-items-center rounded-full bg-in text-ink-0">
          <Check aria-hidden="true" strokeWidth={3} className="size-9" />
        </span>
      </span>
      <div role="status">
        <p className="text-lead font-bold">{t('deposit.arrived.title')}</p>
        <MoneyText
          minor={addWireMoney([code.amount])}
          currency={bank.currency}
          plus
          className="text-display font-bold text-in"
        />
        <p className="text-muted">{t('deposit.arrived.text')}</p>
      </div>
      <div className="mt-4 grid w-full gap-3">
        <Button variant="gold" block onClick={close}>
          {t('action.done')}
        </Button>
        <Button variant="line" block onClick={onAgain}>
          {t('deposit.arrived.again')}
        </Button>
      </div>
    </div>
  );
}

type QrGoneProps = { reason: 'expired' | 'closed'; code: Qrcode; onAgain: () => void };

/** The code stays in sight, too faint to be scanned: it is clear which one is meant. */
export function QrGone({ reason, code, onAgain }: QrGoneProps) {
  const { t } = useI18n();
  return (
    <div className="grid justify-items-center gap-5 pt-4 text-center">
      <div className="relative rounded-lg bg-paper/10 p-3.5">
        <img src={svgUrl(code.qrcode)} alt="" className="size-40 rounded-sm opacity-10 blur-[3px]" />
        <span className="absolute inset-0 m-auto grid size-16 place-items-center rounded-full bg-ink-2 text-gold">
          <Clock3 aria-hidden="true" className="size-8" />
        </span>
      </div>
      <div role="status">
        <p className="text-lead font-bold">{t(`deposit.qr.${reason}.title`)}</p>
        <p className="mx-auto max-w-xs text-balance text-muted">{t(`deposit.qr.${reason}.text`)}</p>
      </div>
      <Button variant="gold" block onClick={onAgain}>
        <QrCode aria-hidden="true" className="size-5" />
        {t('deposit.qr.again')}
      </Button>
    </div>
  );
}
