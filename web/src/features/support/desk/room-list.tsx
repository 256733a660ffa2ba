import Inbox from 'lucide-react/icons/inbox';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loading, Repeated, Skeleton, SkeletonStack } from '../../../ui/loader.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { CloseVisitorsButton } from './close-visitors-button.tsx';
import { type ListState, roomsIn, useRooms } from './desk.queries.ts';
import { RoomRow } from './room-row.tsx';
import type { useDeskView } from './use-desk-view.ts';

type DeskView = ReturnType<typeof useDeskView>;
type ListProps = {
  view: DeskView;
  /** The room that the operator has just come back from. */
  leftId: string | null;
};

export function RoomList({ view, leftId }: ListProps) {
  const { t } = useI18n();
  const open = useRooms('open').data?.pages.at(-1)?.total;
  const tab = (value: ListState, label: string) => ({
    value,
    label,
    panel: <Rooms state={value} view={view} leftId={leftId} />,
  });
  return (
    <section
      aria-label={t('desk.conversations')}
      className="flex min-h-0 flex-col px-4 lg:surface lg:rounded-lg lg:px-0 lg:pt-4 lg:[&>[role=tablist]]:mx-4 [&>[role=tabpanel]]:mt-2 [&>[role=tabpanel]]:-mx-4 [&>[role=tabpanel]]:min-h-0 [&>[role=tabpanel]]:flex-1 [&>[role=tabpanel]]:overflow-y-auto [&>[role=tabpanel]]:overscroll-contain lg:[&>[role=tabpanel]]:mx-0"
    >
      <Tabs
        label={t('desk.conversations')}
        value={view.list}
        onChange={view.turnTo}
        tabs={[
          tab('open', open ? `${t('desk.list.open')} · ${open}` : t('desk.list.open')),
          tab('closed', t('desk.list.closed')),
        ]}
      />
    </section>
  );
}

function Rooms({ state, view, leftId }: ListProps & { state: ListState }) {
  const { t } = useI18n();
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRooms(state);
  if (!data) {
    if (!isError) return <ListSkeleton />;
    return <RetryPanel text={t('desk.list.failed')} onRetry={() => void refetch()} pending={isFetching} />;
  }
  const rooms = roomsIn(data);
  if (rooms.length === 0) {
    return <EmptyState icon={Inbox} text={t(state === 'open' ? 'desk.list.noneOpen' : 'desk.list.noneClosed')} />;
  }
  return (
    <>
      {state === 'open' && <CloseVisitorsButton rooms={rooms} />}
      <ul className="px-2 pb-2">
        {rooms.map((about) => (
          <li key={about.id} className="border-b border-ink-3/60 py-1 last:border-0">
            <RoomRow
              about={about}
              to={view.addressOf(about.id)}
              state={view.linkState}
              isOpen={about.id === view.roomId}
              takesFocus={about.id === leftId}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="px-4 pb-4">
          <Button variant="plain" block pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('desk.list.more')}
          </Button>
        </div>
      )}
    </>
  );
}

function ListSkeleton() {
  return (
    <Loading className="px-2">
      <Repeated times={6}>
        <div className="flex gap-3 border-b border-ink-3/60 px-2 py-4 last:border-0">
          <Skeleton className="size-10.5 shrink-0 rounded-full!" />
          <SkeletonStack
            className="flex-1 content-start gap-2"
            sizes={['h-4.5 w-32 max-w-full', 'h-3.5 w-56 max-w-full']}
          />
        </div>
      </Repeated>
    </Loading>
  );
}
