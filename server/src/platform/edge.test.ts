import { ERRORS } from '@krapao/contract/errors.ts';
import { describe, expect, test } from 'vitest';
import { cloneDatabase, newMember, startProduct } from '../../test/harness.ts';
import { openDatabase } from './database.ts';

const database = await cloneDatabase();
const product = await startProduct(database);
const { token } = await newMember(product);

async function bare(path: string, init: RequestInit = {}) {
  const response = await fetch(product.url + path, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

describe("the client's key", () => {
  const paths = ['/api/lookup/info', '/api/wallet', '/api/nothing/here', '/%61pi/lookup/info', '/api/%6cookup/info'];

  test.each(paths)(
    '%s without it is KEY_MISSING, with a wrong one KEY_INVALID, and neither is cached',
    async (path) => {
      for (const [headers, message] of [
        [{}, 'KEY_MISSING'],
        [{ 'x-api-key': '' }, 'KEY_INVALID'],
        [{ 'x-api-key': 'Member-web' }, 'KEY_INVALID'],
        [{ 'x-api-key': 'member-web, member-web' }, 'KEY_INVALID'],
      ] as const) {
        const answer = await bare(path, { headers });
        expect({ status: answer.status, text: answer.text }).toEqual({
          status: 403,
          text: JSON.stringify({ message }),
        });
        expect(answer.headers.get('cache-control')).toBe('no-store');
      }
    },
  );

  test('is asked for before the token, the body and the service', async () => {
    const login = { method: 'POST', body: '{broken', headers: { 'content-type': 'application/json' } };
    expect((await bare('/api/login', login)).text).toContain('KEY_MISSING');
  });

  test('can be another one', async () => {
    const other = await startProduct(database, { CLIENT_KEY: 'another-web' });
    expect(await other.call('GET /api/lookup/info')).toMatchObject({ status: 403, body: { message: 'KEY_INVALID' } });
    const headers = { 'x-api-key': 'another-web' };
    expect((await other.call('GET /api/lookup/info', { headers })).status).toBe(200);
  });
});

describe('what is not there', () => {
  test.each([
    'GET /api/nothing/here',
    'GET /api/',
    'GET /api/wallet/',
    'GET /API/wallet',
    'GET /nothing',
    'GET /hooks/nothing',
    'POST /api/wallet',
    'DELETE /api/wallet',
    'PUT /api/login',
    'GET /api/login',
    'PATCH /api/account/profile',
    'OPTIONS /api/login',
    'GET /api/lookup/..%2f..%2f..%2fetc%2fpasswd',
    'GET /api/lookup/banks%00',
  ])('%s is 404 NO_DATA', async (name) => {
    expect(await product.call(name, { token })).toMatchObject({ status: 404, body: { message: 'NO_DATA' } });
  });

  test.each(['/api/wallet', '/api/lookup/info', '/healthz', '/'])('HEAD %s is not routed', async (path) => {
    const answer = await bare(path, {
      method: 'HEAD',
      headers: { 'x-api-key': 'member-web', authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(404);
  });

  test.each(['/api/%', '/api/%E0%A4%A', '/%'])(
    'an address that cannot be decoded (%s) is INVALID_REQUEST',
    async (path) => {
      const answer = await bare(path, { headers: { 'x-api-key': 'member-web' } });
      expect(answer).toMatchObject({ status: 400, text: JSON.stringify({ message: 'INVALID_REQUEST' }) });
    },
  );
});

describe('a body', () => {
  const login = (raw: string, type = 'application/json') =>
    product.call('POST /api/login', { raw, headers: { 'content-type': type } });

  test.each([
    '',
    '{',
    '{"username":"a",}',
    "{'username':'a'}",
    'undefined',
    '[1,2',
    '{"username":"a","password":"b"} extra',
    '{"username":"a","password":"b","__proto__":{"isAdmin":true}}',
    '{"username":"a","password":"b","constructor":{"prototype":{"isAdmin":true}}}',
    '\u0000',
  ])('that is no good JSON (%j) is INVALID_REQUEST', async (raw) => {
    expect(await login(raw)).toMatchObject({ status: 400, body: { message: 'INVALID_REQUEST' } });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test.each(['null', '[]', '"text"', '"\\u0000"', '1', 'true', '{}', '['.repeat(30_000) + ']'.repeat(30_000)])(
    'of another shape (%.20s) is INVALID_REQUEST',
    async (raw) => {
      expect(await login(raw)).toMatchObject({
        status: 400,
        body: { message: 'INVALID_REQUEST', fields: expect.anything() },
      });
    },
  );

  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('of type %s is UNSUPPORTED_MEDIA_TYPE', async (type) => {
    const answer = await login('{"username":"a","password":"b"}', type);
    expect(answer).toMatchObject({ status: 415, body: { message: 'UNSUPPORTED_MEDIA_TYPE' } });
  });

  test('of a megabyte is BODY_TOO_LARGE', async () => {
    const answer = await login(JSON.stringify({ username: 'a', password: 'x'.repeat(1024 * 1024) }));
    expect(answer).toMatchObject({ status: 413, body: { message: 'BODY_TOO_LARGE' } });
  });
});

describe('an answer of the API', () => {
  test.each(['GET /api/wallet', 'GET /api/account/profile', 'GET /api/lookup/info', 'GET /api/nothing'])(
    'to %s may not be stored by anybody',
    async (name) => {
      expect((await product.call(name, { token })).headers.get('cache-control')).toBe('no-store');
    },
  );

  test('carries the headers that keep a browser from guessing, framing and leaking', async () => {
    for (const name of ['GET /api/wallet', 'GET /api/nothing', 'POST /api/login']) {
      const { headers } = await product.call(name, name.startsWith('POST') ? { body: {} } : { token });
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
    }
  });

  test('asks for TLS for ever only where the request came over it', async () => {
    const behindProxy = await startProduct(database, { TRUST_PROXY: '127.0.0.1' });
    const hsts = async (on: typeof product, proto: string) =>
      (await on.call('GET /api/lookup/info', { headers: { 'x-forwarded-proto': proto } })).headers.get(
        'strict-transport-security',
      );
    expect(await hsts(behindProxy, 'https')).toBe('max-age=31536000; includeSubDomains');
    expect(await hsts(behindProxy, 'http')).toBeNull();
    expect(await hsts(product, 'https')).toBeNull();
  });
});

describe('when something breaks inside', () => {
  test('the answer is INTERNAL_SERVER_ERROR and tells nothing of SQL, files or stacks', async () => {
    await database.owner.query('alter table members rename to members_away');
    try {
      for (const name of ['GET /api/wallet', 'POST /api/login', 'POST /api/account/validate']) {
        const body = name.endsWith('login')
          ? { username: '0812345678', password: 'correct horse' }
          : { username: '0812345678', password: 'correct horse', name: 'สมชาย' };
        const answer = await product.call(name, name.startsWith('POST') ? { body } : { token });
        expect({ name, status: answer.status, body: answer.body }).toEqual({
          name,
          status: 500,
          body: { message: 'INTERNAL_SERVER_ERROR' },
        });
      }
    } finally {
      await database.owner.query('alter table members_away rename to members');
    }
    expect((await product.call('GET /api/wallet', { token })).status).toBe(200);
  });

  test('a database that is away is 503 SERVICE_UNAVAILABLE with Retry-After', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/nothing';
    const cutOff = await startProduct({ url, db: openDatabase(url, 1) });
    const answer = await cutOff.call('GET /api/lookup/info');
    expect(answer).toMatchObject({ status: ERRORS.SERVICE_UNAVAILABLE, body: { message: 'SERVICE_UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('5');
  });
});
