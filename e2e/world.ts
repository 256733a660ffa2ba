import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, test as base, expect } from '@playwright/test';
import pg from 'pg';
import { freePort } from '../launch/ports.ts';
import { startService } from '../launch/service.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The whole product with its outside world, as `npm start` runs it, on a database of its own. */
export type World = {
  url: string;
  sandboxUrl: string;
  /** `npm run operator -- …` */
  operator: (...words: string[]) => Promise<void>;
  moveClock: (advanceSeconds: number) => Promise<void>;
  codeFor: (phone: string) => Promise<string>;
  fault: (fault: { target: string; mode: string; times?: number; call?: string }) => Promise<void>;
  /** `call('POST /api/login', { body })` as any client would. */
  call: (name: string, options?: { body?: unknown; token?: string }) => Promise<Answer>;
  /** A member made over HTTP, for tests that are not about registering. */
  newMember: (overrides?: Record<string, unknown>) => Promise<Member>;
  /** A session of a member, for tests that are not about signing in. */
  tokenOf: (member: Pick<Member, 'phone' | 'password'>) => Promise<string>;
  /** Puts money into the main wallet, in satang. */
  giveMoney: (memberId: string, minor: number) => Promise<void>;
  /** A game account opened over HTTP, with so much baht moved into it from the main wallet. */
  openAccount: (member: Member, code: string, baht?: number) => Promise<Credentials>;
  /** A player's balance in the provider's own books. */
  standing: (code: string, username: string) => Promise<Answer['body']>;
  playRound: (code: string, username: string, round: { stake: number; win: number }) => Promise<void>;
  /** Pays a QR code as a payer who scans it. */
  pay: (qrcodeId: string) => Promise<void>;
  /** Decides the outcome of the next payout. */
  nextPayout: (result: 'paid' | 'refused' | 'silent') => Promise<void>;
  /** The payouts to a member's account that the bank received. */
  payoutsTo: (member: Member) => Promise<Payout[]>;
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
};
type Answer = { status: number; body: Record<string, unknown> };
export type Member = {
  id: string;
  phone: string;
  password: string;
  name: string;
  bankCode: string;
  bankAccountName: string;
  bankAccountNo: string;
};
export type Credentials = { username: string; password: string };
type Payout = { reference: string; amount: number; account: string; state: string };

/** Short, so that tests with silent providers are quick; long enough for a busy machine to answer. */
const PROVIDER_TIMEOUT_MS = 2_000;

type Options = { edition: 'th' | 'la'; registerOtp: boolean; iframeMode: boolean };
type Fixtures = { agreementAccepted: boolean; expectedError: RegExp | null; strictPage: undefined };

export const test = base.extend<Fixtures, Options & { world: World }>({
  edition: ['th', { option: true, scope: 'worker' }],
  registerOtp: [false, { option: true, scope: 'worker' }],
  iframeMode: [false, { option: true, scope: 'worker' }],
  world: [
    async ({ edition, registerOtp, iframeMode }, use) => {
      await using parts = new AsyncDisposableStack();
      await use(await startWorld({ edition, registerOtp, iframeMode }, parts));
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ world }, use) => use(world.url),
  /** Keeps the agreement from opening over the screen in tests that are about something else. */
  agreementAccepted: [true, { option: true }],
  context: async ({ context, agreementAccepted }, use) => {
    if (agreementAccepted) await acceptAgreement(context);
    await use(context);
  },
  expectedError: [null, { option: true }],
  /** In every test: a script error or a blocked inline script or style is a failure. */
  strictPage: [
    async ({ page, expectedError }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        // A refused call is logged by the browser itself; whether it was right is for the test to say.
        const isRefusedCall = /^Failed to load resource/.test(message.text());
        if (message.type() === 'error' && !isRefusedCall) errors.push(message.text());
      });
      await use(undefined);
      // A call that a test answers in its own way may still be under way when the test is over.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(errors.filter((error) => !expectedError?.test(error))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

async function startWorld(options: Options, parts: AsyncDisposableStack): Promise<World> {
  const { edition, registerOtp, iframeMode } = options;
  const adminUrl = process.env.TEST_DATABASE_URL;
  if (!adminUrl) throw new Error('TEST_DATABASE_URL is missing: run the tests by npm test.');
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  await runSql(adminUrl, `create database ${name}`);
  parts.defer(async () => {
    await runSql(adminUrl, `drop database if exists ${name} with (force)`);
    await runSql(adminUrl, `drop database if exists ${name}_sandbox with (force)`);
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'krapao-e2e-'));
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    EDITION: edition,
    REGISTER_OTP: registerOtp ? 'on' : 'off',
    IFRAME_MODE: iframeMode ? 'on' : 'off',
    PROVIDER_TIMEOUT_MS: String(PROVIDER_TIMEOUT_MS),
    PROVIDER_LATE_MS: '1000',
    HOST: '127.0.0.1',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_URL: sandboxUrl,
    PRODUCT_URL: url,
    WEB_DIST: `${ROOT}/web/dist`,
  };
  for (const main of ['sandbox/src/main.ts', 'server/src/main.ts']) {
    const service = startService({ args: [main], cwd: ROOT, env });
    parts.defer(service.stop);
    await Promise.race([
      service.ready,
      service.ended.then((reason) => Promise.reject(new Error(`${main}: ${reason}`))),
    ]);
  }
  const control = (path: string, body: unknown) => send(`POST ${sandboxUrl}${path}`, { body }).then(accepted);
  const call: World['call'] = (name, options) => send(name.replace(' ', ` ${url}`), options);
  const query: World['query'] = (sql, values) => runSql(databaseUrl, sql, values);
  const ask = (path: string) => send(`GET ${sandboxUrl}${path}`).then(accepted);
  const player = (code: string, username: string) => `/games/${code}/players/${username}`;
  return {
    url,
    sandboxUrl,
    call,
    moveClock: async (advanceSeconds) => void (await control('/clock', { advanceSeconds })),
    fault: async (fault) => void (await control('/faults', fault)),
    codeFor: async (phone) => {
      const messages = (await (await fetch(`${sandboxUrl}/sms?phone=${phone}`)).json()) as { code: string }[];
      return messages[0]?.code ?? '';
    },
    operator: async (...words) => {
      const service = startService({
        args: ['server/src/operator/main.ts', ...words, '--why', 'a test'],
        cwd: ROOT,
        env,
      });
      const reason = await service.ended;
      if (reason !== 'exit code 0') throw new Error(`operator ${words.join(' ')}: ${reason}`);
    },
    newMember: (overrides) => newMember(call, edition, overrides),
    tokenOf: (member) => tokenOf(call, member),
    giveMoney: async (memberId, minor) => {
      await query(
        `select ledger_post($1, 'post', 'test', $2, 'BAHT', array['house:test', 'main'], array[-$3::bigint, $3::bigint], '{}')`,
        [`e2e/${randomUUID()}`, memberId, minor],
      );
    },
    openAccount: (member, code, baht) => openAccount(call, member, code, baht),
    standing: (code, username) => ask(player(code, username)),
    playRound: async (code, username, round) => void (await control(`${player(code, username)}/rounds`, round)),
    pay: async (qrcodeId) => void (await control(`/pay/${qrcodeId}`, {})),
    nextPayout: async (result) => void (await control('/payouts/next', { result })),
    payoutsTo: async ({ bankAccountNo }) => {
      const payouts = (await ask('/payouts')) as unknown as Payout[];
      return payouts.filter(({ account }) => account === bankAccountNo);
    },
    query,
  };
}

async function tokenOf(call: World['call'], { phone, password }: Pick<Member, 'phone' | 'password'>): Promise<string> {
  return String(accepted(await call('POST /api/login', { body: { username: phone, password } })).token);
}

async function openAccount(call: World['call'], member: Member, code: string, baht = 0) {
  const token = await tokenOf(call, member);
  const opened = accepted(await call(`GET /api/wallet/activate/${code}`, { token }));
  if (baht > 0) {
    const body = { from: 'wallet', to: code, amount: baht };
    const { status } = accepted(await call('POST /api/wallet/transfer', { token, body }));
    if (status !== 'SUCCESS') throw new Error(`money for ${code}: ${status}`);
  }
  return { username: String(opened.username), password: String(opened.password) };
}

async function newMember(call: World['call'], edition: 'th' | 'la', overrides: Record<string, unknown> = {}) {
  const registration = {
    name: 'สมหญิง ใจดี',
    username: newPhone(),
    password: 'correct horse',
    bankCode: edition === 'la' ? 'BCEL' : 'KBANK',
    bankAccountName: 'SOMYING JAIDEE',
    bankAccountNo: digits(10),
    ...(edition === 'la' && { currency: 'LAK' }),
    ...overrides,
  };
  const { _id: id } = accepted(await call('POST /api/account', { body: registration }));
  const { username: phone, password, name, bankCode, bankAccountName, bankAccountNo } = registration;
  return { id: String(id), phone, password, name, bankCode, bankAccountName, bankAccountNo };
}

async function send(name: string, { body, token }: { body?: unknown; token?: string } = {}): Promise<Answer> {
  const [method = '', url = ''] = name.split(' ');
  const headers = new Headers({ 'content-type': 'application/json', 'x-api-key': 'member-web' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

function accepted({ status, body }: Answer): Answer['body'] {
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function runSql(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(sql, values).finally(() => client.end())).rows;
}

export async function acceptAgreement(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('remember-agreement', 'accepted'));
}

export function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

export function newPhone(): string {
  return `08${digits(8)}`;
}
