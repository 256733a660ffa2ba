import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../test/harness.ts';
import { answerOf, fresh, signedCaller } from './test/product.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.end());

const channel = (key?: string) => signedCaller(sandbox, '/payouts/api', key);

function newOrder(changes: object = {}) {
  const { reference } = fresh();
  const account = { bank: 'KBANK', account: '0000000001', name: 'SOMCHAI JAIDEE' };
  return { reference, amount: '250.50', currency: 'BAHT', ...account, ...changes };
}

const stands = (status: number, reference: string, state: string) => ({ status, body: { reference, state } });
const next = (result: string) => sandbox.post('/payouts/next', { result });
const decide = async (reference: string, result: string) =>
  answerOf(await sandbox.post(`/payouts/${reference}/decide`, { result }));

async function send(changes: object = {}) {
  const order = newOrder(changes);
  expect(await channel().post('/payouts', order)).toEqual(stands(202, order.reference, 'pending'));
  return { ...order, state: () => channel().get(`/payouts/${order.reference}`) };
}

/** Ends the two seconds for which a payout is pending. */
const letTimePass = () => sandbox.sql('update payouts set due_at = clock_timestamp()');

async function totals(): Promise<Record<string, { paid: number; pending: number }>> {
  return ((await (await sandbox.get('/books')).json()) as { payouts: never }).payouts;
}

test('a payout is pending for two seconds, then paid, and the books count it by its state', async () => {
  const { reference, state } = await send({ currency: 'LAK' });
  expect(await state()).toEqual(stands(200, reference, 'pending'));
  expect((await totals()).LAK).toEqual({ paid: 0, pending: 250.5 });
  await sandbox.sql(`do $$ begin
    assert (select due_at - clock_timestamp() <= interval '2 s' from payouts);
  end $$`);
  await letTimePass();
  expect(await state()).toEqual(stands(200, reference, 'paid'));
  expect((await totals()).LAK).toEqual({ paid: 250.5, pending: 0 });
});

test('each ordered fate decides one payout, over a restart too', async () => {
  await next('refused');
  await next('silent');
  await sandbox.restart();
  const [refused, silent, paid] = [await send(), await send(), await send()];
  await letTimePass();
  expect(await refused.state()).toEqual(stands(200, refused.reference, 'refused'));
  expect(await silent.state()).toEqual(stands(200, silent.reference, 'pending'));
  expect(await paid.state()).toEqual(stands(200, paid.reference, 'paid'));
});

test.each(['paid', 'refused'])('a silent payout is %s when the page decides so, once', async (result) => {
  await next('silent');
  const { reference, state } = await send();
  expect(await decide(reference, result)).toEqual(stands(200, reference, result));
  expect(await state()).toEqual(stands(200, reference, result));
  expect((await decide(reference, 'paid')).status).toBe(409);
  expect((await decide('nosuchpayout', 'paid')).status).toBe(404);
});

test('the same payout again is one payout, at the same moment too, and another payout under its reference is refused', async () => {
  await next('silent');
  const order = newOrder();
  const answers = await Promise.all(Array.from({ length: 10 }, () => channel().post('/payouts', order)));
  for (const answer of answers) expect(answer).toEqual(stands(202, order.reference, 'pending'));
  await decide(order.reference, 'paid');
  expect(await channel().post('/payouts', order)).toEqual(stands(202, order.reference, 'paid'));
  for (const change of [{ amount: '250.51' }, { currency: 'LAK' }, { account: '0000000002' }, { name: 'X' }]) {
    expect(await channel().post('/payouts', { ...order, ...change })).toEqual({
      status: 409,
      body: { code: 'reference_reused' },
    });
  }
});

test('a reference that was closed before its payout came never pays', async () => {
  const order = newOrder();
  const close = () => channel().post(`/payouts/${order.reference}/close`, {});
  await letTimePass();
  const before = await totals();
  expect(await close()).toEqual(stands(200, order.reference, 'closed'));
  expect(await channel().post('/payouts', order)).toEqual({ status: 422, body: { code: 'rejected' } });
  await letTimePass();
  expect(await channel().get(`/payouts/${order.reference}`)).toEqual(stands(200, order.reference, 'closed'));
  expect(await close()).toEqual(stands(200, order.reference, 'closed'));
  expect(await totals()).toEqual(before);
});

test('closing a payout that the channel has accepted changes nothing', async () => {
  await next('silent');
  const { reference } = await send();
  const close = () => channel().post(`/payouts/${reference}/close`, {});
  expect(await close()).toEqual(stands(200, reference, 'pending'));
  await decide(reference, 'paid');
  expect(await close()).toEqual(stands(200, reference, 'paid'));
});

test('a payout and its closing at the same moment agree on one outcome', async () => {
  for (let round = 0; round < 10; round++) {
    const order = newOrder();
    const [accepted, closed] = await Promise.all([
      channel().post('/payouts', order),
      channel().post(`/payouts/${order.reference}/close`, {}),
    ]);
    const state = accepted.status === 202 ? 'pending' : 'closed';
    expect(closed).toEqual(stands(200, order.reference, state));
  }
});

test('a wrong key is answered 401 and pays nothing, and a payout refused by a fault is not known', async () => {
  const order = newOrder();
  expect(await channel('another key').post('/payouts', order)).toMatchObject({ status: 401 });
  await sandbox.post('/faults', { target: 'payouts', mode: 'refuse', times: 1 });
  expect(await channel().post('/payouts', order)).toEqual({ status: 422, body: { code: 'rejected' } });
  expect(await channel().get(`/payouts/${order.reference}`)).toEqual({ status: 404, body: { code: 'not_found' } });
});

test.each([{ amount: '0.00' }, { amount: 5 }, { reference: 'R'.repeat(51) }, { account: 'abc' }, { name: '' }])(
  'a payout with %j is refused with 400',
  async (change) => {
    expect((await channel().post('/payouts', newOrder(change))).status).toBe(400);
  },
);

test('the newest payouts come first, and say whether they wait for a decision', async () => {
  await next('silent');
  const { reference } = await send();
  const [newest] = (await (await sandbox.get('/payouts')).json()) as object[];
  expect(newest).toEqual({
    reference,
    amount: 250.5,
    currency: 'BAHT',
    bank: 'KBANK',
    account: '0000000001',
    name: 'SOMCHAI JAIDEE',
    state: 'pending',
    isSilent: true,
  });
});

test('the channel lies as it is told: rejects what it takes, bounces what it paid, refuses what it pays, and closes nothing', async () => {
  const lie = (name: string) => sandbox.post('/lies', { target: 'payouts', lie: name, isTold: true, times: 1 });
  await letTimePass();
  const before = (await totals()).BAHT?.paid ?? 0;
  const order = newOrder();
  const close = () => channel().post(`/payouts/${order.reference}/close`, {});
  const state = () => channel().get(`/payouts/${order.reference}`);
  await lie('rejected though taken');
  expect(await channel().post('/payouts', order)).toEqual({ status: 422, body: { code: 'rejected' } });
  await lie('refused though paid');
  expect(await state()).toEqual(stands(200, order.reference, 'refused'));
  await letTimePass();
  expect(await state()).toEqual(stands(200, order.reference, 'paid'));
  await lie('no close');
  expect(await close()).toEqual({ status: 404, body: { code: 'not_found' } });
  expect((await totals()).BAHT?.paid).toBe(before + 250.5);
  await lie('bounces');
  for (const ask of [state, state, close]) expect(await ask()).toEqual(stands(200, order.reference, 'bounced'));
  expect((await totals()).BAHT?.paid).toBe(before);
});
