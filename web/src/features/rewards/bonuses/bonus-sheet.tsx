import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import { GrantWait } from '../../../conditions/grant-wait.tsx';
import { ObstacleNote, useObstacle } from '../../../conditions/obstacle.tsx';
import { isUnanswered } from '../../../conditions/obstacle-rules.ts';
import { Reading } from '../../../conditions/terms.tsx';
import { useI18n } from '../../../i18n/i18n.tsx';
import { BannerCarousel } from '../../../ui/banner-carousel.tsx';
import { Button } from '../../../ui/button.tsx';
import { closeNow } from '../../../ui/close-now.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useMoneyWords } from '../../../ui/money-words.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { MovementFailure } from '../../../wallet/movement-failure.tsx';
import { BonusTerms } from './bonus-terms.tsx';
import { type Bonus, useReceiveBonus } from './bonuses.queries.ts';

type BonusSheetProps = {
  bonus: Bonus;
  left: number;
  isBusy: boolean;
  currency: Currency;
  open: boolean;
  onClose: () => void;
};

/** All terms of a bonus before it is received, in amounts where a deposit earns it: there is no further question. */
export function BonusSheet({ bonus, left, isBusy, currency, open, onClose }: BonusSheetProps) {
  const { t } = useI18n();
  const { code } = bonus;
  const moneyWords = useMoneyWords();
  // Once it is received, the same deposit earns nothing more.
  const earned = useLast(bonus.earns > 0 ? addWireMoney([bonus.earns]) : null) ?? 0n;
  const done = () => {
    showToast({ tone: 'success', text: t('bonus.received', { code, amount: moneyWords(earned, currency) }) });
    closeNow(onClose);
  };
  const receive = useReceiveBonus(done);
  const name = t('bonus.name', { code });
  const isCurrent = bonus.userBonus?.isActive ?? false;
  const isOffered = !isBusy && !isCurrent;
  const obstacle = useObstacle('BONUS_ALREADY_ACTIVE', receive);
  const isWithoutDeposit = !obstacle && left > 0 && bonus.earns === 0 && !isUnanswered(receive);
  const isHeld = obstacle !== null || isWithoutDeposit;

  const send = () => {
    if (!open) return;
    receive.mutate({ code }, { onSuccess: done });
  };

  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title={name}
        readFirst
        footer={
          isOffered ? (
            <div className="grid gap-3">
              {obstacle && <ObstacleNote obstacle={obstacle} id="bonus-why" onLeave={onClose} />}
              {isWithoutDeposit && (
                <p id="bonus-why" className="text-center text-small text-pretty text-text">
                  {t('bonus.noDeposit')}
                </p>
              )}
              <GrantWait isPending={receive.isPending} />
              <Button
                variant="gold"
                block
                pending={receive.isPending}
                disabled={left === 0 || isHeld}
                aria-describedby={isHeld ? 'bonus-why' : undefined}
                onClick={send}
              >
                {t('bonus.receive')}
              </Button>
            </div>
          ) : (
            <div className="grid gap-3">
              <p className="text-small text-pretty text-muted">{isCurrent ? t('bonus.isCurrent') : t('bonus.busy')}</p>
              <Button variant="plain" block onClick={onClose}>
                {t('action.ok')}
              </Button>
            </div>
          )
        }
      >
        <Reading label={name}>
          <BannerCarousel banners={bonus.banners} label={name} />
          <BonusTerms bonus={bonus} left={left} isOffered={isOffered} currency={currency} />
        </Reading>
      </Dialog>
      <MovementFailure error={receive.error} wish="reward" onClose={receive.reset} onRetry={send} />
    </>
  );
}
