import { CHAT_READ_DELAY_MS } from '@krapao/contract/constants.ts';
import type { DeskConversation } from '@krapao/contract/desk.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { readAgain } from './desk.queries.ts';
import { deskCall } from './desk-api.ts';

function watchVisibility(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** What has been before an operator's eyes for a moment is read. */
export function useMarkRead(conversation: DeskConversation | undefined): void {
  const isVisible = useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible');
  const unreadId = conversation && conversation.unread > 0 ? conversation.id : null;
  const newest = conversation?.last.createdAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes next has its own moment
  useEffect(() => {
    if (unreadId === null || !isVisible) return;
    const timer = setTimeout(() => {
      deskCall('POST /api/desk/read', { body: { conversationId: unreadId } })
        .then(() => readAgain(unreadId))
        // With the next look.
        .catch(() => undefined);
    }, CHAT_READ_DELAY_MS);
    return () => clearTimeout(timer);
  }, [unreadId, newest, isVisible]);
}
