import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cloneDatabase, startProduct } from '../../test/harness.ts';
import { now } from './clock.ts';

const database = await cloneDatabase();
// No sandbox listens there: the hook only needs to know that the product runs on one.
const SANDBOX_URL = 'http://127.0.0.1:9';
const KEY = 'sandbox-key-not-a-secret';
const product = await startProduct(database, { SANDBOX_URL });
const BODY = JSON.stringify({ advanceSeconds: 3600 });
const MINUTE_MS = 60_000;

function sign(raw: string, { key = KEY, timestamp = String(Date.now()) } = {}) {
  return {
    'x-timestamp': timestamp,
    'x-signature': createHmac('sha256', key).update(`${timestamp}.${raw}`).digest('hex'),
  };
}

async function ahead(): Promise<number> {
  const sql = 'select extract(epoch from ahead)::int as seconds from clock';
  return (await database.db.query(sql)).rows[0].seconds;
}

async function expectRefusal(headers: Record<string, string>, raw = BODY) {
  const before = await ahead();
  expect(await product.call('POST /hooks/clock', { raw, headers })).toMatchObject({
    status: 401,
    body: { message: 'UNAUTHORIZED' },
  });
  expect(await ahead()).toBe(before);
}

describe('/hooks/clock', () => {
  test('moves the clock of SQL and of the product when rightly signed, without the client’s key', async () => {
    const before = await now(database.db);
    const headers = { 'content-type': 'application/json', ...sign(BODY) };
    const response = await fetch(`${product.url}/hooks/clock`, { method: 'POST', body: BODY, headers });
    expect(response.status).toBe(200);
    const moved = Date.parse(((await response.json()) as { now: string }).now) - before.getTime();
    expect(moved).toBeGreaterThanOrEqual(3_600_000);
    expect(moved).toBeLessThan(3_700_000);
    expect(await ahead()).toBe(3600);
  });

  test('refuses a missing signature', async () => {
    const { 'x-signature': signature, 'x-timestamp': timestamp } = sign(BODY);
    await expectRefusal({});
    await expectRefusal({ 'x-signature': signature });
    await expectRefusal({ 'x-timestamp': timestamp });
    await expectRefusal({ 'x-timestamp': timestamp, 'x-signature': '' });
  });

  test('refuses a forged one', async () => {
    await expectRefusal(sign(BODY, { key: 'another-key' }));
    await expectRefusal(sign(JSON.stringify({ advanceSeconds: 1 })));
    await expectRefusal({ ...sign(BODY), 'x-timestamp': String(Date.now() + 1) });
    await expectRefusal({ ...sign(BODY), 'x-signature': 'zz'.repeat(32) });
    await expectRefusal(sign(BODY), `${BODY} `);
  });

  test('refuses one from more than five minutes ago or ahead, and a timestamp that is none', async () => {
    for (const timestamp of [Date.now() - 6 * MINUTE_MS, Date.now() + 6 * MINUTE_MS, 'NaN', 'Infinity', ''])
      await expectRefusal(sign(BODY, { timestamp: String(timestamp) }));
    const timestamp = String(Date.now() - 4 * MINUTE_MS);
    expect((await product.call('POST /hooks/clock', { raw: BODY, headers: sign(BODY, { timestamp }) })).status).toBe(
      200,
    );
  });

  test.each([0, -3600, 1.5, '60', null, 400 * 86_400 + 1])(
    'refuses to move by %j seconds, rightly signed or not',
    async (advanceSeconds) => {
      const before = await ahead();
      const raw = JSON.stringify({ advanceSeconds });
      const answer = await product.call('POST /hooks/clock', { raw, headers: sign(raw) });
      expect(answer).toMatchObject({ status: 400, body: { message: 'INVALID_REQUEST' } });
      expect(await ahead()).toBe(before);
    },
  );

  test('listens to the key of SANDBOX_KEY', async () => {
    const keyed = await startProduct(database, { SANDBOX_URL, SANDBOX_KEY: 'another-key' });
    expect((await keyed.call('POST /hooks/clock', { raw: BODY, headers: sign(BODY) })).status).toBe(401);
    expect(
      (await keyed.call('POST /hooks/clock', { raw: BODY, headers: sign(BODY, { key: 'another-key' }) })).status,
    ).toBe(200);
  });

  test.each([
    ['without a sandbox', {}],
    ['in production', { SANDBOX_URL, NODE_ENV: 'production', CREDENTIALS_KEY: 'a-key-of-its-own' }],
  ])('does not exist %s', async (_, environment) => {
    const before = await ahead();
    const without = await startProduct(database, environment);
    const answer = await without.call('POST /hooks/clock', { raw: BODY, headers: sign(BODY) });
    expect(answer).toMatchObject({ status: 404, body: { message: 'NO_DATA' } });
    expect(await ahead()).toBe(before);
  });
});
