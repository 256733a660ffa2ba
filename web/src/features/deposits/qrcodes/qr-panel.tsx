import type { Minor } from '@krapao/contract/money.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Loader, Loading } from '../../../ui/loader.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { useRegainedFocus } from '../../../ui/use-regained-focus.ts';
import type { DepositBank, QrTerms } from '../deposits.queries.ts';
import { QrArrived, QrGone } from './qr-end.tsx';
import { QrForm } from './qr-form.tsx';
import { QrSkeleton } from './qr-skeleton.tsx';
import { QrWaiting } from './qr-waiting.tsx';
import { useQrcode } from './qrcodes.queries.ts';
import { useQrPhase } from './use-qr-phase.ts';

type QrPanelProps = { bank: DepositBank; terms: QrTerms; balance: Minor };

export function QrPanel({ bank, terms, balance }: QrPanelProps) {
  const { t, errorText } = useI18n();
  const { data, error, refetch, isFetching } = useQrcode(bank.bankCode);
  const askAgain = () => void refetch({ cancelRefetch: false });
  const { phase, secondsLeft, dismiss } = useQrPhase({ reply: data, balance, askAgain });
  const place = useRegainedFocus<HTMLDivElement>(phase.name);

  if (!data && error) return <RetryPanel text={errorText(error)} onRetry={askAgain} pending={isFetching} />;
  if (!data) {
    return (
      <Loading className="grid gap-3">
        <QrSkeleton />
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
