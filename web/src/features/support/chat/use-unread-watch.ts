import { useEffect } from 'react';
import { callAs } from '../../../platform/api.ts';
import { currentToken } from '../../../platform/session.ts';
import { readStored } from '../../../platform/storage.ts';
import { type Customer, joinOf, readerOf } from './customer.ts';
import { unread } from './unread.ts';

/** Counts what is unread while the chat has not been opened. For a guest who never wrote there is nothing to count. */
export function useUnreadWatch(customer: Customer, isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled || !('userId' in customer || readStored('chat-started'))) return;
    let stop: (() => void) | null = () => undefined;
    const read = () => {
      const body = { ...readerOf(customer), limit: 1, skip: 0 };
      callAs(currentToken(), 'POST /api/chat/history', { body }).then(
        (reply) => stop && unread.set(reply.unread),
        // A number on a button is worth no message, and leads nobody away from what they are doing.
        () => undefined,
      );
    };
    const listen = async () => {
      const socket = await import('../../../platform/socket.ts');
      if (!stop) return;
      stop = socket.listen(() => joinOf(customer), {
        messaging: ({ sender }) => sender === 'other' && unread.set(unread.get() + 1),
        missed: read,
        inside: read,
      });
    };
    listen().catch(() => undefined);
    // It may have been read elsewhere meanwhile.
    const look = () => document.visibilityState === 'visible' && read();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      stop?.();
      stop = null;
    };
  }, [customer, isEnabled]);
}
