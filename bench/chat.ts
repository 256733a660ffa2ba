import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChatEntry } from '@krapao/contract/support/chat.ts';
import { io, type Socket } from 'socket.io-client';
import { freePort } from '../launch/ports.ts';
import { startServiceAndWait } from '../launch/service.ts';
import { ROOT } from '../launch/tool.ts';
import { openDatabase } from '../server/src/platform/database.ts';
import { type Addresses, execute, migrate, newDatabaseServer, newFolder } from '../world/databases.ts';
import { startNode } from '../world/nodes.ts';
import { tell } from './figures.ts';
import { atRate, median, summary } from './load.ts';
import { inQuietRounds } from './rounds.ts';

const OTHER = ['@socket.io/redis-adapter@8.3.0', 'pg@8.23.1', 'redis@5.9.0', 'socket.io@4.8.4'];
const CACHE = join(ROOT, '.cache', 'bench-chat');
const SOCKETS = 2_000;
const PER_SECOND = 200;
const SECONDS = 10;
/** Not measured, for either chat: connections are opened and code is compiled. */
const WARM_UP_SECONDS = 2;
const ROUNDS = 5;
const LEAST_RATIO = 0.8;
const TEXT = 'เงินฝากยังไม่เข้ากระเป๋า ช่วยตรวจสอบให้หน่อยค่ะ';

/** The addresses of two nodes, and how a message is sent through a socket; settles when it is acknowledged. */
type Chat = {
  nodes: [string, string];
  send: (socket: Socket, room: string, id: string) => Promise<void>;
};

type AwaitedMessages = Map<string, { missing: number; settle: () => void }>;
const awaitedOf: Record<string, AwaitedMessages> = {};
const socketsOf: Record<string, Map<string, [Socket, Socket]>> = {};

await using parts = new AsyncDisposableStack();
const rooms = Array.from({ length: SOCKETS / 2 }, () => randomUUID());
const addresses = (await newDatabaseServer(parts)).addresses();
const chats = { ours: await startOurs(addresses), other: await startOther(addresses) };

/** Every room has one socket on each node, so that every message crosses from node to node. */
for (const which of ['ours', 'other'] as const) await connectAll(which, chats[which]);
const results = await inQuietRounds(ROUNDS, async () => ({
  ours: await converse('ours', chats.ours),
  other: await converse('other', chats.other),
}));

const figure = (which: keyof typeof chats, name: 'p99Ms' | 'medianMs' | 'perSecond') =>
  median(results.map((result) => result[which][name]));
for (const which of ['ours', 'other'] as const) {
  const name = which === 'ours' ? 'Krapao' : 'bare socket.io, PostgreSQL, Redis';
  const [p99, middle, perSecond] = (['p99Ms', 'medianMs', 'perSecond'] as const).map((what) => figure(which, what));
  console.log(
    `${name.padEnd(34)} p99 ${p99?.toFixed(1)} ms, median ${middle?.toFixed(1)} ms, ${perSecond} deliveries/s`,
  );
}
const delivery = figure('other', 'p99Ms') / figure('ours', 'p99Ms');
const throughput = figure('ours', 'perSecond') / figure('other', 'perSecond');
console.log(`${SOCKETS} sockets, ${PER_SECOND} messages a second, two nodes, middle of ${ROUNDS} rounds\n`);
tell({ name: 'chat, p99 of a message: bare socket.io that stores it ÷ ours', value: delivery, least: LEAST_RATIO });
tell({ name: 'chat, deliveries: ours ÷ bare socket.io that stores messages', value: throughput, least: LEAST_RATIO });

async function connectAll(which: string, { nodes }: Chat): Promise<void> {
  const awaited: AwaitedMessages = new Map();
  const connect = async (node: string, room: string) => {
    const socket = io(node, { transports: ['websocket'], forceNew: true });
    socket.on('messaging', ({ id }: ChatEntry) => {
      const waiting = awaited.get(id);
      if (!waiting || --waiting.missing > 0) return;
      awaited.delete(id);
      waiting.settle();
    });
    await new Promise((settle) => socket.on('connect', () => settle(undefined)));
    const { ok } = await socket.timeout(10_000).emitWithAck('join', { guestId: room });
    if (!ok) throw new Error(`${node} let nobody into ${room}`);
    return socket;
  };
  const pairs = new Map<string, [Socket, Socket]>();
  for (const room of rooms) pairs.set(room, [await connect(nodes[0], room), await connect(nodes[1], room)]);
  parts.defer(() => {
    for (const socket of [...pairs.values()].flat()) socket.disconnect();
  });
  awaitedOf[which] = awaited;
  socketsOf[which] = pairs;
}

/** A message is measured until it is acknowledged and both sockets of its room have received it. */
async function converse(which: string, { send }: Chat) {
  const awaited = awaitedOf[which] as AwaitedMessages;
  const warmUp = WARM_UP_SECONDS * PER_SECOND;
  let start = 0;
  const times = await atRate(warmUp + SECONDS * PER_SECOND, PER_SECOND, async (n) => {
    if (n === warmUp) start = performance.now();
    const room = rooms[(n * 7) % rooms.length] as string;
    const socket = socketsOf[which]?.get(room)?.[n % 2] as Socket;
    const id = randomUUID();
    const sentAt = performance.now();
    const delivered = new Promise<void>((settle) => awaited.set(id, { missing: 2, settle }));
    await Promise.all([send(socket, room, id), delivered]);
    return performance.now() - sentAt;
  });
  const seconds = (performance.now() - start) / 1000;
  const { p99Ms, medianMs, count } = summary(times.slice(warmUp), seconds);
  return { p99Ms, medianMs, perSecond: Math.round((2 * count) / seconds) };
}

async function startOurs({ url: databaseUrl, ownerUrl }: Addresses): Promise<Chat> {
  const dataDir = await newFolder(parts);
  const db = openDatabase(databaseUrl, 4);
  await migrate({ ownerUrl });
  // The rooms are with an operator, so that the bot is silent.
  const sql = `insert into chat_rooms (customer_id, locale, state, operator, last_at)
    select *, 'th', 'agent', 'bench', now() from unnest($1::text[])`;
  await db.query(sql, [rooms]);
  await db.end();
  const environment = { LOG_LEVEL: 'error', ROLE: 'api', CHAT_MESSAGES_A_MINUTE: '1000000' };
  const node = async () => (await startNode(parts, { databaseUrl, dataDir, environment })).url;
  const nodes: Chat['nodes'] = [await node(), await node()];
  return {
    nodes,
    send: async (socket, guestId, id) => {
      const body = { id, guestId, message: { message_type: 'text', payload: { text: TEXT } } };
      const { ok, failure } = await socket.emitWithAck('send-message', { query: { locale: 'th' }, body });
      if (!ok) throw new Error(`sending a message answered ${failure.message}`);
    },
  };
}

/** The bare chat has a table of its own in the same PostgreSQL. */
async function startOther({ url: databaseUrl, ownerUrl }: Addresses): Promise<Chat> {
  await execute(
    ownerUrl,
    'create schema bare',
    'create table bare.entries (id uuid primary key, room text not null, entry jsonb not null)',
    'grant usage on schema bare to public',
    'grant insert on bare.entries to public',
  );
  const redisPort = await freePort();
  const redis = spawn('redis-server', ['--port', `${redisPort}`, '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  });
  await once(redis, 'spawn').catch(() => {
    throw new Error('redis-server is not installed: it is what the bare chat is measured with.');
  });
  parts.defer(() => void redis.kill());
  await mkdir(CACHE, { recursive: true });
  const install = ['install', '--prefix', CACHE, '--no-save', '--silent', ...OTHER];
  execFileSync('npm', install, { cwd: CACHE, shell: process.platform === 'win32' });
  const main = join(CACHE, 'chat-echo.mjs');
  await copyFile(join(ROOT, 'bench', 'chat-echo.mjs'), main);
  const node = async () => {
    const port = await freePort();
    const env = { PORT: String(port), REDIS_URL: `redis://127.0.0.1:${redisPort}`, DATABASE_URL: databaseUrl };
    parts.defer((await startServiceAndWait({ args: [main], env })).stop);
    return `http://127.0.0.1:${port}`;
  };
  const nodes: Chat['nodes'] = [await node(), await node()];
  const createdAt = new Date().toISOString();
  return {
    nodes,
    send: async (socket, guestId, id) => {
      const message = { message_type: 'text', payload: { text: TEXT } };
      const entry = { id, sender: 'customer', message, guestId, createdAt, session_id: guestId };
      await socket.emitWithAck('send', guestId, entry);
    },
  };
}
