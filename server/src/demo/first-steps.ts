import { setTimeout as delay } from 'node:timers/promises';
import type { Edition } from '@krapao/contract/constants.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { DEMO, DEMO_PASSWORD, DEMO_PHONE } from './seed.ts';

type FirstSteps = { receiver: string; opening: number; games: { code: string; amount: number }[] };

const FIRST_STEPS: Record<Edition, FirstSteps> = {
  th: {
    receiver: '0000000012',
    opening: 12_480.5,
    games: [
      { code: 'pg', amount: 1_250 },
      { code: 'joker', amount: 3_030.5 },
    ],
  },
  la: {
    receiver: '0000000000015',
    opening: 7_488_300,
    games: [
      { code: 'pg', amount: 750_000 },
      { code: 'huayhd', amount: 1_818_300 },
    ],
  },
};

const LOOK_EVERY_MS = 200;
const PATIENCE_MS = 30_000;

/** The demo member pays in, opens games and puts money there by the ways any member would use, so that all books agree. */
export async function takeFirstSteps(app: FastifyInstance, { clientKey, edition, sandboxUrl }: Config): Promise<void> {
  const headers: Record<string, string> = { 'x-api-key': clientKey };
  const call = async <Answer>(method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer> => {
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    if (answer.statusCode !== 200) throw new Error(`${method} ${url} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json();
  };
  const { receiver, opening, games } = FIRST_STEPS[edition];
  await payIn(sandboxUrl, edition, receiver, opening);

  const { token } = await call<{ token: string }>('POST', '/api/login', {
    username: DEMO_PHONE,
    password: DEMO_PASSWORD,
  });
  headers.authorization = `Bearer ${token}`;
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const { wallet } = await call<{ wallet: { amount: number } }>('GET', '/api/wallet');
    if (wallet.amount >= opening) break;
    if (performance.now() > giveUpAt) throw new Error('the opening deposit did not arrive');
    await delay(LOOK_EVERY_MS);
  }
  for (const { code, amount } of games) {
    await call('GET', `/api/wallet/activate/${code}`);
    await call('POST', '/api/wallet/transfer', { from: 'wallet', to: code, amount });
  }
  await call('POST', '/api/logout');
}

async function payIn(sandboxUrl: string, edition: Edition, toAccount: string, amount: number): Promise<void> {
  const { bankCode, bankAccountNo } = DEMO[edition];
  const sender = { fromBank: bankCode, fromAccount: bankAccountNo, fromName: 'SOMCHAI JAIDEE' };
  const response = await fetch(`${sandboxUrl}/bank/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...sender, toBank: bankCode, toAccount, amount }),
  });
  if (!response.ok) throw new Error(`the bank answered ${response.status}`);
}
