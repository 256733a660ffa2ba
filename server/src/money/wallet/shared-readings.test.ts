import { expect, test } from 'vitest';
import { newPlayer, startProduct, startProductOnSandbox, walletOf } from '../../../test/harness.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api', PROVIDER_TIMEOUT_MS: '10000' });
const MANY = 1_000;

/** How often the game was asked for a balance while `work` went on. */
async function asked(work: () => Promise<unknown>): Promise<number> {
  const point = { target: 'games/pg', call: 'balance' };
  await sandbox.fault({ ...point, mode: 'garbage', times: MANY });
  await work();
  const left = await sandbox.faultsLeft(point.target, point.call);
  await sandbox.fault({ ...point, mode: 'ok' });
  return MANY - left;
}

test.each(['GET /api/wallet', 'GET /api/wallet/refresh/slot'])(
  '%s of one member, thirty at once, asks a game once, and once more for all who came meanwhile',
  async (call) => {
    const { token } = await newPlayer(product, { wallet: 10, pg: 5 });
    const times = await asked(async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => product.call(call, { token })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    });
    expect(times).toBeLessThanOrEqual(3);
  },
);

test('who asks after a reading has begun is not answered from it', async () => {
  const player = await newPlayer(product, { wallet: 10, pg: 5 });
  await sandbox.fault({ target: 'games/pg', call: 'balance', mode: 'slow', times: 1 });
  const first = product.call('GET /api/wallet/refresh/slot', { token: player.token });
  await expect.poll(() => sandbox.faultsLeft('games/pg', 'balance')).toBe(0);
  await sandbox.round('pg', player.gameUsername, { stake: 1, win: 3 });
  expect((await walletOf(product, player, { refresh: true })).amounts).toMatchObject({ pg: 7 });
  await first;
});

test('beyond so many readings a minute a member sees the books, and no game is asked', async () => {
  const strict = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', WALLET_READINGS_A_MINUTE: '2' });
  const [{ token }, other] = [await newPlayer(product, { wallet: 10, pg: 5 }), await newPlayer(product, { pg: 1 })];
  const times = await asked(async () => {
    for (const call of ['GET /api/wallet', 'GET /api/wallet/refresh/slot', 'GET /api/wallet', 'GET /api/wallet']) {
      const { status, body } = await strict.call(call, { token });
      expect([status, body]).toMatchObject([200, { wallet: { amount: 10 } }]);
      expect((body as { slots: object[] }).slots).toContainEqual(expect.objectContaining({ code: 'pg', amount: 5 }));
    }
  });
  expect(times).toBe(2);
  expect(await asked(() => strict.call('GET /api/wallet', { token: other.token }))).toBe(1);
});
