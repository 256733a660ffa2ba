import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newPlayer, startPayingWorld, startProduct, transfer, walletOf } from '../../test/harness.ts';
import { refusal } from '../../test/rewards.ts';

const { product, sandbox, database } = await startPayingWorld({ ROLE: 'api' });
const strict = await startProduct(database, {
  ROLE: 'api',
  SANDBOX_URL: sandbox.url,
  TRANSFERS_A_MINUTE: '3',
  GAME_PASSWORDS_AN_HOUR: '2',
});

test('a member begins so many transfers a minute; the next moves nothing, and another member goes on', async () => {
  const [member, other] = [
    await newPlayer(product, { wallet: 100, pg: 0 }),
    await newPlayer(product, { wallet: 5, pg: 0 }),
  ];
  const oneBaht = (of: typeof member, key = randomUUID()) =>
    transfer(strict, of, { from: 'wallet', to: 'pg', amount: 1 }, key);
  const key = randomUUID();
  expect((await oneBaht(member, key)).status).toBe(200);
  for (let times = 0; times < 2; times++) expect((await oneBaht(member)).status).toBe(200);
  const refused = await oneBaht(member);
  expect(refused).toMatchObject(refusal(429, 'REQUEST_LIMIT_1MIN'));
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const all = await strict.call('POST /api/wallet/transferAll', { token: member.token, body: { to: 'wallet' } });
  expect(all).toMatchObject(refusal(429, 'REQUEST_LIMIT_1MIN'));
  // What was made is told again: its answer is no new transfer.
  expect(await oneBaht(member, key)).toMatchObject({ status: 200, body: { id: key } });
  expect((await walletOf(product, member)).amounts).toMatchObject({ wallet: 97, pg: 3 });
  expect((await oneBaht(other)).status).toBe(200);
});

test('a member has so many new passwords of a game in an hour; the game is not asked for more', async () => {
  const { token } = await newPlayer(product, { pg: 0, joker: 0 });
  const reset = (code: string) => strict.call(`GET /api/wallet/resetpassword/${code}`, { token });
  const before = await sandbox.calls('games/pg', 'reset-password');
  for (let times = 0; times < 2; times++) expect((await reset('pg')).status).toBe(200);
  expect(await reset('pg')).toMatchObject(refusal(429, 'REQUEST_LIMIT'));
  expect(await sandbox.calls('games/pg', 'reset-password')).toBe(before + 2);
  expect((await reset('joker')).status).toBe(200);
});
