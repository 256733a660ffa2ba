import { addWireMoney, type Minor } from '@krapao/contract/money.ts';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { deviceTimeOf } from '../../../platform/server-clock.ts';
import { bankName } from '../../../ui/bank-name.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useSecondsUntil } from '../../../ui/countdown.ts';
import { Loader, Loading } from '../../../ui/loader.tsx';
import { usePublicMoneyWords } from '../../../ui/money-words.ts';
import { RadioRow } from '../../../ui/radio-row.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { useRegainedFocus } from '../../../ui/use-regained-focus.ts';
import { BankMark } from '../../../wallet/bank-mark.tsx';
import { depositInSight } from '../../../wallet/outcomes.ts';
import { readWallet, useKnownWallet, type Wallet } from '../../../wallet/wallet.queries.ts';
import type { DepositBank, QrTerms } from '../deposits.queries.ts';
import { lastDeposit } from '../last-deposit.ts';
import { type Arrived, QrGone } from './qr-end.tsx';
import { QrForm, QrFormSkeleton } from './qr-form.tsx';
import { type QrPhase, qrPhase, type Watched } from './qr-phase.ts';
import { QrWaiting } from './qr-waiting.tsx';
import { type QrcodeReply, useQrcode, waitingProvider } from './qrcodes.queries.ts';

type QrTabProps = { banks: readonly DepositBank[]; onArrived: (arrived: Arrived) => void };

/** One panel per provider. It starts where a code is known to wait, or at the provider that was used last. */
export function QrTab({ banks, onArrived }: QrTabProps) {
  const wallet = useKnownWallet();
  const [chosen, setChosen] = useState(
    () => waitingProvider(banks.map(({ bankCode }) => bankCode)) ?? lastDeposit().provider,
  );
  const bank = banks.find(({ bankCode }) => bankCode === chosen) ?? banks[0];
  if (!bank?.qrcode || !wallet) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {banks.length > 1 && <ProviderChoice banks={banks} chosen={bank} onChange={setChosen} />}
      <QrPanel key={bank.bankCode} bank={bank} terms={bank.qrcode} wallet={wallet} onArrived={onArrived} />
    </div>
  );
}

type ProviderChoiceProps = {
  banks: readonly DepositBank[];
  chosen: DepositBank;
  onChange: (code: string) => void;
};

/** What differs between the ways is the least amount; those that are not chosen are folded away. */
function ProviderChoice({ banks, chosen, onChange }: ProviderChoiceProps) {
  const { t } = useI18n();
  const waits = useQrcode(chosen.bankCode).data?.hasQrcode === true;
  return (
    // Made anew, and so folded, where a code has come or gone.
    <details key={String(waits)} className="group rounded-md bg-ink-2 px-3">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-md py-1.5 text-small [&::-webkit-details-marker]:hidden">
        <Provider bank={chosen} hasCode={waits} />
        <span className={classNames('shrink-0 text-muted', waits && 'max-[22.4rem]:sr-only')}>
          {t('deposit.qr.others')}
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-4.5 shrink-0 text-muted transition-[rotate] group-open:rotate-180"
        />
      </summary>
      <div className="pb-3">
        <RadioRow
          look="rows"
          label={t('deposit.qr.provider')}
          options={banks.map((bank) => ({ value: bank.bankCode, label: <Provider bank={bank} /> }))}
          value={chosen.bankCode}
          onChange={onChange}
        />
      </div>
    </details>
  );
}

type ProviderProps = {
  bank: DepositBank;
  /** A code of it waits: what it takes at least is no question any more. */
  hasCode?: boolean;
};

function Provider({ bank: { bankCode, bank, bankType, qrcode, currency }, hasCode = false }: ProviderProps) {
  const { t, locale } = useI18n();
  const moneyWords = usePublicMoneyWords();
  const name = bankName(bank, locale);
  const isGateway = bankType === 'PAYMENT';
  return (
    <>
      <BankMark code={bankCode} className={classNames('shrink-0', hasCode ? 'size-8' : 'size-10')} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">
          {isGateway ? t('deposit.qr.anyBank') : name}{' '}
          {isGateway && <span className="text-tiny font-normal text-muted">{name}</span>}
        </span>{' '}
        {!hasCode && (
          <span className="block text-tiny font-normal text-muted">
            {t('deposit.qr.minimum', { amount: moneyWords(addWireMoney([qrcode?.minimum ?? 0]), currency) })}
          </span>
        )}
      </span>
    </>
  );
}

type QrPanelProps = {
  bank: DepositBank;
  terms: QrTerms;
  wallet: Wallet;
  onArrived: (arrived: Arrived) => void;
};

/** A form, the code that waits to be paid, or that it can no longer be paid. */
function QrPanel({ bank, terms, wallet, onArrived }: QrPanelProps) {
  const { t, errorText } = useI18n();
  const { data, error, refetch, isFetching } = useQrcode(bank.bankCode);
  const askAgain = () => void refetch({ cancelRefetch: false });
  const { phase, secondsLeft, dismiss } = useQrPhase({ reply: data, wallet, askAgain });
  const place = useRegainedFocus<HTMLDivElement>(phase.name);
  useInSight(phase);
  const hasArrived = phase.name === 'arrived';
  const tellArrived = useEffectEvent(() => {
    if (phase.name !== 'arrived') return;
    onArrived({ amount: phase.code.amount, coinsBefore: phase.coinsBefore, currency: bank.currency });
  });
  useLayoutEffect(() => {
    if (hasArrived) tellArrived();
  }, [hasArrived]);

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
      {/* Until the sheet has taken over from a code that was paid, it stays: nothing jumps. */}
      {(phase.name === 'waiting' || phase.name === 'arrived') && (
        <QrWaiting bank={bank} terms={terms} code={phase.code} secondsLeft={secondsLeft} onCancelled={dismiss} />
      )}
      {phase.name === 'checking' && <Loader label={t('deposit.qr.checking')} />}
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

type QrWatch = { reply: QrcodeReply | undefined; wallet: Wallet; askAgain: () => void };

/** Follows a code from its first reading to its end, or until the member dismisses it. */
function useQrPhase({ reply, wallet, askAgain }: QrWatch) {
  const balance = addWireMoney([wallet.wallet.amount]);
  const coins = wallet.profile.coin;
  const [seen, setSeen] = useState<Watched | null>(null);
  const [dismissedId, setDismissedId] = useState('');
  const [checkedId, setCheckedId] = useState('');
  if (reply?.hasQrcode && reply.qrcodeId !== seen?.code.qrcodeId) setSeen({ code: reply, balance, coins });

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
