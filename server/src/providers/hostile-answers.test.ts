import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newMember, openGame, PATIENT, startProductOnSandbox } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { openBankFeed } from './banks/bank-feed.ts';
import { openGames } from './games/games.ts';
import { openPayouts } from './payouts/payouts.ts';
import { httpGateway } from './sms/http-gateway.ts';

const { product, sandbox, database } = await startProductOnSandbox(PATIENT);
const member = await newMember(product);
const { username } = await openGame(product, member, 'pg');
const config = readConfig({ DATABASE_URL: database.url, SANDBOX_URL: sandbox.url, ...PATIENT });
const pg = openGames(config).get('pg')?.provider ?? expect.fail('there is no such game');

/** Each kind of client, with a question that an honest party answers. */
const QUESTIONS: [party: string, call: string, ask: () => Promise<unknown>][] = [
  ['sms', 'send', () => httpGateway(config)({ to: '0811111111', text: 'hello', reference: randomUUID() })],
  ['games/pg', 'balance', () => pg.readBalance(username)],
  ['games/pg', 'launch', () => pg.launchLink({ username, password: '' })],
  [
    'banks/kbank',
    'transactions',
    () => openBankFeed(config).transactions({ bank: 'KBANK', accountNo: '0000000012', cursor: 0n }),
  ],
  ['payouts', 'state', async () => expect(await openPayouts(config).stateOf(randomUUID())).toBe('absent')],
];

test.each(QUESTIONS)(
  '%s %s: an answer without an end is none, and a redirect is not followed',
  async (target, call, ask) => {
    await ask();
    for (const mode of ['endless', 'redirect']) {
      await sandbox.fault({ target, call, mode, times: 1 });
      await expect(ask(), mode).rejects.toThrow();
      expect(await sandbox.faultsLeft(target, call)).toBe(0);
    }
    await ask();
  },
);

const LIES = ['foreign', 'lookalike', 'credentials', 'other-scheme', 'other-port', 'script', 'own-credentials'];

test.each(LIES)('a %s link of a game is followed by nobody: the member is asked to try again', async (kind) => {
  const enter = () => product.call(`GET /api/autoLogin/pg/${username}`, { token: member.token });
  await sandbox.lie({ target: 'games/pg', lie: `${kind}-link`, times: 1 });
  expect(await enter()).toMatchObject({ status: 503, body: { message: 'SLOT_ACTIVATE_FAIL' } });
  const { link } = (await enter()).body as { link: string };
  expect(new URL(link).origin).toBe(new URL(sandbox.url).origin);
});
