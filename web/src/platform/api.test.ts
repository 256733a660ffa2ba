import { afterAll, afterEach, expect, test, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { call, callAhead, callAs } = await import('./api.ts');
const { endSession, startSession } = await import('./session.ts');
afterAll(() => void vi.unstubAllGlobals());

type Sent = { url: string; headers: Headers; signal: AbortSignal } & Pick<RequestInit, 'method' | 'body' | 'keepalive'>;
const sent: Sent[] = [];

/** The next answers of the server, or silence until the call gives up. */
function serve(answer: (request: Sent) => Promise<Response>): void {
  vi.stubGlobal('fetch', (url: string, options: Omit<Sent, 'url'>) => {
    const request = { url, ...options };
    sent.push(request);
    return answer(request);
  });
}
const silence = ({ signal }: Sent) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

afterEach(() => {
  sent.length = 0;
  endSession();
  vi.restoreAllMocks();
});

test('a call carries the key of the client, and a token only where there is one', async () => {
  serve(async () => Response.json({}));
  await callAs('a token', 'GET /api/wallet');
  await callAs(null, 'GET /api/lookup/info');
  expect(sent.map(({ headers }) => [headers.get('x-api-key'), headers.get('authorization')])).toEqual([
    ['member-web', 'Bearer a token'],
    ['member-web', null],
  ]);
});

test('a call answers with the body of the reply, and fails with the code of a refusal', async () => {
  serve(async () => Response.json({ name: 'Krapao', website: 'https://krapao.example' }));
  expect(await callAs(null, 'GET /api/lookup/info')).toEqual({ name: 'Krapao', website: 'https://krapao.example' });
  serve(async () => Response.json({ message: 'NO_DATA' }, { status: 404 }));
  await expect(callAs(null, 'GET /api/lookup/info')).rejects.toMatchObject({ code: 'NO_DATA', status: 404 });
});

test('a call that nobody answers is given up after sixty seconds', async () => {
  const clock = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
  serve(silence);
  const call = callAs(null, 'GET /api/lookup/info');
  expect(timeout).toHaveBeenCalledExactlyOnceWith(60_000);
  clock.abort();
  await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test('a call that was made ahead is not made again by the screen, but by the next one', async () => {
  serve(async () => Response.json({ n: sent.length }));
  callAhead('GET /api/wallet');
  expect(await call('GET /api/wallet')).toEqual({ n: 1 });
  expect(sent.length).toBe(1);
  expect(await call('GET /api/wallet')).toEqual({ n: 2 });
});

test('a call that failed ahead fails in the screen', async () => {
  serve(async () => Response.json({ message: 'SERVICE_UNAVAILABLE' }, { status: 503 }));
  callAhead('GET /api/wallet');
  await expect(call('GET /api/wallet')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test('a call that was made ahead for one member is not the answer for the next one', async () => {
  serve(async ({ headers }) => Response.json({ of: headers.get('authorization') }));
  startSession('of the first', false);
  callAhead('GET /api/wallet');
  startSession('of the second', false);
  expect(await call('GET /api/wallet')).toEqual({ of: 'Bearer of the second' });
});

test('a call sends its key, its body as JSON and its parameters, and nothing that it lacks', async () => {
  serve(async () => Response.json({}));
  const body = { from: 'wallet', to: 'pg', amount: 100.5 };
  await callAs('t', 'POST /api/wallet/transfer', { body, idempotencyKey: 'a key' });
  await callAs('t', 'GET /api/promotion/find/{code}', { params: { code: 'A/B?1' }, query: { locale: 'la' } });
  await callAs('t', 'GET /api/bonus', { query: {} });
  await callAs('t', 'POST /api/logout', { keepalive: true });
  expect(
    sent.map(({ url, method, headers, body: text, keepalive }) => [
      `${method} ${url}`,
      text,
      headers.get('content-type'),
      headers.get('idempotency-key'),
      keepalive,
    ]),
  ).toEqual([
    ['POST /api/wallet/transfer', JSON.stringify(body), 'application/json', 'a key', false],
    ['GET /api/promotion/find/A%2FB%3F1?locale=la', null, null, null, false],
    ['GET /api/bonus', null, null, null, false],
    ['POST /api/logout', null, null, null, true],
  ]);
});

test('the device is named where a member registers or signs in or an operator does, and nowhere else', async () => {
  serve(async () => Response.json({}));
  const body = { name: 'a', password: 'b' };
  await callAs(null, 'POST /api/login', { body: { username: '0812345678', password: 'b', remember: false } });
  await callAs(null, 'POST /api/desk/login', { body });
  await callAs(null, 'POST /api/account', { body: {} as never });
  await callAs(null, 'POST /api/account/validate', { body: {} as never });
  expect(sent.map(({ headers }) => headers.has('x-device-id'))).toEqual([true, true, true, false]);
  expect(new Set(sent.slice(0, 3).map(({ headers }) => headers.get('x-device-id'))).size).toBe(1);
});

const json = (reply: object, status: number, retryAfter?: string) => async () =>
  Response.json(reply, { status, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) });
const page = (status: number) => async () => new Response('<html>', { status });
const broken = async () => new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('lost')) }));

test.each([
  ['no connection', () => Promise.reject(new TypeError('failed')), { code: 'NETWORK_ERROR', status: 0 }],
  ['a body that stops arriving', broken, { code: 'NETWORK_ERROR', status: 0 }],
  ['a page of a proxy in the place of an answer', page(200), { code: 'INTERNAL_SERVER_ERROR', status: 200 }],
  ['a page of a proxy that refuses', page(499), { code: 'INTERNAL_SERVER_ERROR', status: 499 }],
  ['a page of a proxy that gave up', page(500), { code: 'SERVICE_UNAVAILABLE', status: 500 }],
  [
    'a refusal of fields',
    json({ message: 'X', fields: { a: 'INVALID' } }, 400),
    { fields: { a: 'INVALID' }, games: [] },
  ],
  ['a refusal about games', json({ message: 'OPEN_BETS', games: ['pg'] }, 422), { code: 'OPEN_BETS', games: ['pg'] }],
  ['a limit', json({ message: 'REQUEST_LIMIT' }, 429, '60'), { code: 'REQUEST_LIMIT', retryAfterSeconds: 60 }],
  ['a limit without an end', json({ message: 'REQUEST_LIMIT' }, 429), { retryAfterSeconds: null, fields: {} }],
])('%s is a failure that says what is known', async (_what, answer, failure) => {
  serve(answer);
  await expect(callAs(null, 'GET /api/lookup/info')).rejects.toMatchObject(failure);
});

test('a call that its screen gave up fails with the reason of the screen, and as no failure of the network', async () => {
  serve(silence);
  const screen = new AbortController();
  const asking = callAs(null, 'GET /api/lookup/info', { signal: screen.signal });
  screen.abort(new Error('left'));
  await expect(asking).rejects.toThrow('left');
});
