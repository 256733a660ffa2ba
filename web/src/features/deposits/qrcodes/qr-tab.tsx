import { addWireMoney, type Minor } from '@krapao/contract/money.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { deviceTimeOf } from '../../../platform/server-clock.ts';
import { bankName } from '../../../ui/bank-name.ts';
import { useSecondsUntil } from '../../../ui/countdown.ts';
import { Loader, Loading } from '../../../ui/loader.tsx';
import { RadioRow } from '../../../ui/radio-row.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { useRegainedFocus } from '../../../ui/use-regained-focus.ts';
import { BankMark } from '../../../wallet/bank-mark.tsx';
import { depositInSight } from '../../../wallet/outcomes.ts';
import { readWallet, useKnownWallet } from '../../../wallet/wallet.queries.ts';
import type { DepositBank, QrTerms } from '../deposits.queries.ts';
import { QrArrived, QrGone } from './qr-end.tsx';
import { QrForm, QrFormSkeleton } from './qr-form.tsx';
import { type QrPhase, qrPhase, type Watched } from './qr-phase.ts';
import { QrWaiting } from './qr-waiting.tsx';
import { type QrcodeReply, useQrcode, waitingProvider } from './qrcodes.queries.ts';

/** One panel per provider. It starts where a code is known to wait. */
export function QrTab({ banks }: { banks: readonly DepositBank[] }) {
  const wallet = useKnownWallet();
  const [chosen, setChosen] = useState(() => waitingProvider(banks.map(({ bankCode }) => bankCode)));
  const bank = banks.find(({ bankCode }) => bankCode === chosen) ?? banks[0];
  if (!bank?.qrcode || !wallet) return null;
  const balance = addWireMoney([wallet.wallet.amount]);
  return (
    <div className="grid gap-4">
      {banks.length > 1 && <ProviderChoice banks={banks} value={bank.bankCode} onChange={setChosen} />}
      <QrPanel key={bank.bankCode} bank={bank} terms={bank.qrcode} balance={balance} />
    </div>
  );
}

type ProviderChoiceProps = { banks: readonly DepositBank[]; value: string; onChange: (code: string) => void };

function ProviderChoice({ banks, value, onChange }: ProviderChoiceProps) {
  const { t, locale } = useI18n();
  const options = banks.map(({ bankCode, bank }) => ({
    value: bankCode,
    title: bankName(bank, locale),
    label: (
      <>
        <BankMark code={bankCode} className="size-8" />
        {bankCode}
        <span className="sr-only">{bankName(bank, locale)}</span>
      </>
    ),
  }));
  return <RadioRow look="tiles" label={t('deposit.qr.provider')} options={options} value={value} onChange={onChange} />;
}

type QrPanelProps = { bank: DepositBank; terms: QrTerms; balance: Minor };

/** A form, the code that waits to be paid, or how it ended. */
function QrPanel({ bank, terms, balance }: QrPanelProps) {
  const { t, errorText } = useI18n();
  const { data, error, refetch, isFetching } = useQrcode(bank.bankCode);
  const askAgain = () => void refetch({ cancelRefetch: false });
  const { phase, secondsLeft, dismiss } = useQrPhase({ reply: data, balance, askAgain });
  const place = useRegainedFocus<HTMLDivElement>(phase.name);
  useInSight(phase);

  if (!data && error) return <RetryPanel text={errorText(error)} onRetry={askAgain} pending={isFetching} />;
  if (!data) {
    return (
      <Loading className="grid gap-3">
        <QrFormSkeleton />
      </Loading>
    );
  }
  return (
    <div ref={place} tabIndex={-1}>
      {phase.name === 'none' && <QrForm bank={bank} terms={terms} />}
      {phase.name === 'waiting' && (
        <QrWaiting bank={bank} terms={terms} code={phase.code} secondsLeft={secondsLeft} onCancelled={dismiss} />
      )}
      {phase.name === 'checking' && <Loader label={t('deposit.qr.checking')} />}
      {phase.name === 'arrived' && <QrArrived bank={bank} code={phase.code} onAgain={dismiss} />}
      {(phase.name === 'expired' || phase.name === 'closed') && (
        <QrGone reason={phase.name} code={phase.code} onAgain={dismiss} />
      )}
    </div>
  );
}

/** The sheet itself tells that the code's money has arrived. */
function useInSight(phase: QrPhase): void {
  const amount = phase.name === 'waiting' || phase.name === 'arrived' ? phase.code.amount : null;
  useEffect(() => {
    if (amount === null) return;
    depositInSight.set(amount);
    return () => depositInSight.set(null);
  }, [amount]);
}

type QrWatch = { reply: QrcodeReply | undefined; balance: Minor; askAgain: () => void };

/** Follows a code from its first reading to its end, or until the member dismisses it. */
function useQrPhase({ reply, balance, askAgain }: QrWatch) {
  const [seen, setSeen] = useState<Watched | null>(null);
  const [dismissedId, setDismissedId] = useState('');
  const [checkedId, setCheckedId] = useState('');
  if (reply?.hasQrcode && reply.qrcodeId !== seen?.code.qrcodeId) setSeen({ code: reply, balance });

  const watched = seen?.code.qrcodeId === dismissedId ? null : seen;
  const id = watched?.code.qrcodeId ?? null;
  const secondsLeft = useSecondsUntil(watched ? deviceTimeOf(watched.code.expireIn) : 0);
  const isClosed = reply?.hasQrcode === false;

  // A changed balance and the end of the code's time are both a reason to read the code again.
  const isOver = watched !== null && secondsLeft === 0;
  const look = useEffectEvent((_reason: [Minor, boolean]) => {
    if (watched && !isClosed) askAgain();
  });
  useEffect(() => look([balance, isOver]), [balance, isOver]);

  useEffect(() => {
    if (id && isClosed) void readWallet().then(() => setCheckedId(id));
  }, [id, isClosed]);

  return {
    phase: qrPhase({ watched, balance, secondsLeft, isClosed, isChecked: checkedId === id }),
    secondsLeft,
    dismiss: () => setDismissedId(id ?? ''),
  };
}
