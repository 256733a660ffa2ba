import type { DeskConversation } from '@krapao/contract/support/desk.ts';
import { useEffect } from 'react';
import { CHAT_READ_DELAY_MS } from '../../../messaging/limits.ts';
import { useVisible } from '../../../ui/use-visible.ts';
import { readAgain } from './desk.queries.ts';
import { deskCall } from './desk-api.ts';

/** What has been before an operator's eyes for a moment is read, up to `until`. */
export function useMarkRead(conversation: DeskConversation | undefined, until: string | undefined): void {
  const isVisible = useVisible();
  const unreadId = conversation && conversation.unread > 0 ? conversation.id : null;
  useEffect(() => {
    if (unreadId === null || !until || !isVisible) return;
    const timer = setTimeout(() => {
      deskCall('POST /api/desk/read', { body: { conversationId: unreadId, until } })
        .then(() => readAgain(unreadId))
        // With the next look.
        .catch(() => undefined);
    }, CHAT_READ_DELAY_MS);
    return () => clearTimeout(timer);
  }, [unreadId, until, isVisible]);
}
