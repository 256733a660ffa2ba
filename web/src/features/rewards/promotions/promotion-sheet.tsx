import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import SearchX from 'lucide-react/icons/search-x';
import { GrantWait } from '../../../conditions/grant-wait.tsx';
import { ObstacleNote, useObstacle } from '../../../conditions/obstacle.tsx';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { closeNow } from '../../../ui/close-now.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loading, Skeleton } from '../../../ui/loader.tsx';
import { usePublicMoneyWords } from '../../../ui/money-words.ts';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { MovementFailure } from '../../../wallet/movement-failure.tsx';
import { PromotionTerms } from './promotion-terms.tsx';
import { usePromotion, useReceivePromotion } from './promotions.queries.ts';

type PromotionSheetProps = {
  /** Null closes the sheet. */
  code: string | null;
  currency: Currency;
  onClose: () => void;
};

/** The promotion of a code, or a note that there is none. */
export function PromotionSheet({ code: searched, currency, onClose }: PromotionSheetProps) {
  const { t, errorText, locale } = useI18n();
  const moneyWords = usePublicMoneyWords();
  const code = useLast(searched) ?? '';
  const open = searched !== null;
  const { data, error, isFetching, refetch } = usePromotion({ code, locale, enabled: open });
  const promotion = isFetching || data?.code === undefined ? null : data;
  const done = (credit: number) => {
    const amount = moneyWords(addWireMoney([credit]), currency);
    showToast({ tone: 'success', text: t('promotion.saved', { amount }) });
    closeNow(onClose);
  };
  const receive = useReceivePromotion(locale, () => done(promotion?.credit ?? 0));
  const obstacle = useObstacle('BONUS_ALREADY_ACTIVE', receive);

  const send = () => {
    if (!open) return;
    receive.mutate({ code }, { onSuccess: ({ credit }) => done(credit) });
  };
  const content = () => {
    if (promotion) return <PromotionTerms promotion={promotion} currency={currency} />;
    if (isFetching || !data) return <Searching />;
    return (
      <div role="status">
        <EmptyState icon={SearchX} text={t('promotion.notFound')} />
      </div>
    );
  };

  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title={t('promotion.name', { code })}
        readFirst
        {...(promotion && {
          footer: (
            <div className="grid gap-3">
              {obstacle && <ObstacleNote obstacle={obstacle} id="promotion-why" onLeave={onClose} />}
              <GrantWait isPending={receive.isPending} />
              <Button
                variant="gold"
                block
                pending={receive.isPending}
                disabled={obstacle !== null}
                aria-describedby={obstacle ? 'promotion-why' : undefined}
                onClick={send}
              >
                {t('promotion.receive')}
              </Button>
            </div>
          ),
        })}
      >
        {error && !isFetching ? <RetryPanel text={errorText(error)} onRetry={() => void refetch()} /> : content()}
      </Dialog>
      <MovementFailure error={receive.error} wish="reward" onClose={receive.reset} onRetry={send} />
    </>
  );
}

function Searching() {
  const { t } = useI18n();
  return (
    <Loading label={t('promotion.searching')} className="grid gap-4 py-2">
      <p aria-hidden="true" className="text-center text-muted">
        {t('promotion.searching')}
      </p>
      <Skeleton className="mx-auto h-11 w-44" />
      <Skeleton className="h-24 w-full rounded-md" />
    </Loading>
  );
}
