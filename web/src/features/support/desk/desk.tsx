import MessagesSquare from 'lucide-react/icons/messages-square';
import { useI18n } from '../../../i18n/i18n.tsx';
import { goTo } from '../../../platform/navigation.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { OfflineHint } from '../../../ui/offline-hint.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { useWide } from '../../../ui/use-wide.ts';
import { DeskHeader } from './desk-header.tsx';
import { useDeskEvents } from './desk-rooms.ts';
import { signOut } from './desk-session.ts';
import { RoomList } from './room-list.tsx';
import { RoomView } from './room-view.tsx';
import { useDeskView } from './use-desk-view.ts';

/** The list and a room side by side on a wide screen; on a phone the room takes the place of the list. */
export function Desk() {
  const { t } = useI18n();
  const isWide = useWide();
  const view = useDeskView();
  const isConnected = useDeskEvents();
  // An operator who comes back to the list continues at the row of the room that was open.
  const leftId = useLast(view.roomId);
  const showsList = isWide || view.roomId === null;

  const leave = () => {
    goTo('/desk', { replace: true });
    signOut();
  };

  return (
    <div className="page-glow flex h-dvh flex-col">
      <DeskHeader isHidden={!showsList} isConnected={isConnected} onSignOut={leave} />
      <OfflineHint />
      <main className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] lg:grid-cols-[24rem_minmax(0,1fr)] lg:gap-4 lg:px-6 lg:pt-1 lg:pb-6 xl:grid-cols-[27rem_minmax(0,1fr)]">
        {showsList && <RoomList view={view} leftId={isWide ? null : leftId} />}
        {view.roomId !== null && (
          <RoomView
            key={view.roomId}
            roomId={view.roomId}
            onMoved={view.follow}
            {...(!isWide && { onBack: view.backToList })}
          />
        )}
        {view.roomId === null && isWide && (
          <section className="grid place-items-center rounded-lg border border-dashed border-ink-3">
            <EmptyState icon={MessagesSquare} text={t('desk.choose')} />
          </section>
        )}
      </main>
    </div>
  );
}
