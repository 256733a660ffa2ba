import { useId, useRef } from 'react';
import { bindsMoney, ConditionTerms } from '../../../conditions/condition-terms.tsx';
import { GrantWait } from '../../../conditions/grant-wait.tsx';
import { ObstacleNote, useObstacle } from '../../../conditions/obstacle.tsx';
import { useI18n } from '../../../i18n/i18n.tsx';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { closeNow } from '../../../ui/close-now.ts';
import { usePublicMoneyWords } from '../../../ui/money-words.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { MovementFailure } from '../../../wallet/movement-failure.tsx';
import { type Coupon, useClaim } from './spin-wheel.queries.ts';
import { usePrizeAmount } from './use-prize-amount.ts';

const CLAIM_DEBOUNCE_MS = 500;
const NOT_PRESSED = { couponId: '', at: Number.NEGATIVE_INFINITY };

type ClaimDialogProps = { coupon: Coupon | null; onClose: () => void };

/** Coins are kept by themselves, money goes to the main wallet. */
const isCoin = ({ prize }: Coupon) => prize.slice.type === 'coin';

/** The prize of a coupon and its condition, before the member claims it. */
export function ClaimDialog({ coupon, onClose }: ClaimDialogProps) {
  const shown = useLast(coupon);
  return shown && <ClaimQuestion coupon={coupon} shown={shown} onClose={onClose} />;
}

function ClaimQuestion({ coupon, shown, onClose }: ClaimDialogProps & { shown: Coupon }) {
  const { t } = useI18n();
  const claim = useClaim();
  const amountOf = usePrizeAmount();
  const amountWords = usePrizeAmount(usePublicMoneyWords());
  const pressed = useRef(NOT_PRESSED);
  const whyId = useId();
  const obstacle = useObstacle('BONUS_REMAINING', claim, !isCoin(shown));

  const send = (wanted: Coupon) =>
    claim.mutate(wanted, {
      onSuccess: () => {
        closeNow(onClose);
        showToast({
          tone: 'success',
          text: t(isCoin(wanted) ? 'wheel.claimed' : 'wheel.credited', { amount: amountWords(wanted) }),
        });
      },
      // The failure's own message asks whether to try again; the next press is a new one, however soon.
      onError: () => {
        pressed.current = NOT_PRESSED;
        onClose();
      },
    });
  /** Presses for the same coupon right after the first are ignored. */
  const press = () => {
    if (!coupon) return;
    const { couponId, at } = pressed.current;
    const now = performance.now();
    const isHasty = couponId === coupon._id && now - at < CLAIM_DEBOUNCE_MS;
    pressed.current = { couponId: coupon._id, at: now };
    if (!isHasty) send(coupon);
  };

  return (
    <>
      <AlertDialog
        open={coupon !== null}
        onClose={onClose}
        tone="question"
        title={t('wheel.claimTitle')}
        confirm={{
          label: t('wheel.claim'),
          onConfirm: press,
          pending: claim.isPending,
          heldBy: obstacle ? whyId : undefined,
        }}
      >
        <div className="grid gap-3">
          {obstacle && <ObstacleNote obstacle={obstacle} id={whyId} onLeave={onClose} />}
          <div>
            <ClaimTerms coupon={shown} amount={amountOf(shown)} isHeld={obstacle !== null} />
          </div>
          <GrantWait isPending={claim.isPending} />
        </div>
      </AlertDialog>
      <MovementFailure
        error={claim.error}
        wish="reward"
        onClose={claim.reset}
        onRetry={() => claim.variables && send(claim.variables)}
      />
    </>
  );
}

type ClaimTermsProps = {
  coupon: Coupon;
  amount: string /** What keeps it from being claimed keeps its money too. */;
  isHeld: boolean;
};

function ClaimTerms({ coupon, amount, isHeld }: ClaimTermsProps) {
  const { t } = useI18n();
  const { success, fail, prize } = coupon;
  return (
    <>
      <p>{prize.name}</p>
      <p className="figures my-1 text-display font-bold text-text">{amount}</p>
      {prize.slice.type === 'coin' ? (
        <p>{t('wheel.termsCoins')}</p>
      ) : (
        (!isHeld || bindsMoney(success)) && <ConditionTerms success={success} fail={fail} credit={coupon.amount} />
      )}
    </>
  );
}
