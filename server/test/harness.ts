import { randomUUID } from 'node:crypto';
import type { Edition } from '@krapao/contract/editions.ts';
import type { FastifyInstance } from 'fastify';
import { expect, inject, vi } from 'vitest';
import { freePort } from '../../launch/ports.ts';
import { newDatabase, newFolder } from '../../world/databases.ts';
import { SHORT_DOUBTS } from '../../world/doubts.ts';
import { startNode } from '../../world/nodes.ts';
import { ONE_ADDRESS } from '../../world/one-address.ts';
import * as people from '../../world/people.ts';
import type { Sandbox } from '../../world/sandbox-controls.ts';
import { openSandbox } from '../../world/shared-sandbox.ts';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { openSandboxReceivers } from '../src/demo/receivers.ts';
import { openSandboxRewards } from '../src/demo/rewards.ts';
import { putUpSandboxWheel } from '../src/demo/wheel.ts';
import type { Fence } from '../src/fence/fence.ts';
import { type Database, openDatabase } from '../src/platform/database.ts';
import { startSession } from '../src/platform/sessions.ts';
import { writeSetting } from '../src/platform/settings.ts';
import { atTheEnd } from './at-the-end.ts';
import { keepToListedRefusals } from './listed-refusals.ts';

export const { digits, newPhone, newRegistration, newLaoRegistration } = people;

const parts = { defer: atTheEnd };

/** Each connection plans its statements anew, at ten times what a statement costs then: few connections, each used often. */
const CONNECTIONS = 8;

type TestDatabase = { url: string; db: Database };

/**
 * A database of this test file's own, cloned from the migrated template and dropped at the end. `db` and `url` have the
 * rights of the product, so that every test shows that these are enough; `owner` does what the product cannot.
 */
export async function cloneDatabase({ connections = CONNECTIONS } = {}) {
  const addresses = await newDatabase(parts, inject('postgresUrl'), inject('templateName'));
  const db = openDatabase(addresses.url, connections);
  const owner = openDatabase(addresses.ownerUrl, 10);
  atTheEnd(() => Promise.all([db.end(), owner.end()]));
  return { ...addresses, db, owner };
}

export type Product = {
  url: string;
  db: Database;
  /** One HTTP call with the client's key; `token` signs it. */
  call: (name: string, options?: CallOptions) => Promise<Answer>;
  app: FastifyInstance;
  edition: Edition;
  /** Where uploaded files are kept. */
  mediaDir: string;
};
type CallOptions = { body?: unknown; token?: string; headers?: Record<string, string>; raw?: string };
export type Answer = { status: number; headers: Headers; body: unknown };

/** Every row of every table as text: the same before and after means that nothing changed. */
export async function contents(db: Database, { except = [] }: { except?: string[] } = {}) {
  const { rows: tables } = await db.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [except],
  );
  const rowsOf = ({ name }: { name: string }) =>
    `select '${name}' as name, array(select t::text from ${name} t order by 1) as rows`;
  const { rows } = await db.query<{ name: string; rows: string[] }>(tables.map(rowsOf).join(' union all '));
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
}

/** The product itself, listening on a free port. `environment` is what `npm start` would be given. */
export async function startProduct(
  database: TestDatabase,
  environment: Record<string, string> = {},
  fence?: Fence,
): Promise<Product> {
  const config = readConfig({
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    PROVIDER_TIMEOUT_MS: '300',
    PROVIDER_LATE_MS: '500',
    ...SHORT_DOUBTS,
    ...ONE_ADDRESS,
    // Tests move the clock by days.
    RECONCILE_NIGHTLY: 'off',
    PORT: '0',
    DATA_DIR: await dataDir(),
    ...environment,
  });
  const app = await buildApp(config, database.db, fence);
  keepToListedRefusals(app);
  const url = await app.listen({ port: config.port, host: '127.0.0.1' });
  atTheEnd(() => app.close());
  return { url, db: database.db, app, edition: config.edition, mediaDir: config.mediaDir, call: caller(url) };
}

let folder: Promise<string> | undefined;

/** A folder of this test file's own for what is uploaded. */
export function dataDir(): Promise<string> {
  if (!folder) {
    folder = newFolder(parts);
    atTheEnd(async () => {
      folder = undefined;
    });
  }
  return folder;
}

function caller(url: string): Product['call'] {
  return async (name, { body, token, headers = {}, raw } = {}) => {
    const [method = '', path = ''] = name.split(' ');
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(url + path, {
      method,
      headers: {
        'x-api-key': 'member-web',
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(payload !== undefined && { body: payload }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
}

/** The product as a process of its own, as `npm start` runs it; `output` is all it has written so far. */
export async function spawnProduct(database: TestDatabase, environment: Record<string, string> = {}) {
  const place = { databaseUrl: database.url, dataDir: await dataDir(), isHeard: true };
  const node = await startNode(parts, { ...place, environment });
  return { ...node, call: caller(node.url), db: database.db };
}

/** A process of the product that can be killed without warning and started again, on the same port. */
export async function startKillableNode(
  database: TestDatabase,
  sandbox: Pick<Sandbox, 'url'>,
  environment: Record<string, string>,
) {
  const place = { databaseUrl: database.url, dataDir: await dataDir() };
  return startNode(parts, {
    ...place,
    environment: {
      SANDBOX_URL: sandbox.url,
      LOG_LEVEL: 'fatal',
      SLIP_WAITS_FOR_FEED_MS: '300',
      RECONCILE_NIGHTLY: 'off',
      ...environment,
    },
  });
}

/** The product and its outside world, each knowing the other's address. */
export async function startProductOnSandbox(environment: Record<string, string> = {}) {
  const database = await cloneDatabase();
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const sandbox = await openSandbox(parts, {
    databaseUrl: database.url,
    sandboxDatabaseUrl: database.sandboxUrl,
    port,
    sandboxPort,
  });
  const product = await startProduct(database, {
    PORT: String(port),
    SANDBOX_URL: sandbox.url,
    ...environment,
  });
  return { product, sandbox, database };
}

/** The same with accounts that members can pay to, at any time of the day. */
export async function startPayingWorld(environment: Record<string, string> = {}) {
  const world = await startProductOnSandbox({ ...PATIENT, ...environment });
  await writeSetting(world.database.db, 'slipsClosed', { from: '00:00', to: '00:00' });
  await openSandboxReceivers(world.database.db);
  await openSandboxRewards(world.database.db);
  await putUpSandboxWheel(world.database.db);
  return world;
}

/** For test files without silent providers: a slow answer of a busy machine must not count as silence. */
export const PATIENT = { PROVIDER_TIMEOUT_MS: '10000' };

/** Another node of the same product, without workers, that waits for slow answers. */
export function startPatientNode(database: TestDatabase, sandbox: Sandbox): Promise<Product> {
  return startProduct(database, { ...PATIENT, SANDBOX_URL: sandbox.url, ROLE: 'api' });
}

export async function signIn(product: Pick<Product, 'call'>, credentials: Record<string, unknown>): Promise<string> {
  const { status, body } = await product.call('POST /api/login', { body: credentials });
  if (status !== 200) throw new Error(`signing in answered ${JSON.stringify(body)}`);
  return (body as { token: string }).token;
}

/** A member with a session, for whatever is not about registering. */
export function newMember(product: Pick<Product, 'db' | 'edition'>, overrides: Record<string, unknown> = {}) {
  return people.newMember(product.db, product.edition, overrides);
}

/** Registers as the web does, from the browser that `product.call` speaks for, or a new one; the member gets a session. */
export async function registerMember(product: Pick<Product, 'call' | 'db'>, overrides: Record<string, unknown> = {}) {
  const registration = newRegistration(overrides);
  const headers = { 'x-device-id': randomUUID() };
  const registered = await product.call('POST /api/account', { body: registration, headers });
  if (registered.status !== 200) throw new Error(`registering answered ${JSON.stringify(registered.body)}`);
  const { username, password } = registration;
  const { _id: id } = registered.body as { _id: string };
  // Signing in would cost another hash of the password.
  const token = await startSession(product.db, id, false);
  return { id, token, username, password, registration };
}

/** How many database connections wait for a lock. */
export async function waitingForLocks(db: Database): Promise<number> {
  const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await db.query(sql)).rowCount ?? 0;
}

/** How long a test waits for a worker at most, on a machine that has much else to do. */
export const BY_ITSELF = { timeout: Number(process.env.BY_ITSELF_MS ?? 120_000), interval: 100 };

/** The same for what nothing but the next look holds up. */
export const SOON = { ...BY_ITSELF, interval: 20 };

type Caller = Pick<Product, 'call'>;
export type Player = { id: string; token: string };

export type GameCredentials = { username: string; password: string; event?: Record<string, string> };

export async function openGame(product: Caller, { token }: Player, code: string): Promise<GameCredentials> {
  const { status, body } = await product.call(`GET /api/wallet/activate/${code}`, { token });
  if (status !== 200) throw new Error(`opening ${code} answered ${JSON.stringify(body)}`);
  return body as GameCredentials;
}

/** `key` is an Idempotency-Key. */
export function transfer(
  product: Caller,
  { token }: Player,
  body: { from: string; to: string; amount: number },
  key?: string,
): Promise<Answer> {
  return product.call('POST /api/wallet/transfer', {
    token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
}

/** Without `all`, from the main wallet alone. */
export function withdraw(
  product: Caller,
  { token }: Player,
  amount: number,
  { key, all = false }: { key?: string; all?: boolean } = {},
): Promise<Answer> {
  return product.call(`POST /api/wallet/withdraw${all ? 'All' : ''}`, {
    token,
    body: { amount },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
}

/** A member with money in the main wallet and in game accounts: `{ wallet: 100, pg: 50 }`. */
export async function newPlayer(product: Product, { wallet = 0, ...games }: Record<string, number> = {}) {
  const member = await newMember(product);
  const inGames = Object.values(games).reduce((sum, amount) => sum + amount, 0);
  if (wallet + inGames > 0) await people.giveMoney(product.db, member.id, Math.round((wallet + inGames) * 100));
  const opened = await Promise.all(Object.keys(games).map((code) => openGame(product, member, code)));
  for (const [code, amount] of Object.entries(games).filter(([, amount]) => amount > 0)) {
    const { status, body } = await transfer(product, member, { from: 'wallet', to: code, amount });
    if ((body as { status?: string }).status !== 'SUCCESS') throw new Error(`${status} ${JSON.stringify(body)}`);
  }
  await letReadingsSettle(product.db, member.id);
  return { ...member, gameUsername: opened[0]?.username ?? '' };
}

/** As if the member's money had been moved, and games had told what they tell, a while ago: what they tell is certain. */
export async function letReadingsSettle(db: Database, memberId: string): Promise<void> {
  await db.query(
    `update game_accounts set moved_at = moved_at - interval '1 hour', suspect_since = suspect_since - interval '1 hour',
        last_agreed_at = last_agreed_at - interval '1 hour'
      where member_id = $1`,
    [memberId],
  );
}

/** The member takes the credentials of the game, as to sign in there: something may happen at the account from now on. */
export async function goToGame(product: Caller, { token }: Player, code: string): Promise<void> {
  expect(await product.call(`GET /api/wallet/account/${code}`, { token })).toMatchObject({ status: 200 });
}

type WalletReply = {
  wallet: {
    amount: number;
    inTransit: number;
    backBy?: string | null;
    withdrawing: number;
    withdrawals?: { id: string; amount: number; step: string; canCancel?: boolean }[];
    frozen?: number;
    owed?: number;
    frozenDeposits?: unknown[];
  };
  slots: { code: string; isActive: boolean; amount: number; staleSince?: string; note?: string }[];
};

/**
 * The amounts a member sees who refreshes them, by wallet: `{ wallet, inTransit, pg, … }`, and which of them are marked
 * as old. What a game tells becomes certain while the member looks.
 */
export async function walletOf(product: Pick<Product, 'call' | 'db'>, { id, token }: Player) {
  const { wallet, slots } = await vi.waitFor(async () => {
    const { status, body } = await product.call('GET /api/wallet/refresh/slot', { token });
    if (status !== 200) throw new Error(`the wallet answered ${status} ${JSON.stringify(body)}`);
    const uncertain = (body as WalletReply).slots.filter(({ note }) => note === 'UPDATING');
    if (uncertain.length > 0) await letReadingsSettle(product.db, id);
    expect(uncertain).toEqual([]);
    return body as WalletReply;
  }, SOON);
  const opened = slots.filter(({ isActive }) => isActive);
  const games = Object.fromEntries(opened.map(({ code, amount }) => [code, amount]));
  const amounts: Record<string, number> = { wallet: wallet.amount, inTransit: wallet.inTransit, ...games };
  return {
    amounts,
    stale: opened.filter(({ staleSince }) => staleSince).map(({ code }) => code),
  };
}

/** The main wallet as the member sees it, with the money on its way to games and to the bank. */
export async function mainWalletOf(product: Caller, { token }: Player) {
  const { withdrawals: _, ...amounts } = ((await product.call('GET /api/wallet', { token })).body as WalletReply)
    .wallet;
  return amounts;
}

/** The withdrawals whose money is set aside, as the wallet shows them. */
export async function openWithdrawalsOf(product: Caller, { token }: Player) {
  return ((await product.call('GET /api/wallet', { token })).body as WalletReply).wallet.withdrawals ?? [];
}

/** Money that a bank has sent, in whole baht or kip. */
export async function payIn(db: Database, { id }: Pick<Player, 'id'>, amount: number): Promise<void> {
  await db.query(
    `select ledger_post(id, $1, 'post', 'deposit', currency, 'house:payments:test:1', 'main', $3, '{}')
      from members where id = $2`,
    [`deposit/${randomUUID()}`, id, Math.round(amount * 100)],
  );
}

/** Makes a QR code to pay by; throws if the product makes none. */
export async function makeQrcode(product: Caller, { token }: Player, provider: string, amount: number) {
  const { body } = await product.call(`POST /api/qrcode/${provider}`, { token, body: { amount } });
  const code = body as { hasQrcode: boolean; qrcodeId: string; qrcode: string; expireIn: string; message?: string };
  if (!code.hasQrcode) throw new Error(`${provider} made no QR code: ${JSON.stringify(body)}`);
  return code;
}

/** Sends a picture as the web does. */
export async function uploadSlip(
  product: Pick<Product, 'url'>,
  { token }: Player,
  picture: Uint8Array<ArrayBuffer> | Blob,
  { name = 'slip.png', field = 'file', key }: { name?: string; field?: string; key?: string } = {},
): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  form.append(field, picture instanceof Blob ? picture : new Blob([picture]), name);
  const response = await fetch(`${product.url}/api/wallet/slip`, {
    method: 'POST',
    headers: {
      'x-api-key': 'member-web',
      authorization: `Bearer ${token}`,
      ...(key && { 'idempotency-key': key }),
    },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}

type SlipEntry = { status: string; note: string | null; amount: number | null; link: string; reference: string };

/** A member's slips with their results, newest first. */
export async function slipsOf(product: Caller, { token }: Player): Promise<SlipEntry[]> {
  const { body } = await product.call('POST /api/statement/slip', { token, body: { page: 1, limit: 100 } });
  return (body as { slips: SlipEntry[] }).slips;
}

type StatementEntry = {
  id: string;
  statementType: string;
  status: string;
  from: string;
  to: string;
  amount: number;
  balanceAfter?: number;
  backBy?: string | null;
  step?: string;
  canCancel?: boolean;
  leavesAt?: string;
  reason?: string;
};

/** Newest first. */
export async function statementOf(product: Caller, { token }: Player): Promise<StatementEntry[]> {
  const { body } = await product.call('POST /api/statement', { token, body: { page: 1, limit: 100 } });
  return (body as { statements: StatementEntry[] }).statements;
}
