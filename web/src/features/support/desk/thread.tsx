import type { DeskConversation } from '@krapao/contract/support/desk.ts';
import { ArrowLeft, MessageCircleOff } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Loading, Skeleton } from '../../../ui/loader.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { CloseButton } from './close-button.tsx';
import { CustomerMark, useCustomerName } from './customer.tsx';
import { useHistory } from './desk.queries.ts';
import { ReplyBox } from './reply-box.tsx';
import { StateChip } from './state-chip.tsx';
import { ThreadEntries } from './thread-entries.tsx';
import { useMarkRead } from './use-mark-read.ts';

type ThreadProps = {
  conversationId: string;
  /** The visitor has signed in, and what was said is in the member's conversation now. */
  onMoved: (toId: string) => void;
  /** Given where it stands in the place of the list. */
  onBack?: () => void;
};

/** One conversation: what was said, and what can be done. */
export function Thread({ conversationId, onMoved, onBack }: ThreadProps) {
  const { t } = useI18n();
  const nameOf = useCustomerName();
  const history = useHistory(conversationId);
  const newest = history.data?.pages[0];
  const conversation = newest?.conversation;
  const isGone = history.error instanceof ApiError && GONE.has(history.error.code);
  useMarkRead(conversation, newest?.entries[0]?.id);
  const id = conversation?.id ?? conversationId;
  const follow = useEffectEvent(onMoved);
  useEffect(() => {
    if (id !== conversationId) follow(id);
  }, [id, conversationId]);

  return (
    <section
      aria-label={conversation ? t('desk.thread.label', { name: nameOf(conversation) }) : t('state.loading')}
      className="flex min-h-0 min-w-0 flex-col lg:surface lg:rounded-lg"
    >
      <header className="flex min-h-17 items-center gap-3 border-b border-ink-3 px-3 py-2.5 lg:px-5">
        {onBack && <IconButton icon={ArrowLeft} label={t('action.back')} onClick={onBack} />}
        {conversation && <About conversation={conversation} takesFocus={onBack !== undefined} />}
      </header>
      {conversation && history.data && !isGone && (
        <>
          <ThreadEntries conversation={conversation} history={history} />
          <ReplyBox conversation={conversation} takesFocus={onBack === undefined} />
        </>
      )}
      {isGone && <EmptyState icon={MessageCircleOff} text={t('desk.thread.gone')} />}
      {!conversation && history.isError && !isGone && (
        <RetryPanel
          text={t('desk.thread.failed')}
          onRetry={() => void history.refetch()}
          pending={history.isFetching}
        />
      )}
      {history.isPending && <ThreadSkeleton />}
    </section>
  );
}

/** There is no such conversation, or what the address names can be none. */
const GONE: ReadonlySet<string> = new Set(['NO_DATA', 'INVALID_REQUEST']);

function About({ conversation, takesFocus }: { conversation: DeskConversation; takesFocus: boolean }) {
  const { t } = useI18n();
  const name = useCustomerName()(conversation);
  const { userId } = conversation.customer;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <CustomerMark customer={conversation.customer} />
      <div className="min-w-0 flex-1">
        <h2 ref={heading} tabIndex={-1} title={name} className="truncate text-lead leading-[1.4] font-bold">
          <bdi>{name}</bdi>
        </h2>
        <div className="flex min-w-0 items-center gap-2">
          <StateChip conversation={conversation} />
          <span className="truncate text-tiny text-muted">
            {userId === null ? t('desk.visitor.about') : t('desk.member', { id: userId })}
          </span>
        </div>
      </div>
      {conversation.state !== 'closed' && <CloseButton conversation={conversation} name={name} />}
    </>
  );
}

function ThreadSkeleton() {
  const { t } = useI18n();
  return (
    <Loading label={t('state.loading')} className="grid content-end gap-4 p-4 flex-1 lg:px-5">
      <Skeleton className="h-11 w-56 rounded-md!" />
      <Skeleton className="ml-auto h-16 w-64 rounded-md!" />
      <Skeleton className="h-11 w-40 rounded-md!" />
    </Loading>
  );
}
