import { useEffect } from 'react';
import { callAs } from '../../../platform/api.ts';
import { currentToken, onSessionEnd } from '../../../platform/session.ts';
import { readStored } from '../../../platform/storage.ts';
import { createStore } from '../../../platform/store.ts';
import { type Customer, joinOf, readerOf } from './customer.ts';

/** How many of support's entries the customer has not read: one number for the button and the panel. */
export const unread = createStore(0);

onSessionEnd(() => unread.set(0));

/** Counts unread messages while the chat has not been opened. A guest who never wrote has none. */
export function useUnreadWatch(customer: Customer, isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled || !('userId' in customer || readStored('chat-started'))) return;
    let stop: (() => void) | null = () => undefined;
    const read = () => {
      const body = { ...readerOf(customer), limit: 1, skip: 0 };
      callAs(currentToken(), 'POST /api/chat/history', { body }).then(
        (reply) => stop && unread.set(reply.unread),
        // A missing number on a button is not worth a message, nor a change of screen.
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
    // The customer may have read the messages on another device meanwhile.
    const look = () => document.visibilityState === 'visible' && read();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      stop?.();
      stop = null;
    };
  }, [customer, isEnabled]);
}
