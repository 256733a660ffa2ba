import type { Edition } from '@krapao/contract/constants.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { DEMO_PASSWORD, DEMO_PHONE } from './seed.ts';

const FIRST_GAMES: Record<Edition, { code: string; amount: number }[]> = {
  th: [
    { code: 'pg', amount: 1_250 },
    { code: 'joker', amount: 3_030.5 },
  ],
  la: [
    { code: 'pg', amount: 750_000 },
    { code: 'huayhd', amount: 1_818_300 },
  ],
};

/** The demo member opens games and puts money in by the calls any member would use, so that all books agree. */
export async function openFirstGames(app: FastifyInstance, { clientKey, edition }: Config): Promise<void> {
  const headers: Record<string, string> = { 'x-api-key': clientKey };
  const call = async (method: 'GET' | 'POST', url: string, payload?: object): Promise<Record<string, string>> => {
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    if (answer.statusCode !== 200) throw new Error(`${method} ${url} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json();
  };
  const { token } = await call('POST', '/api/login', { username: DEMO_PHONE, password: DEMO_PASSWORD });
  headers.authorization = `Bearer ${token}`;
  for (const { code, amount } of FIRST_GAMES[edition]) {
    await call('GET', `/api/wallet/activate/${code}`);
    await call('POST', '/api/wallet/transfer', { from: 'wallet', to: code, amount });
  }
  await call('POST', '/api/logout');
}
