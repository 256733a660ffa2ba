import type { Proof } from '@krapao/contract/rewards/proof.ts';
import History from 'lucide-react/icons/history';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useId, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { usePreload } from '../../../platform/preload.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { fetchedDialog } from '../../../ui/fetched-dialog.ts';
import { IconTile } from '../../../ui/icon-tile.tsx';
import type { Wheel } from './spin-wheel.queries.ts';

const SpinHistoryDialog = fetchedDialog(() => import('./spin-history-dialog.tsx'));
const OWN_PARTS = [SpinHistoryDialog];

type FairnessCardProps = { wheel: Wheel; proofs: Readonly<Record<string, Proof>> };

/** The service's promise for the next spin, and the way to verify it. */
export function FairnessCard({ wheel, proofs }: FairnessCardProps) {
  const { t } = useI18n();
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  usePreload(OWN_PARTS);
  return (
    <Card aria-labelledby={titleId} className="grid gap-3.5">
      <div className="flex items-start gap-3">
        <IconTile icon={ShieldCheck} className="size-10.5 bg-in/14 text-in" iconClassName="size-5.5" />
        <div className="min-w-0">
          <h2 id={titleId} className="font-bold">
            {t('wheel.fairness')}
          </h2>
          <p className="text-small text-muted">{t('wheel.fairnessHint')}</p>
        </div>
      </div>
      <Fingerprint name={t('wheel.nextSeed')} hash={wheel.serverSeedHash} />
      <Fingerprint name={t('wheel.weightsHash')} hash={wheel.weightsHash} />
      <Button variant="plain" block onClick={() => setOpen(true)}>
        <History aria-hidden="true" className="size-5" />
        {t('wheel.history')}
      </Button>
      <SpinHistoryDialog open={isOpen} onClose={() => setOpen(false)} wheel={wheel} proofs={proofs} />
    </Card>
  );
}

function Fingerprint({ name, hash }: { name: string; hash: string }) {
  return (
    <div className="flex items-center gap-3 rounded-md bg-ink-2 py-2.5 pr-2.5 pl-3.5">
      <div className="min-w-0 flex-1">
        <p className="text-tiny text-muted">{name}</p>
        <p className="font-mono text-tiny break-all">{hash}</p>
      </div>
      <CopyButton text={hash} what={name} />
    </div>
  );
}
