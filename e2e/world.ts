import { e164Of } from '@krapao/contract/phones.ts';
import { type BrowserContext, test as base, expect } from '@playwright/test';
import { WEB_DIST } from '../launch/web-build.ts';
import { one, openDatabase } from '../server/src/platform/database.ts';
import { startSession } from '../server/src/platform/sessions.ts';
import { operatorOf } from '../world/operators.ts';
import { giveMoney, newMember } from '../world/people.ts';
import type { Sandbox, SandboxPayout } from '../world/sandbox-controls.ts';
import { startWorld } from '../world/start-world.ts';

/** The product and its outside world, as a browser test needs them. */
export type World = Pick<
  Sandbox,
  'moveClock' | 'codeFor' | 'messagesTo' | 'fault' | 'player' | 'round' | 'bet' | 'pay' | 'nextPayout' | 'signIn'
> & {
  url: string;
  sandboxUrl: string;
  /** An operator's command, by its name and its words. */
  operator: (name: string, ...words: string[]) => Promise<string>;
  /** `call('POST /api/login', { body })` as any client would. */
  call: (name: string, options?: { body?: unknown; token?: string }) => Promise<Answer>;
  /** For tests that are not about registering. */
  newMember: (overrides?: Record<string, unknown>) => Promise<Member>;
  /** A session of a member, for tests that are not about signing in. */
  tokenOf: (member: Pick<Member, 'phone'>) => Promise<string>;
  /** Puts money into the main wallet, in satang. */
  giveMoney: (memberId: string, minor: number) => Promise<void>;
  /** A game account opened over HTTP, with so much baht moved into it from the main wallet. */
  openAccount: (member: Member, code: string, baht?: number) => Promise<Credentials>;
  /** What the bank was asked to pay to a member's account. */
  payoutsTo: (member: Member) => Promise<SandboxPayout[]>;
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

/** Short, so that tests with silent providers are quick; long enough for a busy machine to answer. */
const PROVIDER_TIMEOUT_MS = 2_000;

type Options = { edition: 'th' | 'la'; iframeMode: boolean; withdrawalsLeaveAfterMs: number };
type Fixtures = { agreementAccepted: boolean; savesData: boolean; expectedError: RegExp | null; strictPage: undefined };

export const test = base.extend<Fixtures, Options & { world: World }>({
  edition: ['th', { option: true, scope: 'worker' }],
  iframeMode: [false, { option: true, scope: 'worker' }],
  /** How long a withdrawal can be cancelled before it leaves for the bank. */
  withdrawalsLeaveAfterMs: [0, { option: true, scope: 'worker' }],
  world: [
    async ({ edition, iframeMode, withdrawalsLeaveAfterMs }, use) => {
      await using parts = new AsyncDisposableStack();
      await use(await startWorldOf({ edition, iframeMode, withdrawalsLeaveAfterMs }, parts));
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ world }, use) => use(world.url),
  /** Keeps the agreement from opening over the screen in tests that are about something else. */
  agreementAccepted: [true, { option: true }],
  /** A page then fetches no screen ahead, which is a fifth of the work of loading it. */
  savesData: [true, { option: true }],
  context: async ({ context, agreementAccepted, savesData }, use) => {
    if (agreementAccepted) await acceptAgreement(context);
    if (savesData) await saveData(context);
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

async function startWorldOf(
  { edition, iframeMode, withdrawalsLeaveAfterMs }: Options,
  parts: AsyncDisposableStack,
): Promise<World> {
  const databaseServer = process.env.TEST_DATABASE_URL;
  if (!databaseServer) throw new Error('TEST_DATABASE_URL is missing: run the tests by npm test or npm run e2e.');
  const environment = {
    LOG_LEVEL: 'warn',
    EDITION: edition,
    IFRAME_MODE: iframeMode ? 'on' : 'off',
    WITHDRAWALS_LEAVE_AFTER_MS: String(withdrawalsLeaveAfterMs),
    PROVIDER_TIMEOUT_MS: String(PROVIDER_TIMEOUT_MS),
    PROVIDER_LATE_MS: '1000',
    RECONCILE_NIGHTLY: 'off',
    WEB_DIST,
  };
  const { url, db, ownerUrl, sandbox } = await startWorld(parts, { databaseServer, environment });
  const owner = openDatabase(ownerUrl, 2);
  parts.defer(() => owner.end());
  const call: World['call'] = (name, options) => send(name.replace(' ', ` ${url}`), options);
  const query: World['query'] = async (sql, values) => (await owner.query(sql, values)).rows;
  const tokenOf: World['tokenOf'] = async ({ phone }) => {
    const sql = 'select id from members where edition = $1 and phone = $2';
    const { id } = await one<{ id: string }>(db, sql, [edition, e164Of(phone, edition)]);
    return startSession(db, id, false);
  };
  return {
    ...sandbox,
    url,
    sandboxUrl: sandbox.url,
    call,
    query,
    tokenOf,
    operator: operatorOf(db, environment),
    newMember: async (overrides) => memberOf(await newMember(db, edition, overrides)),
    giveMoney: (memberId, minor) => giveMoney(db, memberId, minor),
    openAccount: async (member, code, baht) => openAccount(call, await tokenOf(member), code, baht),
    payoutsTo: async ({ bankAccountNo }) =>
      (await sandbox.payouts()).filter(({ account }) => account === bankAccountNo),
  };
}

function memberOf({ id, registration }: Awaited<ReturnType<typeof newMember>>): Member {
  const { username: phone, password, name, bankCode, bankAccountName, bankAccountNo } = registration;
  return { id, phone, password, name, bankCode, bankAccountName, bankAccountNo };
}

async function openAccount(call: World['call'], token: string, code: string, baht = 0) {
  const opened = accepted(await call(`GET /api/wallet/activate/${code}`, { token }));
  if (baht > 0) {
    const body = { from: 'wallet', to: code, amount: baht };
    const { status } = accepted(await call('POST /api/wallet/transfer', { token, body }));
    if (status !== 'SUCCESS') throw new Error(`money for ${code}: ${status}`);
  }
  return { username: String(opened.username), password: String(opened.password) };
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

/** What the browser tells a page when the data saver of the phone is on. */
async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
}

export async function acceptAgreement(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('remember-agreement', 'accepted'));
}
