import type { BrowserEvents, Join, JoinAnswer, ServerEvents } from '@krapao/contract/realtime.ts';
import { io, type Socket } from 'socket.io-client';
import { onSessionEnd } from './session.ts';

export const CHAT_CONNECTION_CHECK_MS = 5_000;
export const CHAT_RECONNECT_MS = 500;

type AppSocket = Socket<ServerEvents, BrowserEvents>;

/** What is heard in a room, and whether we are in it. */
export type Listener = Partial<ServerEvents> & {
  /** Each time the server has let us in. Whatever was said before must be read. */
  inside?: () => void;
  /** Nothing is heard from now on. */
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
 * Hears what is said to a customer, over the page's one connection: whoever else listens shares it. Another customer
 * is another connection, and the one before is closed first.
 */
export function listen(who: () => Join, listener: Listener): () => void {
  const room = roomOf(who());
  if (page?.room !== room) {
    closePage();
    page = openPage(room, who);
  }
  const { listeners, isInside } = page;
  listeners.add(listener);
  if (isInside) listener.inside?.();
  return () => void listeners.delete(listener);
}

function roomOf(who: Join): string {
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

/** It comes back by itself, but not where the server showed it out, nor into a room that was closed for a moment. */
export function checkConnection(): void {
  if (!page) return;
  const { socket, isInside, enter } = page;
  if (!socket.active) socket.connect();
  else if (socket.connected && !isInside) enter();
}

function closePage(): void {
  if (!page) return;
  clearInterval(page.check);
  page.listeners.clear();
  page.socket.off();
  page.socket.disconnect();
  page = null;
}

/** A connection of its own. Each time it has asked to enter, `onJoin` hears whether it was let in. */
export function connectSocket(who: () => Join, onJoin: (answer: JoinAnswer) => void): AppSocket {
  const connected: AppSocket = io({
    transports: ['websocket'],
    forceNew: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: CHAT_RECONNECT_MS,
    reconnectionDelayMax: CHAT_RECONNECT_MS,
    randomizationFactor: 0,
  });
  // A refused join stays outside: the next call finds out why and leads to the login.
  connected.on('connect', () => connected.emit('join', who(), onJoin));
  return connected;
}

onSessionEnd(closePage);
