import FerrisWheel from 'lucide-react/icons/ferris-wheel';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { HeadingBackHome } from '../../../ui/heading-back-home.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { MovementFailure } from '../../../wallet/movement-failure.tsx';
import { ClaimDialog } from './claim-dialog.tsx';
import { CoinChip } from './coin-chip.tsx';
import { CouponsCard } from './coupons-card.tsx';
import { FairnessCard } from './fairness-card.tsx';
import { type DepositSheetPart, NoCoins } from './no-coins.tsx';
import { OddsCard } from './odds-card.tsx';
import { PrizeDialog } from './prize-dialog.tsx';
import { type Coupon, useCoupons, useSetup } from './spin-wheel.queries.ts';
import { useLeftPrize } from './use-left-prize.ts';
import { useSpin } from './use-spin.ts';
import { WheelSkeleton } from './wheel-skeleton.tsx';
import { WheelStage } from './wheel-stage.tsx';

export default function SpinPage({ DepositSheet }: { DepositSheet: DepositSheetPart }) {
  const { t, errorText } = useI18n();
  const spin = useSpin();
  const { data: setup, error, refetch, isFetching } = useSetup(spin.isCalm);
  const coupons = useCoupons(spin.isCalm);
  const [claimed, setClaimed] = useState<Coupon | null>(null);
  useLeftPrize(spin.show);
  const wheel = setup?.activeSpinwheel;

  const claim = (coupon: Coupon) => {
    spin.closePrize();
    setClaimed(coupon);
  };

  return (
    <div className="mx-auto grid w-full max-w-md grid-cols-[minmax(0,1fr)] gap-5 pt-4 sm:max-w-2xl lg:mx-0 lg:max-w-none lg:pt-8 xl:gap-8">
      <div className="flex items-center justify-between gap-3">
        <HeadingBackHome title={t('wheel.title')} />
        {setup && <CoinChip count={setup.userCoin} />}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[25rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr] xl:gap-x-10">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {wheel && <WheelStage wheel={wheel} coins={setup.userCoin} spin={spin} />}
          {wheel && setup.userCoin <= 0 && spin.isCalm && (
            <NoCoins price={setup.coinPrice} DepositSheet={DepositSheet} />
          )}
          {setup && !wheel && (
            <Card>
              <EmptyState icon={FerrisWheel} text={t('wheel.inactive')} />
            </Card>
          )}
          {!setup && error && (
            <Card>
              <RetryPanel text={errorText(error)} onRetry={() => void refetch()} pending={isFetching} />
            </Card>
          )}
          {!setup && !error && <WheelSkeleton />}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <CouponsCard query={coupons} onClaim={setClaimed} />
          {wheel && <OddsCard wheel={wheel} />}
        </div>
        {wheel && <FairnessCard wheel={wheel} proofs={spin.proofs} />}
      </div>
      <PrizeDialog
        prize={spin.prize}
        slices={wheel?.slices ?? []}
        coupons={coupons.data?.coupons ?? []}
        proofs={spin.proofs}
        onClose={spin.closePrize}
        onClaim={claim}
      />
      <ClaimDialog coupon={claimed} onClose={() => setClaimed(null)} />
      <MovementFailure
        error={spin.error}
        wish="reward"
        onClose={spin.closeError}
        onRetry={() => wheel && spin.start(wheel)}
      />
    </div>
  );
}
