import { addWireMoney } from '@krapao/contract/money.ts';
import { formatAccountNo } from '@krapao/contract/rules.ts';
import CircleHelp from 'lucide-react/icons/circle-help';
import MessageCircleMore from 'lucide-react/icons/message-circle-more';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { askAbout, useChatDoor } from '../../../messaging/chat-door.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { useShownFigure } from '../../../platform/hidden-money.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { fetchedDialog } from '../../../ui/fetched-dialog.ts';
import { FittedMoney } from '../../../ui/fitted-money.tsx';
import { Loading, Skeleton, SkeletonStack } from '../../../ui/loader.tsx';
import { moneyText } from '../../../ui/money-text.tsx';
import { useMoneyWords } from '../../../ui/money-words.ts';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { activityOf } from '../../../wallet/activity.ts';
import { entryStatusOf, hasMovedNothing } from '../../../wallet/entry-status.ts';
import { type ToldMovement, useToldMovement } from '../../../wallet/movements.queries.ts';
import { useBackByText } from '../../../wallet/use-back-by-text.ts';
import { useFailedText } from '../../../wallet/use-failed-text.ts';
import { useStepText } from '../../../wallet/use-step-text.ts';
import { useWalletBasics, type Wallet } from '../../../wallet/wallet.queries.ts';
import { MovementSteps } from './movement-steps.tsx';
import { PlaceMarks } from './place-marks.tsx';

const CancelQuestion = fetchedDialog(() => import('../../../wallet/cancel-withdrawal-question.tsx'));

type MovementSheetProps = { id: string | null; open: boolean; onClose: () => void };

/** One face for every movement: from where to where, how much, how far, and what can be done about it. */
export default function MovementSheet({ id, open, onClose }: MovementSheetProps) {
  const { t } = useI18n();
  const shown = useLast(id);
  const { data, error, refetch, isFetching } = useToldMovement(shown);
  const wallet = useWalletBasics();
  const told = data && wallet ? data : null;
  const ask = useAskAfterClosing(open, onClose);
  const canAsk = useChatDoor().isThere === true;
  const canAct = told !== null && (told.movement.canCancel || canAsk);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      inAddress
      readFirst
      title={told ? t(titleOf(told)) : t('movement.title')}
      {...(canAct && wallet && { footer: <Actions told={told} wallet={wallet} onAsk={canAsk ? ask : null} /> })}
    >
      {told && wallet && <Told told={told} wallet={wallet} />}
      {!told && error && isAbsent(error) && <EmptyState icon={CircleHelp} text={t('movement.none')} />}
      {!told && error && !isAbsent(error) && (
        <RetryPanel text={t('movement.unread')} onRetry={() => void refetch()} pending={isFetching} />
      )}
      {!told && !error && <Waiting />}
    </Dialog>
  );
}

const isAbsent = (error: Error) => error instanceof ApiError && error.code === 'NO_DATA';

/** The chat opens once the sheet has gone, also from the address: a step back then leads out of the chat alone. */
function useAskAfterClosing(open: boolean, onClose: () => void): (id: string) => void {
  const [wanted, setWanted] = useState<string | null>(null);
  const openChat = useEffectEvent(() => {
    if (wanted === null) return;
    setWanted(null);
    askAbout(wanted);
  });
  useEffect(() => {
    if (!open) openChat();
  }, [open]);
  return (id) => {
    setWanted(id);
    onClose();
  };
}

function titleOf({ movement: { statementType, from, to } }: ToldMovement) {
  const isCorrection = from === 'service' || to === 'service';
  return isCorrection ? 'statement.service' : (`statement.type.${statementType}` as const);
}

type ToldProps = { told: ToldMovement; wallet: Wallet };

const TONES = { in: 'text-in', out: 'text-out', info: 'text-info', plain: 'text-muted' } as const;

function Told({ told, wallet }: ToldProps) {
  const { t } = useI18n();
  const { movement, steps, account, reference } = told;
  const { currency } = wallet.profile;
  const { text, detail } = activityOf(movement, t, wallet.slots);
  const { key, tone } = entryStatusOf(movement);
  const shown = useShownFigure();
  const backBy = useBackByText()(movement.backBy);
  const failed = useFailedText()(movement);
  const note = useStepText()(movement) ?? failed ?? backBy;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 text-center">
        <PlaceMarks movement={movement} games={wallet.slots} />
        <p className="text-small text-muted">{detail ? `${text} · ${detail}` : text}</p>
        <div className={classNames('w-full', hasMovedNothing(movement) && 'text-muted line-through')}>
          <FittedMoney minor={addWireMoney([Math.abs(movement.amount)])} currency={currency} most="42px" look="total" />
        </div>
        <p className={classNames('font-semibold', TONES[tone])}>{t(key)}</p>
        {note && <p className="text-small text-pretty text-muted">{note}</p>}
      </div>
      <MovementSteps movement={movement} steps={steps} games={wallet.slots} />
      <dl className="grid grid-cols-[minmax(0,1fr)] divide-y divide-ink-3/60 text-small">
        {account && (
          <Row name={t('movement.account')}>
            {account.bank} <b className="figures whitespace-nowrap">{formatAccountNo(account.number)}</b>
          </Row>
        )}
        {movement.balanceAfter !== null && (
          <Row name={t('movement.balance')}>
            <b className="figures">{shown(moneyText(addWireMoney([movement.balanceAfter]), currency))}</b>
          </Row>
        )}
        <Row name={t('movement.reference')}>
          <span className="figures">{reference}</span> <CopyButton text={reference} what={t('movement.reference')} />
        </Row>
      </dl>
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-1">
      <dt className="text-muted">{name}</dt>
      <dd className="ml-auto flex items-center gap-2 text-right">{children}</dd>
    </div>
  );
}

const ACTION = 'min-h-16! flex-1 flex-col gap-1! text-small!';

function Actions({ told: { movement }, wallet, onAsk }: ToldProps & { onAsk: ((id: string) => void) | null }) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const [isCancelling, setCancelling] = useState(false);
  const { id, amount, canCancel } = movement;
  const words = moneyWords(addWireMoney([amount]), wallet.profile.currency);
  return (
    <div className="flex gap-2">
      {canCancel && (
        <Button variant="plain" className={classNames(ACTION, 'text-out!')} onClick={() => setCancelling(true)}>
          <X aria-hidden="true" className="size-5" />
          <span>
            {t('withdraw.cancel')} <span className="sr-only">{words}</span>
          </span>
        </Button>
      )}
      {onAsk && (
        <Button variant="plain" className={ACTION} onClick={() => onAsk(id)}>
          <MessageCircleMore aria-hidden="true" className="size-5" />
          {t('movement.ask')}
        </Button>
      )}
      <CancelQuestion id={id} amount={words} open={isCancelling} onClose={() => setCancelling(false)} />
    </div>
  );
}

function Waiting() {
  return (
    <Loading className="grid gap-5 pb-2">
      <SkeletonStack className="justify-items-center gap-3" sizes={['h-12 w-40', 'h-10 w-52', 'h-4 w-24']} />
      <Skeleton className="h-40 w-full rounded-md!" />
      <SkeletonStack className="gap-4" sizes={['h-4.5 w-full', 'h-4.5 w-full']} />
    </Loading>
  );
}
