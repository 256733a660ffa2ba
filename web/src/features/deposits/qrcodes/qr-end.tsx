import { addWireMoney, type Currency, type Minor } from '@krapao/contract/money.ts';
import Check from 'lucide-react/icons/check';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import Clock3 from 'lucide-react/icons/clock-3';
import Gamepad2 from 'lucide-react/icons/gamepad-2';
import QrCode from 'lucide-react/icons/qr-code';
import { useEffect } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { useCloseDialog } from '../../../ui/dialog.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { useCounted } from '../../../ui/use-counted.ts';
import { depositInSight } from '../../../wallet/outcomes.ts';
import { useKnownWallet } from '../../../wallet/wallet.queries.ts';
import { svgUrl } from './qr-picture.ts';
import type { Qrcode } from './qrcodes.queries.ts';

/** A deposit that arrived while the member looked on. */
export type Arrived = { amount: number; coinsBefore: number; currency: Currency };

type QrArrivedProps = { arrived: Arrived; onAgain: () => void; onPlay: (amount: Minor) => void };

export function QrArrived({ arrived: { amount, coinsBefore, currency }, onAgain, onPlay }: QrArrivedProps) {
  const { t } = useI18n();
  const close = useCloseDialog();
  const coins = (useKnownWallet()?.profile.coin ?? coinsBefore) - coinsBefore;
  const minor = addWireMoney([amount]);
  useEffect(() => {
    depositInSight.set(amount);
    return () => depositInSight.set(null);
  }, [amount]);
  const play = () => {
    close();
    onPlay(minor);
  };
  return (
    // The sheet keeps the height of the code: the news stands in its middle, the buttons at its end.
    <div className="grid grid-rows-[1fr_auto] gap-6 text-center">
      <div className="grid content-center justify-items-center gap-5 pt-4">
        <span className="grid size-24 animate-appear place-items-center rounded-full bg-in/12">
          <span className="grid size-16 place-items-center rounded-full bg-in text-ink-0">
            <Check aria-hidden="true" strokeWidth={3} className="size-9 animate-draw [stroke-dasharray:24]" />
          </span>
        </span>
        <div role="status">
          <p className="text-lead font-bold">{t('deposit.arrived.title')}</p>
          <MoneyText minor={minor} currency={currency} plus className="sr-only" />
          <CountedUp minor={minor} currency={currency} />
          <p className="text-muted">{t('deposit.arrived.text')}</p>
          {coins > 0 && (
            <p className="figures mt-2 inline-flex animate-appear items-center gap-1.5 rounded-full bg-copper/12 px-3 py-1 font-bold text-copper">
              <CircleDollarSign aria-hidden="true" className="size-4.5" />
              {coins === 1 ? t('deposit.arrived.coin', { n: coins }) : t('deposit.arrived.coins', { n: coins })}
            </p>
          )}
        </div>
      </div>
      <div className="grid gap-3">
        <Button variant="gold" block onClick={play}>
          <Gamepad2 aria-hidden="true" className="size-5" />
          {t('deposit.arrived.play')}
        </Button>
        <Button variant="plain" block onClick={onAgain}>
          {t('deposit.arrived.again')}
        </Button>
      </div>
    </div>
  );
}

const COUNT_MS = 700;

/** For the eye alone: the figure itself is told beside it. */
function CountedUp({ minor, currency }: { minor: Minor; currency: Currency }) {
  const shown = useCounted(minor, COUNT_MS, 0n);
  return (
    <span aria-hidden="true">
      <MoneyText minor={shown} currency={currency} plus className="text-display font-bold text-in" />
    </span>
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
        <span className="absolute inset-0 m-auto grid size-16 place-items-center rounded-full bg-ink-2 text-muted">
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
