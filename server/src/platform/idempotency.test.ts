import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type Answer,
  BY_ITSELF,
  contents,
  newMember,
  newPlayer,
  PATIENT,
  type Player,
  startProduct,
  startProductOnSandbox,
  transfer,
  walletOf,
} from '../../test/harness.ts';
import { problems } from '../ledger/ledger.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ...PATIENT, ROLE: 'api' });
const impatient = await startProduct(database, { SANDBOX_URL: sandbox.url, PROVIDER_TIMEOUT_MS: '1500' });
/** Here a repeated call waits for the answer to the first one for a second, no longer. */
const hasty = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', PROVIDER_TIMEOUT_MS: '1' });

const amountsOf = async (member: Player) => (await walletOf(product, member)).amounts;
const stateOf = async ({ token }: Player, id: string) =>
  (await product.call(`GET /api/wallet/transfer/${id}`, { token })).body;

/** The one answer that fifty calls at the same moment got; fails if they got several. */
async function oneAnswerToFifty(work: () => Promise<Answer>) {
  const answers = await Promise.all(Array.from({ length: 50 }, work));
  const different = new Set(answers.map(({ status, body }) => JSON.stringify({ status, body })));
  expect([...different]).toHaveLength(1);
  return JSON.parse([...different].join()) as Pick<Answer, 'status' | 'body'>;
}

async function movementsOf({ id }: Player) {
  const { rows } = await product.db.query<{ id: string }>('select id from transfers where member_id = $1', [id]);
  return rows.map((row) => row.id);
}

test.each([
  { from: 'wallet', to: 'pg' },
  { from: 'wallet', to: 'joker' },
  { from: 'pg', to: 'wallet' },
  { from: 'pg', to: 'joker' },
])('$from to $to: the same key fifty times at once is one movement and fifty equal answers', async ({ from, to }) => {
  const member = await newPlayer(product, { wallet: 0, pg: 0, joker: 0, [from]: 100 });
  const before = await movementsOf(member);
  const key = randomUUID();
  const answer = await oneAnswerToFifty(() => transfer(product, member, { from, to, amount: 100 }, key));
  expect(answer).toEqual({ status: 200, body: { id: key, status: 'SUCCESS' } });
  expect((await movementsOf(member)).sort()).toEqual([...before, key].sort());
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, pg: 0, joker: 0, [to]: 100 });
});

test('a provider that refuses: fifty times told so, asked once, and the money is back', async () => {
  const member = await newPlayer(product, { wallet: 100, imi: 0 });
  await sandbox.fault({ target: 'games/imi', call: 'move-in', mode: 'refuse', times: 10 });
  const key = randomUUID();
  const body = { from: 'wallet', to: 'imi', amount: 100 };
  const answer = await oneAnswerToFifty(() => transfer(product, member, body, key));
  expect(answer).toEqual({ status: 502, body: { message: 'TRANSFER_FAIL' } });
  expect(await sandbox.faultsLeft('games/imi', 'move-in')).toBe(9);
  await sandbox.fault({ target: 'games/imi', mode: 'ok' });
  // The key stays used: a transfer that failed under it is never tried again.
  expect(await transfer(product, member, body, key)).toMatchObject(answer);
  expect(await amountsOf(member)).toEqual({ wallet: 100, inTransit: 0, imi: 0 });
});

test('a provider that is silent: fifty times told that it is pending, and still so after it ended well', async () => {
  const member = await newPlayer(product, { wallet: 100, usun: 0 });
  await sandbox.fault({ target: 'games/usun', call: 'move-in', mode: 'timeout-after', times: 1 });
  const key = randomUUID();
  const body = { from: 'wallet', to: 'usun', amount: 100 };
  const answer = await oneAnswerToFifty(() => transfer(impatient, member, body, key));
  expect(answer).toEqual({ status: 200, body: { id: key, status: 'PENDING' } });
  await expect.poll(() => stateOf(member, key), BY_ITSELF).toMatchObject({ status: 'SUCCESS' });
  expect(await transfer(impatient, member, body, key)).toMatchObject(answer);
  expect(await movementsOf(member)).toEqual([key]);
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, usun: 100 });
});

test('the key, whatever its case, becomes the id of the movement', async () => {
  const member = await newPlayer(product, { wallet: 100, pg: 0 });
  const key = randomUUID();
  const first = await transfer(product, member, { from: 'wallet', to: 'pg', amount: 10 }, key.toUpperCase());
  expect(first.body).toEqual({ id: key, status: 'SUCCESS' });
  expect(await stateOf(member, key)).toMatchObject({ id: key, status: 'SUCCESS', amount: 10 });
});

test('the same fields in another order are the same request; another body is a conflict that changes nothing', async () => {
  const member = await newPlayer(product, { wallet: 100, pg: 0 });
  const key = randomUUID();
  const first = await transfer(product, member, { from: 'wallet', to: 'pg', amount: 10 }, key);
  const reordered = { amount: 10, to: 'pg', from: 'wallet' };
  expect(await transfer(product, member, reordered, key)).toMatchObject({ status: 200, body: first.body });
  for (const other of [{ amount: 10.01 }, { from: 'pg', to: 'wallet' }]) {
    const answer = await transfer(product, member, { from: 'wallet', to: 'pg', amount: 10, ...other }, key);
    expect(answer).toMatchObject({ status: 409, body: { message: 'IDEMPOTENCY_CONFLICT' } });
  }
  expect(await amountsOf(member)).toEqual({ wallet: 90, inTransit: 0, pg: 10 });
});

test('fifty different bodies with one key at the same moment: one moves, the others are told of the conflict', async () => {
  const member = await newPlayer(product, { wallet: 2000, pg: 0 });
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => transfer(product, member, { from: 'wallet', to: 'pg', amount: i + 1 }, key)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => (body as { message?: string }).message === 'IDEMPOTENCY_CONFLICT')).toHaveLength(
    49,
  );
  expect(await movementsOf(member)).toEqual([key]);
});

test('a key that is no UUID is refused before anything happens', async () => {
  const member = await newPlayer(product, { wallet: 100, pg: 0 });
  const before = await contents(product.db);
  const uuid = randomUUID();
  for (const key of [
    '1',
    'not-a-uuid',
    uuid.slice(1),
    `${uuid}0`,
    uuid.replaceAll('-', ''),
    `{${uuid}}`,
    `${uuid}, ${uuid}`,
  ]) {
    const calls = ['POST /api/wallet/transfer', 'POST /api/wallet/transferAll', 'GET /api/wallet/activate/joker'];
    for (const [i, call] of calls.entries()) {
      const body = [{ from: 'wallet', to: 'pg', amount: 10 }, { to: 'pg' }, undefined][i];
      const answer = await product.call(call, { token: member.token, body, headers: { 'idempotency-key': key } });
      expect(answer).toMatchObject({
        status: 400,
        body: { message: 'INVALID_REQUEST', fields: { 'Idempotency-Key': 'INVALID' } },
      });
    }
  }
  expect(await contents(product.db)).toEqual(before);
});

test('two members with the same key move each their own money and see each their own movement', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => newPlayer(product, { wallet: 100, pg: 0 })));
  if (!first || !second) return expect.fail('no players');
  const key = randomUUID();
  await transfer(product, first, { from: 'wallet', to: 'pg', amount: 10 }, key);
  expect(await stateOf(second, key)).toMatchObject({ message: 'NO_DATA' });
  const answer = await transfer(product, second, { from: 'wallet', to: 'pg', amount: 20 }, key);
  expect(answer).toMatchObject({ status: 200, body: { id: key, status: 'SUCCESS' } });
  expect(await stateOf(first, key)).toMatchObject({ amount: 10 });
  expect(await stateOf(second, key)).toMatchObject({ amount: 20 });
  expect(await amountsOf(first)).toEqual({ wallet: 90, inTransit: 0, pg: 10 });
  expect(await amountsOf(second)).toEqual({ wallet: 80, inTransit: 0, pg: 20 });
});

test('one key on two different calls makes one movement', async () => {
  const member = await newPlayer(product, { wallet: 100, pg: 0 });
  const key = randomUUID();
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 10 }, key);
  const all = (to: string, headers = {}) =>
    product.call('POST /api/wallet/transferAll', { token: member.token, body: { to }, headers });
  const refused = await all('wallet', { 'idempotency-key': key });
  expect(refused).toMatchObject({ status: 409, body: { message: 'IDEMPOTENCY_CONFLICT' } });
  expect(await movementsOf(member)).toEqual([key]);
  expect(await amountsOf(member)).toEqual({ wallet: 90, inTransit: 0, pg: 10 });
  expect((await all('wallet')).status).toBe(200);
});

test('everything at once under one key, fifty times, arrives once', async () => {
  const member = await newPlayer(product, { wallet: 5, pg: 10, ufabet: 20 });
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await oneAnswerToFifty(() =>
    product.call('POST /api/wallet/transferAll', { token: member.token, body: { to: 'pg' }, headers }),
  );
  expect(answer).toEqual({ status: 200, body: { id: headers['idempotency-key'], status: 'SUCCESS' } });
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, pg: 35, ufabet: 0 });
});

test('a call that was refused before anything was done does not use the key up', async () => {
  const member = await newPlayer(product, { pg: 10 });
  const key = randomUUID();
  const body = { from: 'wallet', to: 'pg', amount: 10 };
  expect(await transfer(product, member, body, key)).toMatchObject({ status: 422 });
  await transfer(product, member, { from: 'pg', to: 'wallet', amount: 10 });
  expect(await transfer(product, member, body, key)).toMatchObject({ status: 200, body: { id: key } });
});

test('of a call that was never answered the key is kept while it may be at work, and is free again two minutes later', async () => {
  const member = await newMember(product);
  const key = randomUUID();
  const make = (node: typeof product) =>
    node.call('POST /api/qrcode/WW', {
      token: member.token,
      body: { amount: 100 },
      headers: { 'idempotency-key': key },
    });
  const isKept = async () =>
    (await product.db.query('select from idempotency_keys where id = $1 and member_id = $2', [key, member.id]))
      .rowCount;
  expect(await make(product)).toMatchObject({ status: 200, body: { hasQrcode: true } });
  // As if the node was cut off before it could answer.
  await product.db.query('update idempotency_keys set status = null, answer = null where id = $1', [key]);
  const unavailable = { status: 503, body: { message: 'SERVICE_UNAVAILABLE' } };
  expect(await make(hasty)).toMatchObject(unavailable);
  expect(await isKept()).toBe(1);
  await sandbox.moveClock(2 * 60);
  expect(await make(hasty)).toMatchObject(unavailable);
  expect(await make(product)).toMatchObject({ status: 200, body: { hasQrcode: true } });
  expect(await make(product)).toMatchObject({ status: 200, body: { hasQrcode: true } });
});

test('a visitor cannot use a key', async () => {
  const member = await newMember(product);
  const headers = { 'idempotency-key': randomUUID() };
  expect((await product.call('GET /api/wallet/activate/pg', { headers })).status).toBe(401);
  expect((await product.call('GET /api/wallet/activate/pg', { headers, token: member.token })).status).toBe(200);
});

test('after all this the books are in order', async () => {
  expect(await problems(product.db)).toEqual([]);
});
