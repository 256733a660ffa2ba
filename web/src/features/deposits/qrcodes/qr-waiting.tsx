import { addWireMoney } from '@krapao/contract/money.ts';
import Download from 'lucide-react/icons/download';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { clockText } from '../../../ui/countdown.ts';
import { useCloseDialog } from '../../../ui/dialog.tsx';
import { MoneyText, moneyText } from '../../../ui/money-text.tsx';
import { usePublicMoneyWords } from '../../../ui/money-words.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { SheetEnd } from '../../../ui/sheet-end.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useFailureToast } from '../../../ui/use-failure-toast.ts';
import { walletChanged } from '../../../wallet/wallet.queries.ts';
import { CreditedNote } from '../credited-note.tsx';
import type { DepositBank, QrTerms } from '../deposits.queries.ts';
import { canSavePicture, qrPicture, savePicture, svgUrl } from './qr-picture.ts';
import { type Qrcode, useCancelQrcode } from './qrcodes.queries.ts';

const HURRY_SECONDS = 60;

type QrWaitingProps = {
  bank: DepositBank;
  terms: QrTerms;
  code: Qrcode;
  secondsLeft: number;
  onCancelled: () => void;
};

export function QrWaiting({ bank, terms, code, secondsLeft, onCancelled }: QrWaitingProps) {
  const close = useCloseDialog();
  const { t } = useI18n();
  const tellFailure = useFailureToast();
  const cancel = useCancelQrcode(bank.bankCode);
  const amount = addWireMoney([code.amount]);
  // As the bank's app names it.
  const name = bank.bankAccountName;
  const altText = t('deposit.qr.image', { amount: usePublicMoneyWords()(amount, bank.currency), name });

  const done = () => {
    showToast({ tone: 'info', text: t('deposit.qr.refresh') });
    close();
    walletChanged();
  };
  const giveUp = () => cancel.mutate({ qrcodeId: code.qrcodeId }, { onSuccess: onCancelled, onError: tellFailure });
  const save = async () => {
    try {
      await savePicture(
        await qrPicture(code.qrcode, { amount: moneyText(amount, bank.currency), name }),
        `${bank.bankCode}-${code.amount}.png`,
      );
    } catch {
      showToast({ tone: 'error', text: t('deposit.qr.saveFailed') });
    }
  };

  return (
    <div className="grid justify-items-center gap-2.5">
      <Countdown secondsLeft={secondsLeft} lifeSeconds={terms.lifeMinutes * 60} />
      {/* Over the code, so that a picture of the screen has both. */}
      <MoneyText
        minor={amount}
        currency={bank.currency}
        isPublic
        className="text-title font-bold"
        signClassName="mr-1 text-[0.7em] text-muted"
      />
      <div className="rounded-lg bg-paper p-2 shadow-card">
        <img
          src={svgUrl(code.qrcode)}
          alt={altText}
          className="size-[min(14rem,60vw,26dvh)] sm:size-[min(13rem,26dvh)]"
        />
      </div>
      <Payee name={name} />
      {canSavePicture() ? (
        <Button size="s" onClick={save}>
          <Download aria-hidden="true" className="size-4" />
          {t('deposit.qr.save')}
        </Button>
      ) : (
        <p className="text-small text-muted">{t('deposit.qr.screenshot')}</p>
      )}
      <SheetEnd>
        <div className="settles grid grid-cols-[1fr_1.6fr] gap-3">
          <Button variant="plain" pending={cancel.isPending} onClick={giveUp}>
            {t('action.cancel')}
          </Button>
          <Button variant="gold" onClick={done}>
            {t('deposit.qr.done')}
          </Button>
        </div>
      </SheetEnd>
    </div>
  );
}

function Payee({ name }: { name: string }) {
  const { t } = useI18n();
  return (
    <div className="text-center">
      <p className="text-small text-muted">
        {t('deposit.qr.payee')} <span className="font-semibold text-text">{name}</span>
      </p>
      <p className="mb-0.5 text-small text-balance text-muted">{t('deposit.qr.scan')}</p>
      <CreditedNote />
    </div>
  );
}

function Countdown({ secondsLeft, lifeSeconds }: { secondsLeft: number; lifeSeconds: number }) {
  const { t } = useI18n();
  const isHurried = secondsLeft < HURRY_SECONDS;
  return (
    <div className="grid w-full max-w-61 gap-1.5">
      <p className="flex items-baseline justify-between gap-3 text-small text-muted">
        {t('deposit.qr.expiresIn')}
        <span role="timer" className={classNames('figures text-lead font-bold', isHurried ? 'text-out' : 'text-text')}>
          {clockText(secondsLeft)}
        </span>
      </p>
      <ProgressBar
        label={t('deposit.qr.expiresIn')}
        share={secondsLeft / lifeSeconds}
        tone={isHurried ? 'out' : 'gold'}
      />
    </div>
  );
}
