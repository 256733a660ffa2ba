import type { DeskConversation } from '@krapao/contract/support/desk.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { useCustomerName } from './customer.tsx';
import { readAgain, type useHistory } from './desk.queries.ts';
import { outgoingIn, settleOutgoing, watchOutbox } from './outbox.ts';
import { Said } from './said.tsx';
import { type ThreadLine, threadLines, wordsOf } from './thread-lines.ts';
import { ThreadScroller } from './thread-scroller.tsx';

type EntriesProps = { conversation: DeskConversation; history: ReturnType<typeof useHistory> };

export function ThreadEntries({ conversation, history }: EntriesProps) {
  const { t } = useI18n();
  const nameOf = useCustomerName();
  const outgoing = useSyncExternalStore(watchOutbox, () => outgoingIn(conversation.id));
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? [];
  useEffect(() => {
    const shown = history.data?.pages.flatMap((page) => page.entries.map(({ id }) => id));
    settleOutgoing(conversation.id, new Set(shown));
  }, [history.data, conversation.id]);
  const lines = threadLines({
    entries,
    outgoing,
    isSeen: conversation.isSeen,
    isClosed: conversation.state === 'closed',
  });
  const name = nameOf(conversation);
  return (
    <ThreadScroller label={t('desk.thread.label', { name })} newest={lines.at(-1)} history={history}>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pt-2 pb-4 lg:px-5">
        {lines.map((line) =>
          line.kind === 'end' ? (
            <li key={line.key} className="flex items-center gap-3 py-2 text-tiny text-muted">
              <span aria-hidden="true" className="h-px flex-1 bg-ink-3" />
              {t('chat.ended')}
              <span aria-hidden="true" className="h-px flex-1 bg-ink-3" />
            </li>
          ) : (
            <Said
              key={line.key}
              conversationId={conversation.id}
              line={line}
              isNewest={line === lines.at(-1)}
              renew={() => readAgain(conversation.id)}
            />
          ),
        )}
      </ol>
      <News lines={lines} name={name} />
    </ThreadScroller>
  );
}

/** Whoever cannot see it hears what the customer says from now on. */
function News({ lines, name }: { lines: readonly ThreadLine[]; name: string }) {
  const { t } = useI18n();
  const newest = lines.findLast((line) => line.kind === 'said' && line.isCustomer);
  const [known] = useState(newest?.key);
  const isNew = newest?.kind === 'said' && newest.key !== known;
  return (
    <p role="status" className="sr-only">
      {isNew && `${name}: ${wordsOf(newest.message) ?? t('desk.preview.media')}`}
    </p>
  );
}
