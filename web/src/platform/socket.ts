import type { BrowserEvents, Join, JoinAnswer, ServerEvents, SocketMessage } from '@krapao/contract/realtime.ts';
import { io, type Socket } from 'socket.io-client';
import { onSessionEnd } from './session.ts';

export const CHAT_CONNECTION_CHECK_MS = 5_000;
export const CHAT_RECONNECT_MS = 500;
/** A message without an acknowledgement by then goes by HTTP. */
const ACKNOWLEDGED_WITHIN_MS = 5_000;

type AppSocket = Socket<ServerEvents, BrowserEvents>;

/** The events of a room, and whether the socket is in the room. */
export type Listener = Partial<ServerEvents> & {
  /** The server has let the socket in. Earlier messages must be read by a call. */
  inside?: () => void;
  /** The socket is disconnected: no events from now on. */
  away?: () => void;
};

type Page = {
  room: string;
  socket: AppSocket;
  isInside: boolean;
  listeners: Set<Listener>;
  enter: () => void;
  check: ReturnType<typeof setInterval>;
};

let page: Page | null = null;

/**
 * Listens to the customer's events over the page's one connection, which all listeners share. Another customer needs
 * another connection, and the one before is closed first.
 */
export function listen(who: () => Join, listener: Listener): () => void {
  const room = ownRoomOf(who());
  if (page?.room !== room) {
    closePage();
    page = openPage(room, who);
  }
  const { listeners, isInside } = page;
  listeners.add(listener);
  if (isInside) listener.inside?.();
  return () => void listeners.delete(listener);
}

/** A name for the room that the server lets this person into. */
function ownRoomOf(who: Join): string {
  if ('userId' in who) return `member ${who.userId}`;
  return 'guestId' in who ? `guest ${who.guestId}` : 'desk';
}

function openPage(room: string, who: () => Join): Page {
  const listeners = new Set<Listener>();
  const tellAll = (tell: (listener: Listener) => void) => listeners.forEach(tell);
  const answered = ({ ok }: JoinAnswer) => {
    if (!ok || opened.isInside || !socket.connected) return;
    opened.isInside = true;
    tellAll((listener) => listener.inside?.());
  };
  const socket = connectSocket(who, answered);
  const opened: Page = {
    room,
    socket,
    listeners,
    isInside: false,
    enter: () => socket.emit('join', who(), answered),
    check: setInterval(checkConnection, CHAT_CONNECTION_CHECK_MS),
  };
  socket.on('messaging', (entry) => tellAll((listener) => listener.messaging?.(entry)));
  socket.on('wallet-changed', () => tellAll((listener) => listener['wallet-changed']?.()));
  socket.on('missed', () => tellAll((listener) => listener.missed?.()));
  socket.on('disconnect', () => {
    opened.isInside = false;
    tellAll((listener) => listener.away?.());
  });
  return opened;
}

/** A socket reconnects by itself, but not after the server disconnected it, and it does not ask again to join a room. */
export function checkConnection(): void {
  if (!page) return;
  const { socket, isInside, enter } = page;
  if (!socket.active) socket.connect();
  else if (socket.connected && !isInside) enter();
}

/**
 * Sends a message over the page's connection. Returns the server's answer once the message is stored, or `null`: then the
 * message is to be sent again by HTTP under the same id, which says why it is refused, if it is.
 */
export async function sendBySocket(message: SocketMessage) {
  if (!page?.isInside) return null;
  const asking = page.socket.timeout(ACKNOWLEDGED_WITHIN_MS).emitWithAck('send-message', message);
  const answer = await asking.catch(() => null);
  return answer?.ok ? answer.reply : null;
}

function closePage(): void {
  if (!page) return;
  clearInterval(page.check);
  page.listeners.clear();
  page.socket.off();
  page.socket.disconnect();
  page = null;
}

/** Opens a new connection. `onJoin` gets the server's answer each time the socket has asked to join. */
export function connectSocket(who: () => Join, onJoin: (answer: JoinAnswer) => void): AppSocket {
  const connected: AppSocket = io({
    transports: ['websocket'],
    forceNew: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: CHAT_RECONNECT_MS,
    reconnectionDelayMax: CHAT_RECONNECT_MS,
    randomizationFactor: 0,
  });
  // After a refused join the socket stays outside: the next HTTP call fails for the same reason and leads to the login.
  connected.on('connect', () => connected.emit('join', who(), onJoin));
  return connected;
}

onSessionEnd(closePage);
