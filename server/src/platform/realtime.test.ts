import { randomUUID } from 'node:crypto';
import type { BrowserEvents, Join, JoinAnswer, ServerEvents } from '@krapao/contract/realtime.ts';
import { io, type Socket } from 'socket.io-client';
import { afterEach, expect, test, vi } from 'vitest';
import { IN_FULL } from '../../../world/tier.ts';
import {
  BY_ITSELF,
  newMember,
  newPlayer,
  type Player,
  SOON,
  signIn,
  spawnProduct,
  startPatientNode,
  startProduct,
  startProductOnSandbox,
  transfer,
  waitingForLocks,
  walletOf,
} from '../../test/harness.ts';
import { WALLET_CHANGED } from './wallet-changes.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api' });
const patient = await startPatientNode(database, sandbox);
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

/** A browser's connection; `heard` are the payloads of the `wallet-changed` events that came. */
function connect(url = product.url) {
  const socket: Socket<ServerEvents, BrowserEvents> = io(url, { transports: ['websocket'], forceNew: true });
  sockets.push(socket as unknown as Socket);
  const heard: unknown[][] = [];
  socket.on('wallet-changed', (...payload: unknown[]) => heard.push(payload));
  const join = (who: unknown): Promise<JoinAnswer> => socket.timeout(30_000).emitWithAck('join', who as Join);
  return { socket, heard, join };
}

async function listening({ id, token }: Player, url?: string) {
  const connection = connect(url);
  expect(await connection.join({ userId: id, token })).toEqual({ ok: true });
  return connection;
}

test('a change is told to every connection of the member, on any node, and never says what changed', async () => {
  const member = await newPlayer(patient, { wallet: 100, pg: 0 });
  const own = await Promise.all([listening(member), listening(member), listening(member, patient.url)]);
  await transfer(patient, member, { from: 'wallet', to: 'pg', amount: 10 });
  for (const { heard } of own) await expect.poll(() => heard.length, BY_ITSELF).toBeGreaterThan(0);
  expect(own.flatMap(({ heard }) => heard.flat())).toEqual([]);
});

test('no other member and no visitor hears of a change', async () => {
  const [member, other] = await Promise.all([newPlayer(patient, { wallet: 100, pg: 0 }), newMember(patient)]);
  const own = await listening(member);
  const [others, visitor, stranger] = [await listening(other), connect(), connect()];
  expect(await stranger.join({ userId: member.id, token: other.token })).toEqual({ ok: false });
  await transfer(patient, member, { from: 'wallet', to: 'pg', amount: 10 });
  await expect.poll(() => own.heard.length, BY_ITSELF).toBeGreaterThan(0);
  // A note sent to these sockets would arrive before the answers to their joins.
  await Promise.all([others, visitor, stranger].map(({ join }) => join({})));
  expect([others, visitor, stranger].flatMap(({ heard }) => heard)).toEqual([]);
});

test('a member’s socket also hears of a change that another process makes later', IN_FULL, async () => {
  const member = await newPlayer(patient, { wallet: 100, joker: 0 });
  await sandbox.fault({ target: 'games/joker', mode: 'timeout-after', times: 1 });
  const { body } = await transfer(product, member, { from: 'wallet', to: 'joker', amount: 10 });
  expect(body).toMatchObject({ status: 'PENDING' });
  const own = await listening(member);
  const environment = {
    SANDBOX_URL: sandbox.url,
    PROVIDER_TIMEOUT_MS: '300',
    PROVIDER_LATE_MS: '500',
    LOG_LEVEL: 'silent',
  };
  await spawnProduct(database, { ...environment, ROLE: 'worker' });
  await expect.poll(() => own.heard.length, BY_ITSELF).toBeGreaterThan(0);
  // What is heard first may still be the transfer's beginning.
  const amounts = async () => (await walletOf(patient, member)).amounts;
  await expect.poll(amounts, BY_ITSELF).toEqual({ wallet: 90, inTransit: 0, joker: 10 });
});

test('changes are heard again after the connection to the database broke', async () => {
  const member = await newPlayer(patient, { wallet: 100, pg: 0 });
  const own = await listening(member);
  // A listening connection runs nothing but `listen`, and now and then an empty `select`.
  const listeners = `from pg_stat_activity where datname = current_database() and query ~ '^(listen .*|select)$'`;
  const { rows } = await database.db.query<{ pid: number }>(`select pid, pg_terminate_backend(pid) ${listeners}`);
  expect(rows.length).toBeGreaterThanOrEqual(2);
  const old = rows.map(({ pid }) => pid);
  const newOnes = async () => (await database.db.query(`select ${listeners} and pid <> all ($1)`, [old])).rowCount;
  await expect.poll(newOnes, BY_ITSELF).toBe(old.length);
  own.heard.length = 0;
  await transfer(patient, member, { from: 'wallet', to: 'pg', amount: 10 });
  await expect.poll(() => own.heard.length, BY_ITSELF).toBeGreaterThan(0);
});

test('a socket that asks again for its own room hears of changes while its token is looked up', async () => {
  const member = await newMember(patient);
  const own = await listening(member);
  const lock = await database.db.connect();
  await lock.query('begin; lock table members in access exclusive mode');
  const again = own.join({ userId: member.id, token: member.token });
  await expect.poll(() => waitingForLocks(database.db), BY_ITSELF).toBeGreaterThan(0);
  await lock.query('select pg_notify($1, $2)', [WALLET_CHANGED, member.id]);
  await lock.query('commit');
  lock.release();
  expect(await again).toEqual({ ok: true });
  await expect.poll(() => own.heard.length, BY_ITSELF).toBe(1);
});

test('a refused join is answered and its socket stays connected, also while the node looks up that member’s sign-ins', async () => {
  const [member, other] = await Promise.all([newMember(patient), newMember(patient)]);
  const stranger = connect();
  // Which look-up ends first is not decided here: in ten rounds both orders occur.
  for (let round = 0; round < 10; round += 1) {
    const lock = await database.db.connect();
    await lock.query('begin; lock table members in access exclusive mode');
    const lookUps = (least: number) =>
      expect.poll(() => waitingForLocks(database.db), SOON).toBeGreaterThanOrEqual(least);
    const joined = stranger.join({ userId: member.id, token: other.token });
    await lookUps(1);
    await database.db.query('select pg_notify($1, $2)', ['sign_in_ended', member.id]);
    await lookUps(2);
    await lock.query('commit');
    lock.release();
    expect(await joined).toEqual({ ok: false });
  }
});

test('nothing but a good token of that very member joins', async () => {
  const [member, other] = await Promise.all([newMember(patient), newMember(patient)]);
  const { id: userId, token } = member;
  const { join } = connect();
  const nonsense: unknown[] = [
    { userId, token: other.token },
    { userId: other.id, token },
    { userId: userId.toLowerCase(), token },
    { userId: '', token },
    { userId: [userId], token },
    { userId: { toString: userId }, token },
    { token },
    { userId },
    { userId, token: '' },
    { userId, token: 'x'.repeat(10_000) },
    { userId, token: '\0' },
    { userId, token: [token] },
    { userId, token: null },
    { guestId: userId },
    { guestId: `member:${userId}` },
    { userId: 5, guestId: 'x' },
    { guestId: 'x', deskToken: 5 },
    { deskToken: token },
    { deskToken: '' },
    { userId, guestId: userId },
    {},
    [],
    [userId, token],
    null,
    7,
    `member:${userId}`,
    Buffer.from(token),
  ];
  for (const who of nonsense) expect({ who, ...(await join(who)) }).toEqual({ who, ok: false });
  expect(await join({ userId, token })).toEqual({ ok: true });
});

test('an ended token, one of a blocked member and an expired one do not join', async () => {
  const [ended, blocked, expired] = await Promise.all([newMember(patient), newMember(patient), newMember(patient)]);
  const { join } = connect();
  const joins = ({ id, token }: Player) => join({ userId: id, token });
  await patient.call('POST /api/logout', { token: ended.token });
  expect(await joins(ended)).toEqual({ ok: false });
  await database.db.query('update members set blocked_at = app_now() where id = $1', [blocked.id]);
  expect(await joins(blocked)).toEqual({ ok: false });

  expect(await joins(expired)).toEqual({ ok: true });
  await sandbox.moveClock(400 * 24 * 60 * 60);
  expect(await joins(expired)).toEqual({ ok: false });
  const { username, password } = expired;
  const again = { id: expired.id, token: await signIn(patient, { username, password }) };
  expect(await joins(again)).toEqual({ ok: true });
});

test('an address that is kept out stays out behind a proxy as well, and only a proxy of ours is believed', async () => {
  const [behind, alone] = await Promise.all([
    startProduct(database, { TRUST_PROXY: '127.0.0.1', ROLE: 'api' }),
    startProduct(database, { ROLE: 'api' }),
  ]);
  await database.db.query(`insert into address_rules (network, rule) values ('203.0.113.0/24', 'deny')`);
  const joinsFrom = async (url: string, address: string) => {
    const headers = { 'x-forwarded-for': address };
    const socket = io(url, { transports: ['websocket'], forceNew: true, extraHeaders: headers });
    sockets.push(socket);
    return socket.timeout(30_000).emitWithAck('join', { guestId: randomUUID() });
  };
  expect(await joinsFrom(behind.url, '203.0.113.9')).toEqual({ ok: false });
  expect(await joinsFrom(behind.url, '198.51.100.9')).toEqual({ ok: true });
  expect(await joinsFrom(alone.url, '203.0.113.9')).toEqual({ ok: true });
});

test('an event without an acknowledgement, or far too large, breaks nothing', async () => {
  const member = await newMember(patient);
  const rude = connect();
  const emit = rude.socket.emit as (event: string, ...payload: unknown[]) => unknown;
  await vi.waitFor(() => expect(rude.socket.connected).toBe(true), BY_ITSELF);
  for (const payload of [[], ['x'], [{ userId: member.id, token: member.token }], [null, 'no function']])
    emit.call(rude.socket, 'join', ...payload);
  emit.call(rude.socket, 'nothing we know', {});
  emit.call(rude.socket, 'join', 'x'.repeat(100_000));
  await listening(member);
});
