import { CHAT_RECONNECT_MS } from '@krapao/contract/constants.ts';
import type { BrowserEvents, Join, ServerEvents } from '@krapao/contract/realtime.ts';
import { io, type Socket } from 'socket.io-client';
import { onSessionEnd } from './session.ts';

type MemberSocket = Socket<ServerEvents, BrowserEvents>;

let socket: MemberSocket | null = null;

/** The page's one connection. It enters its room anew whenever it has been away, with whatever `who` says then. */
export function openSocket(who: () => Join): MemberSocket {
  if (socket) return socket;
  const opened: MemberSocket = io({ transports: ['websocket'], reconnectionDelay: CHAT_RECONNECT_MS });
  // A refused join stays outside: the next call finds out why and leads to the login page.
  opened.on('connect', () => opened.emit('join', who(), () => undefined));
  socket = opened;
  return opened;
}

onSessionEnd(() => {
  socket?.disconnect();
  socket = null;
});
