import { expect, test } from 'vitest';
import { BY_ITSELF, newPlayer, startProduct, startProductOnSandbox, walletOf } from '../../../test/harness.ts';
import type { GameBalance } from '../../ledger/game-balance.ts';
import { pageReadings, refreshReadings } from './shared-readings.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api', PROVIDER_TIMEOUT_MS: '10000' });

/** How often the game was asked for a balance while `work` went on. */
async function asked(code: string, work: () => Promise<unknown>): Promise<number> {
  const before = await sandbox.calls(`games/${code}`, 'balance');
  await work();
  return (await sandbox.calls(`games/${code}`, 'balance')) - before;
}

test('thirty pages of one member at once cost a game one reading, and what it told shows', async () => {
  const { id, token, gameUsername } = await newPlayer(product, { wallet: 10, pg: 5 });
  // What is known stays fresh for longer than the pages take, on whatever machine.
  const patient = await startProduct(database, {
    SANDBOX_URL: sandbox.url,
    ROLE: 'api',
    GAME_PG_FRESHNESS_MS: '120000',
  });
  await sandbox.round('pg', gameUsername, { stake: 1, win: 3 });
  await database.db.query(
    `update game_accounts set last_request_at = last_request_at - interval '1 hour' where member_id = $1`,
    [id],
  );
  const times = await asked('pg', () => Promise.all(Array.from({ length: 30 }, () => pgOf(token, patient))));
  expect(times).toBe(1);
  await expect.poll(() => pgOf(token, patient), BY_ITSELF).toBe(7);
});

async function pgOf(token: string, node = product): Promise<number | undefined> {
  const { status, body } = await node.call('GET /api/wallet', { token });
  expect(status).toBe(200);
  return (body as { slots: { code: string; amount: number }[] }).slots.find(({ code }) => code === 'pg')?.amount;
}

test('thirty screens on which the member refreshes ask a game once, and once more for all who came meanwhile', async () => {
  const { token } = await newPlayer(product, { slotxo: 5 });
  // The first reading lasts until all screens have asked.
  await sandbox.fault({ target: 'games/slotxo', call: 'balance', mode: 'slow', times: 1 });
  const times = await asked('slotxo', async () => {
    const refreshes = Array.from({ length: 30 }, () => product.call('GET /api/wallet/refresh/slot', { token }));
    expect(new Set((await Promise.all(refreshes)).map(({ status }) => status))).toEqual(new Set([200]));
  });
  expect(times).toBeLessThanOrEqual(3);
});

test('a member who refreshes after a reading has begun is not answered from it', async () => {
  const player = await newPlayer(product, { wallet: 10, joker: 5 });
  await sandbox.fault({ target: 'games/joker', call: 'balance', mode: 'slow', times: 1 });
  const first = product.call('GET /api/wallet/refresh/slot', { token: player.token });
  await expect.poll(() => sandbox.faultsLeft('games/joker', 'balance'), BY_ITSELF).toBe(0);
  await sandbox.round('joker', player.gameUsername, { stake: 1, win: 3 });
  expect((await walletOf(product, player)).amounts).toMatchObject({ joker: 7 });
  await first;
});

test('members who look at the same moment are each answered from a reading of their own', async () => {
  const owners = ['TH1', 'TH2'].map((memberId) => ({ memberId, currency: 'BAHT' }) as const);
  const read = async ({ memberId }: { memberId: string }) => [{ code: memberId } as GameBalance];
  const [refresh, pages] = [refreshReadings(read, 10), pageReadings(read)];
  for (const look of [refresh, pages.begin]) {
    const told = await Promise.all(owners.map(look));
    expect(told).toEqual([[{ code: 'TH1' }], [{ code: 'TH2' }]]);
  }
  const reading = pages.begin({ memberId: 'TH1', currency: 'BAHT' });
  expect(owners.map(pages.current)).toEqual([reading, undefined]);
  await reading;
  expect(owners.map(pages.current)).toEqual([undefined, undefined]);
});

test('a reading that fails takes no later one with it', async () => {
  const first = Promise.withResolvers<GameBalance[]>();
  const readings = [first.promise, Promise.resolve([]), Promise.resolve([])];
  const refresh = refreshReadings(() => readings.shift() ?? expect.fail('read too often'), 10);
  const member = { memberId: 'TH1', currency: 'BAHT' } as const;
  const [failing, meanwhile] = [refresh(member), refresh(member)];
  first.reject(new Error('the database is away'));
  await expect(failing).rejects.toThrow('the database is away');
  expect(await meanwhile).toEqual([]);
  expect(await refresh(member)).toEqual([]);
});

test('beyond so many refreshes a minute a member sees the books, and no game is asked', async () => {
  const strict = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', WALLET_READINGS_A_MINUTE: '2' });
  const [{ token }, other] = [await newPlayer(product, { wallet: 10, imi: 5 }), await newPlayer(product, { imi: 1 })];
  const refresh = (by: string) => strict.call('GET /api/wallet/refresh/slot', { token: by });
  const times = await asked('imi', async () => {
    for (let time = 1; time <= 4; time += 1) {
      const { status, body } = await refresh(token);
      expect([status, body]).toMatchObject([200, { wallet: { amount: 10 } }]);
      expect((body as { slots: object[] }).slots).toContainEqual(expect.objectContaining({ code: 'imi', amount: 5 }));
    }
  });
  expect(times).toBe(2);
  expect(await asked('imi', () => refresh(other.token))).toBe(1);
});
