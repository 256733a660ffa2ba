import { expect, test } from 'vitest';
import { BY_ITSELF, newPlayer, startPatientNode, startProductOnSandbox, walletOf } from '../../../test/harness.ts';

const { product, sandbox, database } = await startProductOnSandbox({ PROVIDER_TIMEOUT_MS: '1000' });
const patient = await startPatientNode(database, sandbox);

test.each(['timeout-before', 'error-after', 'garbage', 'refuse'])(
  '%s: a balance that cannot be read stays as it was and is marked, until it can be read again',
  async (mode) => {
    const member = await newPlayer(patient, { pg: 100, imi: 100 });
    await sandbox.round('pg', member.gameUsername, { stake: 10, win: 0 });
    await sandbox.round('imi', member.gameUsername, { stake: 10, win: 0 });
    await sandbox.fault({ target: 'games/pg', call: 'balance', mode, times: 1 });
    const marked = await walletOf(product, member);
    expect(marked).toEqual({ amounts: { wallet: 0, inTransit: 0, pg: 100, imi: 90 }, stale: ['pg'] });
    const read = await walletOf(product, member);
    expect(read).toEqual({ amounts: { wallet: 0, inTransit: 0, pg: 90, imi: 90 }, stale: [] });
  },
);

test('the mark tells since when, not when it was last tried', async () => {
  const member = await newPlayer(patient, { pg: 1 });
  await walletOf(product, member);
  await sandbox.fault({ target: 'games/pg', call: 'balance', mode: 'garbage', times: 2 });
  const staleSince = async () => {
    const { body } = await product.call('GET /api/wallet/refresh/slot', { token: member.token });
    return (body as { slots: { code: string; staleSince?: string }[] }).slots.find(({ code }) => code === 'pg')
      ?.staleSince;
  };
  const first = await staleSince();
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(await staleSince()).toBe(first);
  expect(await staleSince()).toBeUndefined();
  await sandbox.fault({ target: 'games/pg', call: 'balance', mode: 'garbage', times: 1 });
  expect(Date.parse((await staleSince()) ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
});

test('a silent game does not hold up the page longer than a moment', async () => {
  const member = await newPlayer(patient, { pg: 5, joker: 7 });
  await sandbox.fault({ target: 'games/pg', call: 'balance', mode: 'timeout-before', times: 1 });
  type Slot = { code: string; amount: number; staleSince?: string };
  const page = async () => {
    const startedAt = performance.now();
    const { body } = await patient.call('GET /api/wallet', { token: member.token });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    return new Map((body as { slots: Slot[] }).slots.map((slot) => [slot.code, slot]));
  };
  await expect.poll(async () => (await page()).get('pg')?.staleSince, BY_ITSELF).toBeDefined();
  const slots = await page();
  expect(slots.get('pg')).toMatchObject({ amount: 5 });
  expect(slots.get('joker')).toMatchObject({ amount: 7 });
  expect(slots.get('joker')).not.toHaveProperty('staleSince');
});

test('after failures in a row a broken game is not even asked, other games are, and later it is found to be back', async () => {
  const member = await newPlayer(patient, { usun: 10, circus: 10 });
  await sandbox.fault({ target: 'games/usun', call: 'balance', mode: 'error-after', times: 1_000 });
  const left = () => sandbox.faultsLeft('games/usun', 'balance');
  for (let failure = 1; failure <= 5; failure += 1) await walletOf(product, member);
  const asked = await left();
  expect(asked).toBe(1_000 - 5);

  await sandbox.round('circus', member.gameUsername, { stake: 5, win: 0 });
  const resting = await walletOf(product, member);
  expect(resting).toEqual({ amounts: { wallet: 0, inTransit: 0, usun: 10, circus: 5 }, stale: ['usun'] });
  expect(await left()).toBe(asked);

  // After its rest the provider is asked once, however many readings are wanted.
  const endRest = () =>
    database.db.query(`update provider_rate_limits set open_until = clock_timestamp() where code = 'usun'`);
  await endRest();
  await Promise.all(Array.from({ length: 5 }, () => walletOf(product, member)));
  expect(await left()).toBe(asked - 1);

  await sandbox.fault({ target: 'games/usun', mode: 'ok' });
  await sandbox.round('usun', member.gameUsername, { stake: 1, win: 4 });
  expect((await walletOf(product, member)).stale).toEqual(['usun']);
  await endRest();
  expect(await walletOf(product, member)).toEqual({
    amounts: { wallet: 0, inTransit: 0, usun: 13, circus: 5 },
    stale: [],
  });
});

test('a player that a game does not know is marked, and everybody else of that game is still read', async () => {
  const [unknown, known] = [await newPlayer(patient, { imi: 10 }), await newPlayer(patient, { imi: 10 })];
  await product.db.query(`update game_accounts set username = 'kpgone' where member_id = $1`, [unknown.id]);
  for (let time = 1; time <= 5; time += 1) expect((await walletOf(patient, unknown)).stale).toEqual(['imi']);
  expect((await walletOf(patient, known)).stale).toEqual([]);
});
