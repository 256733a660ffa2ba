import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import proxyAddress from '@fastify/proxy-addr';
import type { BrowserEvents, Join, JoinAnswer, ServerEvents, SocketAnswer } from '@krapao/contract/realtime.ts';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type { Config } from '../config.ts';
import { plainAddress } from './addresses.ts';
import { UUID } from './idempotency.ts';
import { listen } from './listen.ts';
import type { SignIn } from './media-links.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { readOperator } from './operator-sessions.ts';
import type { Platform } from './routes.ts';
import { hashOf, type SignedIn } from './sessions.ts';
import type { SocketCall } from './socket-calls.ts';
import { FramesOneByOne, socketCeilings } from './socket-ceilings.ts';
import { WALLET_CHANGED } from './wallet-changes.ts';

const MAX_MESSAGE_BYTES = 16 * 1024;
/** Each second a part of the sockets is looked up again, together, and after so many seconds all of them were. */
const LOOK_AGAIN_SECONDS = 60;
/** A socket that has no room by then hears nothing and is disconnected. */
const JOIN_WITHIN_MS = 60_000;
const SIGN_IN_ENDED = 'sign_in_ended';
const UNAVAILABLE: SocketAnswer = { ok: false, failure: { message: 'SERVICE_UNAVAILABLE' } };

/** The rooms of this node's own sockets. Each node hears the same notes and tells its own sockets. */
export type Rooms = {
  isAnybodyIn: (room: string) => boolean;
  tell: <E extends keyof ServerEvents>(room: string, event: E, ...what: Parameters<ServerEvents[E]>) => void;
  /** The same to each socket in its own words: links are good for one sign-in alone. */
  tellEach: <E extends keyof ServerEvents>(
    room: string,
    event: E,
    what: (signIn: SignIn) => Parameters<ServerEvents[E]>,
  ) => void;
};

/** Customers' rooms are named after their ids; no id is spelled so. */
export const DESK_ROOM = 'the desk';

export function socketRoomOf(prefix: string, customerId: string): string {
  return `${prefix}${customerId}`;
}

/** What a token or id opens: a room, and for a member's token the member. */
type Opened = { room: string; member: SignedIn | null } | null;
/** The token or id that let a socket in, kept to be looked up again, and the newest look-up of it. */
type Kept = {
  who?: Join;
  opened?: Promise<Opened>;
  /** The second in which the socket is looked up again. */
  turn?: number;
};
type Io = Server<BrowserEvents, ServerEvents, DefaultEventsMap, Kept>;
type OneSocket = Socket<BrowserEvents, ServerEvents, DefaultEventsMap, Kept>;

/** The features behind the sockets. */
type Features = {
  /** Receivers of notes, by channel. */
  channels: (rooms: Rooms) => Record<string, (note: string) => void>;
  sendMessage: SocketCall;
};

/** Every socket enters the one room that is its own, and leaves it when the token or id that let it in has ended. */
export function realtime(platform: Platform, { channels, sendMessage }: Features): void {
  const { app, config } = platform;
  const ceilings = socketCeilings(config, (request) => addressOf(request, config));
  const io: Io = new Server(app.server, {
    serveClient: false,
    allowRequest: (request, decide) => decide(null, ceilings.isAdmitted(request)),
    transports: ['websocket'],
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    wsEngine: FramesOneByOne,
  });
  io.engine.on('connection', ceilings.listenTo);
  const rooms = roomsOf(io);
  const memberRoom = (memberId: string) => socketRoomOf(config.chatPrefix, memberId);
  const everybody = () => [...io.sockets.sockets.values()];
  const signedInAs = (memberId: string) =>
    everybody().filter(({ data: { who } }) => who && (memberId === '' ? 'deskToken' in who : memberId === idIn(who)));

  const listening = listen(
    config.databaseUrl,
    {
      channels: {
        [WALLET_CHANGED]: (ids) => {
          for (const id of ids.split(',')) rooms.tell(memberRoom(id), 'wallet-changed');
        },
        [SIGN_IN_ENDED]: (memberId) => lookAgain(platform, signedInAs(memberId)),
        ...channels(rooms),
      },
      onListening: () => {
        io.emit('missed');
        lookAgain(platform, everybody());
      },
    },
    app.log,
  );
  let sockets = 0;
  io.on('connection', (socket) => {
    socket.data.turn = sockets++ % LOOK_AGAIN_SECONDS;
    welcome(platform, socket);
    socket.on('send-message', async (asked, answer) => {
      if (typeof answer !== 'function') return;
      answer(await send(asked, socket).catch(() => UNAVAILABLE));
    });
  });
  /**
   * A socket speaks as long as it hears. Its token is not looked up for each message: the end of a sign-in is a note,
   * after which the token is looked up again. A node that hears no notes takes no messages over sockets.
   */
  const send = async (asked: unknown, socket: OneSocket): Promise<SocketAnswer> => {
    if (!listening.isListening()) return UNAVAILABLE;
    const opened = await socket.data.opened;
    if (!opened || opened.room === DESK_ROOM) return { ok: false, failure: { message: 'invalid-token' } };
    const address = plainAddress(addressOf(socket.request, config)) ?? '';
    const language = socket.request.headers['accept-language'] ?? '';
    return sendMessage(asked, { member: opened.member, address, language });
  };
  const looking = lookInTurns(platform, everybody);
  platform.drain.onDrain((withinMs) => moveAway(everybody(), withinMs));
  app.addHook('preClose', async () => {
    clearInterval(looking);
    await listening.stop();
    await io.close();
  });
}

/** Of this node's sockets. */
function roomsOf(io: Io): Rooms {
  return {
    isAnybodyIn: (room) => io.sockets.adapter.rooms.has(room),
    tell: (room, event, ...what) => io.to(room).emit(event, ...what),
    tellEach: (room, event, what) => {
      for (const id of io.sockets.adapter.rooms.get(room) ?? []) {
        const who = io.sockets.sockets.get(id)?.data.who;
        if (who) io.to(id).emit(event, ...what(signInOf(who)));
      }
    },
  };
}

/** A connection that ends by itself is opened again by the browser, and the proxy leads to another node. */
function moveAway(sockets: OneSocket[], withinMs: number): void {
  for (const { conn } of sockets) setTimeout(() => conn.close(), Math.random() * withinMs).unref();
}

/** A socket may ask for its room at any time. */
function welcome(platform: Platform, socket: OneSocket): void {
  const waiting = setTimeout(() => {
    if (!socket.data.who) socket.disconnect(true);
  }, JOIN_WITHIN_MS);
  socket.on('disconnect', () => clearTimeout(waiting));
  socket.on('join', async (who, answer) => {
    const joined = await inTurn(socket, () => join(platform, socket, who)).catch(() => ({ ok: false }));
    if (typeof answer === 'function') answer(joined);
  });
}

/** A socket joins, or is disconnected by `lookAgain`, one at a time and in order. */
const inTurn = <T>({ id }: OneSocket, work: () => Promise<T>) => oneAtATime(`join ${id}`, work);

/** Disconnects the sockets whose token or id no longer opens a room. */
function lookAgain(platform: Platform, sockets: OneSocket[]): void {
  for (const socket of sockets) {
    const { who } = socket.data;
    if (!who) continue;
    // A join that is under way is answered first. If it was refused, or was another member's, the socket stays connected.
    const leave = async () => socket.data.who === who && socket.disconnect(true);
    // A look-up that fails, as when the database is away, is no reason to disconnect the socket.
    lookUp(platform, socket, who).then(
      (opened) => opened === null && inTurn(socket, leave),
      () => undefined,
    );
  }
}

function lookInTurns(platform: Platform, everybody: () => OneSocket[]): NodeJS.Timeout {
  let second = 0;
  return setInterval(() => {
    second = (second + 1) % LOOK_AGAIN_SECONDS;
    const due = everybody().filter(({ data }) => data.turn === second);
    lookAgain(platform, due);
  }, 1_000);
}

function signInOf(who: Join): SignIn {
  if ('guestId' in who) return null;
  return hashOf('deskToken' in who ? who.deskToken : who.token);
}

const idIn = (who: Join) => ('userId' in who ? who.userId : null);

/**
 * A socket is in one room at a time. A visitor who signs in is in no room while the member's token is looked up; a
 * socket that asks again for its own room stays in it meanwhile, because it would not learn of the events it missed.
 */
async function join(platform: Platform, socket: OneSocket, asked: unknown): Promise<JoinAnswer> {
  const who = joinOf(asked);
  if (!who || !isDeepStrictEqual(who, socket.data.who)) await leaveRoom(socket);
  if (!who) return { ok: false };
  // Set before the look-up: a sign-in that ends meanwhile is then looked up again.
  socket.data.who = who;
  const opened = await lookUp(platform, socket, who);
  if (opened === null) {
    await leaveRoom(socket);
    return { ok: false };
  }
  await socket.join(opened.room);
  return { ok: true };
}

function lookUp(platform: Platform, socket: OneSocket, who: Join): Promise<Opened> {
  socket.data.opened = openedBy(platform, socket, who);
  return socket.data.opened;
}

async function leaveRoom(socket: OneSocket): Promise<void> {
  delete socket.data.who;
  delete socket.data.opened;
  for (const left of socket.rooms) if (left !== socket.id) await socket.leave(left);
}

/** Built anew of texts only, and of one kind only: other fields of the request are dropped. */
function joinOf(asked: unknown): Join | null {
  if (typeof asked !== 'object' || asked === null) return null;
  const { userId, token, guestId, deskToken } = asked as Record<string, unknown>;
  if (typeof userId === 'string' && typeof token === 'string') return { userId, token };
  if (typeof guestId === 'string') return { guestId };
  return typeof deskToken === 'string' ? { deskToken } : null;
}

/** The room that a socket may be in at this moment: by a token that counts, or by an id that only the visitor knows. */
async function openedBy({ config, db, readGate }: Platform, socket: OneSocket, who: Join): Promise<Opened> {
  const token = 'userId' in who ? who.token : null;
  const gate = await readGate({ address: addressOf(socket.request, config), token });
  if (gate.isAddressDenied) return null;
  if ('deskToken' in who) {
    const operator = await readOperator(db, who.deskToken, 'desk');
    return operator === null ? null : { room: DESK_ROOM, member: null };
  }
  if ('guestId' in who) {
    const guestId = who.guestId.toLowerCase();
    return UUID.test(guestId) ? { room: socketRoomOf(config.chatPrefix, guestId), member: null } : null;
  }
  const { session } = gate;
  if (typeof session === 'string' || session.memberId !== who.userId) return null;
  return { room: socketRoomOf(config.chatPrefix, who.userId), member: session };
}

/** The address as of an HTTP call: the forwarded one if a proxy of ours sent it. */
function addressOf(request: IncomingMessage, { trustProxy }: Config): string {
  return trustProxy.length > 0 ? proxyAddress(request, trustProxy) : (request.socket.remoteAddress ?? '');
}
