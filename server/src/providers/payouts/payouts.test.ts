import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { openPayouts, type PayoutState } from './payouts.ts';

/** A channel that says what the test wants, and keeps what it was asked. */
let says: { status: number; body: unknown } = { status: 500, body: {} };
let asked: { call: string; body: string } | undefined;
const channel = createServer(async (request, response) => {
  asked = { call: `${request.method} ${request.url}`, body: await text(request) };
  response.writeHead(says.status, { 'content-type': 'application/json' }).end(JSON.stringify(says.body));
}).listen(0, '127.0.0.1');
await once(channel, 'listening');
afterAll(() => void channel.close());

const config = readConfig({ DATABASE_URL: 'postgres://of/nobody' });
const url = `http://127.0.0.1:${(channel.address() as AddressInfo).port}`;
const payouts = openPayouts({ ...config, payouts: { url, key: 'a key' }, providerTimeoutMs: 10_000 });
const PAYOUT = {
  reference: 'AB-1',
  amount: 1_234_05n,
  currency: 'LAK',
  bank: 'BCEL',
  account: '001',
  name: 'NOY',
} as const;

const ofAll = (state: PayoutState) => ({ create: state, stateOf: state, close: state });
test.each<[number, unknown, ReturnType<typeof ofAll>]>([
  [200, { state: 'paid' }, ofAll('paid')],
  [202, { state: 'pending' }, ofAll('pending')],
  [200, { state: 'refused' }, ofAll('refused')],
  [200, { state: 'closed' }, ofAll('refused')],
  [200, { state: 'bounced' }, ofAll('refused')],
  [200, { state: 'sent' }, ofAll('unknown')],
  [200, {}, ofAll('unknown')],
  [200, null, ofAll('unknown')],
  [201, { state: 'paid' }, ofAll('unknown')],
  [404, { code: 'not_found' }, ofAll('absent')],
  // A proxy that does not find the channel knows nothing of the payout.
  [404, { code: 'no_route' }, ofAll('unknown')],
  [404, {}, ofAll('unknown')],
  [200, { code: 'not_found' }, ofAll('unknown')],
  // A rejected question says nothing about the payout.
  [422, { code: 'rejected' }, { create: 'refused', stateOf: 'unknown', close: 'unknown' }],
  [422, { code: 'reference_used', state: 'refused' }, ofAll('unknown')],
  [409, { code: 'rejected' }, ofAll('unknown')],
  [401, { state: 'refused' }, ofAll('unknown')],
  [500, { state: 'refused' }, ofAll('unknown')],
])('payouts: %d %j is an outcome only where it is a plain one', async (status, body, expected) => {
  says = { status, body };
  expect({
    create: await payouts.create(PAYOUT),
    stateOf: await payouts.stateOf('AB-1'),
    close: await payouts.close('AB-1'),
  }).toEqual(expected);
});

test('payouts: each call names the reference, and a new payout the whole account and the amount with its decimals', async () => {
  says = { status: 200, body: { state: 'pending' } };
  await payouts.stateOf('AB-1');
  expect(asked).toEqual({ call: 'GET /payouts/AB-1', body: '' });
  await payouts.close('AB-1');
  expect(asked).toEqual({ call: 'POST /payouts/AB-1/close', body: '{}' });
  await payouts.create(PAYOUT);
  expect(asked?.call).toBe('POST /payouts');
  expect(JSON.parse(asked?.body ?? '')).toEqual({ ...PAYOUT, amount: '1234.05' });
});
