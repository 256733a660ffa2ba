import { useEffect, useState } from 'react';
import { CHAT_CONNECTION_CHECK_MS, connectSocket } from '../../../platform/socket.ts';
import { connected, disconnected, everythingChanged, roomChanged } from './desk-rooms.ts';
import { deskToken } from './desk-session.ts';

/** On each event of the socket the desk reads its lists and rooms again. Returns whether the socket is connected. */
export function useDeskEvents(): boolean {
  const [isConnected, setIsConnected] = useState(true);
  useEffect(() => {
    const away = () => {
      setIsConnected(false);
      disconnected();
      // The sign-in may have ended: the answer of this call tells.
      everythingChanged();
    };
    // Read once the socket has joined, not before: no message can then be missed in between.
    const inside = ({ ok }: { ok: boolean }) => {
      // A refused join: the sign-in has ended, and the calls of this reading lead to the login.
      if (!ok) return everythingChanged();
      setIsConnected(true);
      connected();
    };
    const socket = connectSocket(() => ({ deskToken: deskToken() ?? '' }), inside);
    socket.on('desk-changed', roomChanged);
    socket.on('missed', everythingChanged);
    socket.on('disconnect', away);
    socket.on('connect_error', () => setIsConnected(false));
    // The socket reconnects by itself, but not after the server disconnected it.
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
