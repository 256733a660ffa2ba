import type { Proof } from '@krapao/contract/rewards/proof.ts';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Clover from 'lucide-react/icons/clover';
import Gift from 'lucide-react/icons/gift';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldX from 'lucide-react/icons/shield-x';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SafeHtml } from '../../../ui/safe-html.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { ProofSteps, useChecked } from './proof-steps.tsx';
import type { Coupon, Slice } from './spin-wheel.queries.ts';
import type { Prize } from './use-spin.ts';

type PrizeDialogProps = {
  prize: Prize | null;
  slices: readonly Slice[];
  coupons: readonly Coupon[];
  /** Of the spins made on this page. */
  proofs: Readonly<Record<string, Proof>>;
  onClose: () => void;
  onClaim: (coupon: Coupon) => void;
};

export function PrizeDialog({ prize, slices, coupons, proofs, onClose, onClaim }: PrizeDialogProps) {
  const { t } = useI18n();
  const shown = useLast(prize);
  if (!shown) return null;
  const slice = slices.find(({ code }) => code === shown.code);
  const coupon = coupons.find(({ _id }) => _id === shown._id);
  const isNothing = slice?.type === 'nothing';
  const proof = proofs[shown._id];

  return (
    <Dialog
      open={prize !== null}
      onClose={onClose}
      title={isNothing ? t('wheel.wonNothing') : t('wheel.won')}
      readFirst
      footer={
        <div className="flex gap-3">
          <Button variant={coupon ? 'plain' : 'gold'} className="flex-1" onClick={onClose}>
            {coupon ? t('wheel.later') : t('action.ok')}
          </Button>
          {coupon && (
            <Button variant="gold" className="flex-2" onClick={() => onClaim(coupon)}>
              {t('wheel.claim')}
            </Button>
          )}
        </div>
      }
    >
      <div className="grid justify-items-center gap-1 pt-6 pb-4 text-center">
        <PrizeMark isNothing={isNothing} />
        <p className={classNames('text-display font-bold', !isNothing && 'text-copper')}>{shown.label}</p>
        {coupon && coupon.prize.name !== shown.label && <p className="font-semibold">{coupon.prize.name}</p>}
        {slice && <SafeHtml html={slice.htmlDescription} className="text-muted" />}
        <p className="mt-1 text-small text-muted">{isNothing ? t('wheel.nextTime') : t('wheel.keptAsCoupon')}</p>
      </div>
      {proof && <PrizeProof key={proof._id} proof={proof} />}
    </Dialog>
  );
}

function PrizeMark({ isNothing }: { isNothing: boolean }) {
  const Icon = isNothing ? Clover : Gift;
  return (
    <span
      className={classNames(
        'mb-3 grid size-20 place-items-center rounded-full',
        isNothing ? 'bg-info/12 text-info' : 'bg-copper text-ink-0',
      )}
    >
      <Icon aria-hidden="true" className="size-9" />
    </span>
  );
}

/** The browser repeats the draw by itself; the steps are behind a button. */
function PrizeProof({ proof }: { proof: Proof }) {
  const { t } = useI18n();
  const checked = useChecked(proof);
  if (checked === null || checked === 'unable') return null;
  const Icon = checked.isFair ? ShieldCheck : ShieldX;
  return (
    <details className="group rounded-md bg-ink-2">
      <summary className="flex min-h-12 cursor-pointer items-center gap-2.5 rounded-md px-4 py-2 text-small font-semibold">
        <Icon aria-hidden="true" className={classNames('size-5 shrink-0', checked.isFair ? 'text-in' : 'text-out')} />
        <span className="flex-1">{checked.isFair ? t('wheel.fair') : t('wheel.unfair')}</span>
        <ChevronDown aria-hidden="true" className="size-4.5 text-muted transition-[rotate] group-open:rotate-180" />
      </summary>
      <div className="px-4 pt-1 pb-4">
        <ProofSteps proof={proof} />
      </div>
    </details>
  );
}
