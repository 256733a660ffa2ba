import type { Proof } from '@krapao/contract/rewards/proof.ts';
import History from 'lucide-react/icons/history';
import { useId, useMemo, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { dateTimeText } from '../../../platform/date-text.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { ProofSteps } from './proof-steps.tsx';
import { type PastSpin, useSpinHistory, type Wheel } from './spin-wheel.queries.ts';
import { RowsSkeleton } from './wheel-skeleton.tsx';

type SpinHistoryDialogProps = {
  open: boolean;
  onClose: () => void;
  wheel: Wheel;
  proofs: Readonly<Record<string, Proof>>;
};

/** Past spins, each of which can be drawn again. */
export default function SpinHistoryDialog({ open, onClose, wheel, proofs }: SpinHistoryDialogProps) {
  const { t } = useI18n();
  const [page, setPage] = useState(1);
  const { data, isError, isFetching, isPlaceholderData, refetch } = useSpinHistory(page, open);
  return (
    <Dialog open={open} onClose={onClose} title={t('wheel.history')} description={t('wheel.historyHint')} readFirst>
      <ul
        aria-busy={isPlaceholderData}
        className={classNames('divide-y divide-ink-3/60', isPlaceholderData && 'opacity-50')}
      >
        {data?.spins.map((spin) => (
          <SpinRow key={spin._id} spin={spin} wheel={wheel} noted={proofs[spin._id]} />
        ))}
      </ul>
      {data?.spins.length === 0 && <EmptyState icon={History} text={t('wheel.noSpins')} />}
      {!data && isError && (
        <RetryPanel text={t('wheel.historyUnread')} onRetry={() => void refetch()} pending={isFetching} />
      )}
      {!data && !isError && <RowsSkeleton />}
      {data && (
        <div className="mt-4">
          <Pager label={t('wheel.historyPages')} page={page} total={data.total} onChange={setPage} />
        </div>
      )}
    </Dialog>
  );
}

type SpinRowProps = { spin: PastSpin; wheel: Wheel; noted: Proof | undefined };

function SpinRow({ spin, wheel, noted }: SpinRowProps) {
  const { t } = useI18n();
  const stepsId = useId();
  const [isOpen, setOpen] = useState(false);
  const proof = useMemo(() => noted ?? proofOf(spin, wheel), [spin, wheel, noted]);
  return (
    <li className="grid gap-3 py-3">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{spin.label}</p>
          <time dateTime={spin.createdAt} className="figures block text-tiny text-muted">
            {dateTimeText(new Date(spin.createdAt))}
          </time>
        </div>
        <Button
          size="s"
          variant="plain"
          aria-expanded={isOpen}
          aria-controls={stepsId}
          className="shrink-0"
          onClick={() => setOpen(!isOpen)}
        >
          {t('wheel.verify')} <span className="sr-only">{spin.label}</span>
        </Button>
      </div>
      <div id={stepsId} hidden={!isOpen} className="rounded-md bg-ink-2 p-4">
        {isOpen && <ProofSteps proof={proof} />}
      </div>
    </li>
  );
}

/** The weights are checked against today's promise as long as the wheel is still the same. */
function proofOf({ _id, code, label, serverSeed, serverSeedHash, clientSeed, weights }: PastSpin, wheel: Wheel): Proof {
  const current = JSON.stringify(wheel.slices.map((slice) => [slice.code, slice.weight]));
  const isSameWheel = JSON.stringify(weights) === current;
  return {
    ...{ _id, code, label, serverSeed, serverSeedHash, clientSeed, weights },
    ...(isSameWheel && { weightsHash: wheel.weightsHash }),
  };
}
