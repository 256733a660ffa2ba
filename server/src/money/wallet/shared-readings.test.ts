import { expect, test } from 'vitest';
import { BY_ITSELF, newPlayer, startProduct, startProductOnSandbox, walletOf } from '../../../test/harness.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api', PROVIDER_TIMEOUT_MS: '10000' });
const MANY = 1_000;

/**
 * How often the game was asked for a balance while `work` went on. Each test has a game of its own: one that answers
 * badly is left alone for a while.
 */
async function asked(code: string, mode: 'slow' | 'garbage', work: () => Promise<unknown>): Promise<number> {
  const point = { target: `games/${code}`, call: 'balance' };
  await sandbox.fault({ ...point, mode, times: MANY });
  await work();
  const left = await sandbox.faultsLeft(point.target, point.call);
  await sandbox.fault({ ...point, mode: 'ok' });
  return MANY - left;
}

test('thirty screens of one member at once ask a game once, and once more for all who came meanwhile', async () => {
  const { token } = await newPlayer(product, { wallet: 10, pg: 5 });
  const times = await asked('pg', 'slow', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => product.call('GET /api/wallet', { token })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
  expect(times).toBeLessThanOrEqual(3);
});

test('who asks after a reading has begun is not answered from it', async () => {
  const player = await newPlayer(product, { wallet: 10, joker: 5 });
  await sandbox.fault({ target: 'games/joker', call: 'balance', mode: 'slow', times: 1 });
  const first = product.call('GET /api/wallet/refresh/slot', { token: player.token });
  await expect.poll(() => sandbox.faultsLeft('games/joker', 'balance'), BY_ITSELF).toBe(0);
  await sandbox.round('joker', player.gameUsername, { stake: 1, win: 3 });
  expect((await walletOf(product, player, { refresh: true })).amounts).toMatchObject({ joker: 7 });
  await first;
});

test('beyond so many readings a minute a member sees the books, and no game is asked', async () => {
  const strict = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', WALLET_READINGS_A_MINUTE: '2' });
  const [{ token }, other] = [
    await newPlayer(product, { wallet: 10, slotxo: 5 }),
    await newPlayer(product, { slotxo: 1 }),
  ];
  const times = await asked('slotxo', 'garbage', async () => {
    for (const call of ['GET /api/wallet', 'GET /api/wallet/refresh/slot', 'GET /api/wallet', 'GET /api/wallet']) {
      const { status, body } = await strict.call(call, { token });
      expect([status, body]).toMatchObject([200, { wallet: { amount: 10 } }]);
      expect((body as { slots: object[] }).slots).toContainEqual(
        expect.objectContaining({ code: 'slotxo', amount: 5 }),
      );
    }
  });
  expect(times).toBe(2);
  expect(await asked('slotxo', 'garbage', () => strict.call('GET /api/wallet', { token: other.token }))).toBe(1);
});
