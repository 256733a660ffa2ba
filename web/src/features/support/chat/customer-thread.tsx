import MessagesSquare from 'lucide-react/icons/messages-square';
import { useMemo } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { type MessageActions, ReplyChip } from '../../../messaging/message-buttons.tsx';
import type { RoomState } from '../../../messaging/room.ts';
import { Thread } from '../../../messaging/thread.tsx';
import { Loading, Skeleton } from '../../../ui/loader.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import type { CustomerRoom } from './customer-room.ts';
import { unread } from './unread.ts';

type CustomerThreadProps = {
  customerRoom: CustomerRoom;
  state: RoomState;
  /** Makes way for the screen that a link leads to. */
  leave: (() => void) | undefined;
};

/** The messages of a customer, or the beginning of them. */
export function CustomerThread({ customerRoom: { room, refresh }, state, leave }: CustomerThreadProps) {
  const { t } = useI18n();
  const { isRead, entries, outgoing } = state;
  const isEmpty = entries.length === 0 && outgoing.length === 0;
  const actions = useMemo(
    (): MessageActions => ({ postback: room.sendPostback, leave: leave ?? (() => undefined) }),
    [room, leave],
  );
  return (
    <Thread room={room} side="customer" label={t('chat.log')} unread={unread.use()} actions={actions}>
      {isEmpty && isRead && <Hello onStart={room.sendPostback} />}
      {isEmpty && !isRead && <FirstReading state={state} onRetry={refresh} />}
    </Thread>
  );
}

function FirstReading({ state: { error, newestWalk }, onRetry }: { state: RoomState; onRetry: () => void }) {
  const { errorText } = useI18n();
  if (error !== null) {
    return (
      <div className="m-auto">
        <RetryPanel text={errorText(error)} onRetry={onRetry} pending={newestWalk !== null} />
      </div>
    );
  }
  return (
    <Loading className="mt-auto grid gap-3 pb-4">
      <Skeleton className="h-11 w-3/5 rounded-[18px]" />
      <Skeleton className="ml-auto h-11 w-2/5 rounded-[18px]" />
      <Skeleton className="h-18 w-4/5 rounded-[18px]" />
    </Loading>
  );
}

/** Questions that the bot answers, offered as buttons. */
const STARTS = [
  { title: 'chat.start.depositState', payload: 'deposit-state' },
  { title: 'chat.start.withdrawalState', payload: 'withdrawal-state' },
  { title: 'chat.start.howToDeposit', payload: 'how-to-deposit' },
  { title: 'chat.start.agent', payload: 'agent' },
] as const;

function Hello({ onStart }: { onStart: (title: string, payload: string) => void }) {
  const { t } = useI18n();
  return (
    <div className="m-auto grid justify-items-center py-6 text-center">
      <span className="mb-4 grid size-16 place-items-center rounded-full bg-ink-3 text-text">
        <MessagesSquare aria-hidden="true" className="size-8" strokeWidth={1.7} />
      </span>
      <p className="text-lead font-bold">{t('chat.hello')}</p>
      <p className="mt-1 max-w-xs text-balance text-small text-muted">{t('chat.helloText')}</p>
      <ul className="mt-5 flex flex-wrap justify-center gap-2">
        {STARTS.map(({ title, payload }) => (
          <li key={payload}>
            <ReplyChip title={t(title)} onClick={() => onStart(t(title), payload)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
