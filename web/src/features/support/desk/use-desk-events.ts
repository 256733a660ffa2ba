import { useEffect, useState } from 'react';
import { CHAT_CONNECTION_CHECK_MS, connectSocket } from '../../../platform/socket.ts';
import { connected, disconnected, everythingChanged, roomChanged } from './desk-rooms.ts';
import { deskToken } from './desk-session.ts';

/** The server says that something is new, and the desk reads it. Answers whether news arrive at present. */
export function useDeskEvents(): boolean {
  const [isConnected, setIsConnected] = useState(true);
  useEffect(() => {
    const away = () => {
      setIsConnected(false);
      disconnected();
      // Perhaps the sign-in has ended: the answer tells.
      everythingChanged();
    };
    // Read once inside, not before: nothing can then be said between the two.
    const inside = () => {
      setIsConnected(true);
      connected();
    };
    const socket = connectSocket(() => ({ deskToken: deskToken() ?? '' }), inside);
    socket.on('desk-changed', roomChanged);
    socket.on('missed', everythingChanged);
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
      disconnected();
    };
  }, []);
  return isConnected;
}
