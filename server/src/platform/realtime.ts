import proxyAddress from '@fastify/proxy-addr';
import type { BrowserEvents, Join, JoinAnswer, ServerEvents } from '@krapao/contract/realtime.ts';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type { Config } from '../config.ts';
import { readOperator } from '../staff/operator-sessions.ts';
import { UUID } from './idempotency.ts';
import { listen } from './listen.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { Platform } from './routes.ts';
import { WALLET_CHANGED } from './wallet-changes.ts';

const MAX_MESSAGE_BYTES = 16 * 1024;
/** Counted for each from when they came: never is everybody looked up at once. */
const LOOK_AGAIN_MS = 60_000;
/** Who has no room by then hears nothing and wants nothing. */
const JOIN_WITHIN_MS = 60_000;
const SIGN_IN_ENDED = 'sign_in_ended';

/** What a node can say to those of a room who are connected to it. Each node hears the same notes and tells its own. */
export type Rooms = {
  isAnybodyIn: (room: string) => boolean;
  tell: <E extends keyof ServerEvents>(room: string, event: E, ...what: Parameters<ServerEvents[E]>) => void;
};

/** The customers' rooms are named after them; nobody is called so. */
export const DESK_ROOM = 'the desk';

export function roomOf(prefix: string, customerId: string): string {
  return `${prefix}${customerId}`;
}

/** What let somebody in is kept, to be looked up again. */
type Kept = { who?: Join };
type Io = Server<BrowserEvents, ServerEvents, DefaultEventsMap, Kept>;
type OneSocket = Socket<BrowserEvents, ServerEvents, DefaultEventsMap, Kept>;

/** The socket: everybody enters the one room that is theirs, and leaves it when what let them in has ended. */
export function realtime(
  platform: Platform,
  /** What a feature does with the notes of its channel. */
  channels: (rooms: Rooms) => Record<string, (note: string) => void>,
): void {
  const { app, config } = platform;
  const io: Io = new Server(app.server, {
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
  });
  const rooms: Rooms = {
    isAnybodyIn: (room) => io.sockets.adapter.rooms.has(room),
    tell: (room, event, ...what) => io.to(room).emit(event, ...what),
  };
  const memberRoom = (memberId: string) => roomOf(config.chatPrefix, memberId);
  io.on('connection', (socket) => welcome(platform, socket));
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
      onBack: () => {
        io.emit('missed');
        lookAgain(platform, everybody());
      },
    },
    app.log,
  );
  app.addHook('preClose', async () => {
    await listening.stop();
    await io.close();
  });
}

/** A socket may ask for its room at any time, and is looked up again as long as it stays. */
function welcome(platform: Platform, socket: OneSocket): void {
  const waiting = setTimeout(() => {
    if (!socket.data.who) socket.disconnect(true);
  }, JOIN_WITHIN_MS);
  const looking = setInterval(() => lookAgain(platform, [socket]), LOOK_AGAIN_MS);
  socket.on('disconnect', () => {
    clearTimeout(waiting);
    clearInterval(looking);
  });
  socket.on('join', async (who, answer) => {
    const joined = await oneAtATime(`join ${socket.id}`, () => join(platform, socket, who)).catch(() => ({
      ok: false,
    }));
    if (typeof answer === 'function') answer(joined);
  });
}

/** Disconnects the sockets whose token or id no longer opens a room. */
function lookAgain(platform: Platform, sockets: OneSocket[]): void {
  for (const socket of sockets) {
    const { who } = socket.data;
    if (!who) continue;
    // A question that cannot be answered, as when the database is away, is no reason to disconnect anybody.
    const asking = roomFor(platform, socket, who).catch(() => '');
    // Meanwhile the socket may have joined as another member.
    void asking.then((room) => room === null && socket.data.who === who && socket.disconnect(true));
  }
}

const idIn = (who: Join) => ('userId' in who ? who.userId : null);

/** One room at a time, and none while it is looked up: who signs in leaves the visitor's. */
async function join(platform: Platform, socket: OneSocket, asked: unknown): Promise<JoinAnswer> {
  for (const left of socket.rooms) if (left !== socket.id) await socket.leave(left);
  const who = joinOf(asked);
  delete socket.data.who;
  if (!who) return { ok: false };
  // Before it is looked up: a sign-in that ends meanwhile is looked up again.
  socket.data.who = who;
  const room = await roomFor(platform, socket, who);
  if (room === null) {
    delete socket.data.who;
    return { ok: false };
  }
  await socket.join(room);
  return { ok: true };
}

/** Made anew of nothing but texts, and of one kind only: what else was sent is not looked at again. */
function joinOf(asked: unknown): Join | null {
  if (typeof asked !== 'object' || asked === null) return null;
  const { userId, token, guestId, deskToken } = asked as Record<string, unknown>;
  if (typeof userId === 'string' && typeof token === 'string') return { userId, token };
  if (typeof guestId === 'string') return { guestId };
  return typeof deskToken === 'string' ? { deskToken } : null;
}

/** The room that somebody may be in at this moment: with a token that counts, or by the id that only they know. */
async function roomFor({ config, db, readGate }: Platform, socket: OneSocket, who: Join): Promise<string | null> {
  const token = 'userId' in who ? who.token : null;
  const gate = await readGate({ address: addressOf(socket, config), token });
  if (gate.isGone || gate.isAddressDenied) return null;
  if ('deskToken' in who) return (await readOperator(db, who.deskToken)) === null ? null : DESK_ROOM;
  if ('guestId' in who) {
    const guestId = who.guestId.toLowerCase();
    return UUID.test(guestId) ? roomOf(config.chatPrefix, guestId) : null;
  }
  const isTheirs = typeof gate.session !== 'string' && gate.session.memberId === who.userId;
  return isTheirs ? roomOf(config.chatPrefix, who.userId) : null;
}

/** As of an HTTP call: what a proxy says, where it is one of ours. */
function addressOf({ request }: OneSocket, { trustProxy }: Config): string {
  return trustProxy.length > 0 ? proxyAddress(request, trustProxy) : (request.socket.remoteAddress ?? '');
}
