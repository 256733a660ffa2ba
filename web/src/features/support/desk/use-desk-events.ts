import { useEffect, useState } from 'react';
import { CHAT_CONNECTION_CHECK_MS, connectSocket } from '../../../platform/socket.ts';
import { readAgain } from './desk.queries.ts';
import { deskToken } from './desk-session.ts';
import { wakeOutboxes } from './outbox.ts';

/** The server says that something is new, and the desk reads it. Answers whether news arrive at present. */
export function useDeskEvents(): boolean {
  const [isConnected, setIsConnected] = useState(true);
  useEffect(() => {
    const readAll = () => void readAgain();
    const hear = (conversationId: string) => void readAgain(conversationId);
    const away = () => {
      setIsConnected(false);
      // Perhaps the sign-in has ended: whoever asks is told.
      readAll();
    };
    // Read once inside, not before: nothing can then be said between the two.
    const inside = () => {
      setIsConnected(true);
      readAll();
      wakeOutboxes();
    };
    const socket = connectSocket(() => ({ deskToken: deskToken() ?? '' }), inside);
    socket.on('desk-changed', hear);
    socket.on('missed', readAll);
    socket.on('disconnect', away);
    socket.on('connect_error', () => setIsConnected(false));
    // It comes back by itself, but not where the server showed it out.
    const check = setInterval(() => {
      if (!socket.active) socket.connect();
    }, CHAT_CONNECTION_CHECK_MS);
    return () => {
      clearInterval(check);
      socket.off('disconnect', away);
      socket.disconnect();
    };
  }, []);
  return isConnected;
}
