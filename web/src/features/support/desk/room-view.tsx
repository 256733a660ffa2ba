import type { DeskConversation } from '@krapao/contract/support/desk.ts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import MessageCircleOff from 'lucide-react/icons/message-circle-off';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { AskedMovement } from '../../../messaging/asked-movement.ts';
import { Thread } from '../../../messaging/thread.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Loading, Skeleton } from '../../../ui/loader.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { useVisible } from '../../../ui/use-visible.ts';
import { askedMovementIn } from './asked-movement.tsx';
import { CloseButton } from './close-button.tsx';
import { CustomerMark, useCustomerName } from './customer-name.tsx';
import { READ_AGAIN_MS } from './desk.queries.ts';
import { type DeskRoom, lookAt, openDeskRoom } from './desk-rooms.ts';
import { ReplyBox } from './reply-box.tsx';
import { StateChip } from './state-chip.tsx';

type RoomViewProps = {
  roomId: string;
  /** The visitor has signed in, and the messages are in the member's room now. */
  onMoved: (toId: string) => void;
  /** Leads back to the list; given where the room replaces the list. */
  onBack?: () => void;
};

/** One room: its messages, and the operator's actions. */
export function RoomView({ roomId, onMoved, onBack }: RoomViewProps) {
  const { t } = useI18n();
  const nameOf = useCustomerName();
  const [deskRoom] = useState(() => openDeskRoom(roomId));
  const [Movement] = useState(() => askedMovementIn(roomId));
  const { room } = deskRoom;
  const about = deskRoom.about.use();
  const { isRead, error, newestWalk } = room.use();
  const isGone = error instanceof ApiError && GONE.has(error.code);
  const label = about ? t('desk.thread.label', { name: nameOf(about) }) : t('state.loading');
  useUpToDate(deskRoom);
  const id = about?.id ?? roomId;
  const follow = useEffectEvent(onMoved);
  useEffect(() => {
    if (id !== roomId) follow(id);
  }, [id, roomId]);

  return (
    <section aria-label={label} className="flex min-h-0 min-w-0 flex-col lg:surface lg:rounded-lg">
      <header className="flex min-h-17 items-center gap-3 border-b border-ink-3 px-3 py-2.5 lg:px-5">
        {onBack && <IconButton look="bare" icon={ArrowLeft} label={t('action.back')} onClick={onBack} />}
        {about && <About about={about} takesFocus={onBack !== undefined} />}
      </header>
      {about && isRead && !isGone && (
        <>
          <AskedMovement value={Movement}>
            <Thread
              room={room}
              side="desk"
              label={label}
              unread={about.unread}
              isSeen={about.isSeen}
              isClosed={about.state === 'closed'}
              otherName={nameOf(about)}
            />
          </AskedMovement>
          <ReplyBox room={room} about={about} takesFocus={onBack === undefined} />
        </>
      )}
      {isGone && <EmptyState icon={MessageCircleOff} text={t('desk.thread.gone')} />}
      {!isRead && error !== null && !isGone && (
        <RetryPanel text={t('desk.thread.failed')} onRetry={room.catchUp} pending={newestWalk !== null} />
      )}
      {!isRead && error === null && <RoomSkeleton />}
    </section>
  );
}

/** The socket tells of changes; polling is for the case that it does not. */
function useUpToDate(deskRoom: DeskRoom): void {
  const isVisible = useVisible();
  useEffect(() => {
    if (!isVisible) return;
    const timer = setInterval(deskRoom.room.catchUp, READ_AGAIN_MS);
    return () => clearInterval(timer);
  }, [deskRoom, isVisible]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an operator who comes back to the page sees what is new
  useEffect(() => lookAt(deskRoom), [deskRoom, isVisible]);
}

/** There is no such room, or the address holds no room's id. */
const GONE: ReadonlySet<string> = new Set(['NO_DATA', 'INVALID_REQUEST']);

function About({ about, takesFocus }: { about: DeskConversation; takesFocus: boolean }) {
  const { t } = useI18n();
  const name = useCustomerName()(about);
  const { userId } = about.customer;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <CustomerMark customer={about.customer} />
      <div className="min-w-0 flex-1">
        <h2 ref={heading} tabIndex={-1} title={name} className="truncate text-lead leading-[1.4] font-bold">
          <bdi>{name}</bdi>
        </h2>
        <div className="flex min-w-0 items-center gap-2">
          <StateChip about={about} />
          <span className="truncate text-tiny text-muted">
            {userId === null ? t('desk.visitor.about') : t('desk.member', { id: userId })}
          </span>
        </div>
      </div>
      {about.state !== 'closed' && <CloseButton about={about} name={name} />}
    </>
  );
}

function RoomSkeleton() {
  return (
    <Loading className="grid content-end gap-4 p-4 flex-1 lg:px-5">
      <Skeleton className="h-11 w-56 rounded-md!" />
      <Skeleton className="ml-auto h-16 w-64 rounded-md!" />
      <Skeleton className="h-11 w-40 rounded-md!" />
    </Loading>
  );
}
