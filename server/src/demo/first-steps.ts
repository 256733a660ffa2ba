import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Edition } from '@krapao/contract/editions.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../platform/database.ts';
import { DEMO, DEMO_MEMBER, DEMO_PASSWORD, DEMO_PHONE, markSeeded } from './seed.ts';

type Steps = { opening: number; games: Record<string, { amount: number; lost?: number }> };

type Friend = Steps & { name: string; holder: string; account: string };

/**
 * The demo member loses far more than a tenth of the opening deposit: coins of a deposit that was not played with send a
 * withdrawal to review. Because it is far more, a visitor may win something and the demo member's withdrawals are still paid.
 */
const STEPS: Record<Edition, { receiver: string; own: Steps; friend: Friend }> = {
  th: {
    receiver: '0000000012',
    own: { opening: 14_880.5, games: { pg: { amount: 3_650, lost: 2_400 }, joker: { amount: 3_030.5 } } },
    friend: {
      name: 'มานี มีสุข',
      holder: 'MANEE MEESOOK',
      account: '0000000002',
      opening: 2_000,
      games: { pg: { amount: 1_000, lost: 850 } },
    },
  },
  la: {
    receiver: '0000000000015',
    own: { opening: 8_928_300, games: { pg: { amount: 2_190_000, lost: 1_440_000 }, huayhd: { amount: 1_818_300 } } },
    friend: {
      name: 'ມະນີ ມີສຸກ',
      holder: 'MANY MYSOUK',
      account: '0000000000002',
      opening: 1_200_000,
      games: { pg: { amount: 600_000, lost: 510_000 } },
    },
  },
};

const OWN_SPINS = 3;
const LOOK_EVERY_MS = 200;
const PATIENCE_MS = 30_000;

/**
 * The demo member and a friend pay in, open games and play through the API, as any member would, so that all books
 * agree and every screen shows something. Their losses are moved to yesterday, so that there is a refund and an
 * invite bonus to receive.
 */
export async function takeFirstSteps(app: FastifyInstance, config: Config, db: Database): Promise<void> {
  const { own, friend } = STEPS[config.edition];
  await until('the sandbox answers', () =>
    fetch(`${config.sandboxUrl}/faults`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const { currency, bankCode, bankAccountName, bankAccountNo } = DEMO[config.edition];
  await takeSteps(
    app,
    config,
    { username: DEMO_PHONE, password: DEMO_PASSWORD, account: bankAccountNo, holder: bankAccountName },
    { ...own, spins: OWN_SPINS },
  );

  const { holder } = friend;
  const username = config.edition === 'la' ? '2000000002' : '0800000002';
  // Registering refuses the demo's own password, which has the service's name in it.
  const password = randomUUID();
  const registration = { name: friend.name, username, password, sourceCode: 'friend' };
  const bank = { bankCode, bankAccountName: holder, bankAccountNo: friend.account };
  const call = callsOf(app, { 'x-api-key': config.clientKey });
  const proof = await provePhone(call, config, username);
  const invited = { inviteCode: `PR${DEMO_MEMBER}`, currency };
  await call('POST', '/api/account', { ...registration, ...bank, ...invited, ...proof });
  await markSeeded(db);
  const login = { username, password, account: friend.account, holder };
  await takeSteps(app, config, login, { ...friend, spins: 0 });
  // A loss is booked once a second reading has confirmed it.
  const booked = 'select from game_days where result < 0';
  await until('the losses are booked', async () => (await db.query(booked)).rows.length === 2);
  for (const days of ['game_days', 'invite_days']) await db.query(`update ${days} set day = day - 1`);
}

/** Calls of the API that must succeed. */
function callsOf(app: FastifyInstance, headers: Record<string, string>) {
  return async <Answer>(method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer> => {
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    if (answer.statusCode !== 200) throw new Error(`${method} ${url} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json();
  };
}

/** Where registering needs a code, it is read from the sandbox's telephone, as any newcomer reads it. */
async function provePhone(call: ReturnType<typeof callsOf>, { sandboxUrl }: Config, phoneNumber: string) {
  const { enabled } = await call<{ enabled: boolean }>('GET', '/api/lookup/registerOTP');
  if (!enabled) return {};
  const { otpToken } = await call<{ otpToken: string }>('POST', '/api/otp/send', { phoneNumber });
  const inbox = await fetch(`${sandboxUrl}/sms?phone=${encodeURIComponent(phoneNumber)}`);
  const [newest] = (await inbox.json()) as { code: string }[];
  const verified = { otpToken, otpCode: newest?.code };
  const { proof } = await call<{ proof: string }>('POST', '/api/otp/verify', verified);
  return { otpProof: proof };
}

type Login = { username: string; password: string; account: string; holder: string };

async function takeSteps(app: FastifyInstance, config: Config, login: Login, steps: Steps & { spins: number }) {
  const { opening, games, spins } = steps;
  const { clientKey, edition, sandboxUrl } = config;
  // A browser of each one's own: a member of whom no browser is known may be the one who invited them.
  const headers: Record<string, string> = { 'x-api-key': clientKey, 'x-device-id': randomUUID() };
  const call = callsOf(app, headers);
  const fromBank = DEMO[edition].bankCode;
  const payment = { fromBank, fromAccount: login.account, fromName: login.holder, toBank: fromBank };
  await inSandbox(`${sandboxUrl}/bank/transfers`, { ...payment, toAccount: STEPS[edition].receiver, amount: opening });

  const { username, password } = login;
  const { token } = await call<{ token: string }>('POST', '/api/login', { username, password });
  headers.authorization = `Bearer ${token}`;
  await until('the opening deposit has arrived', async () => {
    const { wallet } = await call<{ wallet: { amount: number } }>('GET', '/api/wallet');
    return wallet.amount >= opening;
  });
  for (const [code, { amount, lost }] of Object.entries(games)) {
    const player = await call<{ username: string }>('GET', `/api/wallet/activate/${code}`);
    await call('POST', '/api/wallet/transfer', { from: 'wallet', to: code, amount });
    if (lost) await inSandbox(`${sandboxUrl}/games/${code}/players/${player.username}/rounds`, { stake: lost, win: 0 });
  }
  await call('GET', '/api/wallet/refresh/slot');
  for (let spin = 0; spin < spins; spin += 1) await call('POST', '/api/spinwheel/spin', {});
  await call('POST', '/api/logout');
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`not so after ${PATIENCE_MS / 1_000} s: ${what}`);
    await delay(LOOK_EVERY_MS);
  }
}

async function inSandbox(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}
