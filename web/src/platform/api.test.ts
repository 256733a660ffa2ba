import { afterAll, afterEach, expect, test, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { call, callAhead, callAs } = await import('./api.ts');
afterAll(() => void vi.unstubAllGlobals());

type Sent = { url: string; headers: Headers; signal: AbortSignal };
const sent: Sent[] = [];

/** The next answers of the server, or silence until the call gives up. */
function serve(answer: (request: Sent) => Promise<Response>): void {
  vi.stubGlobal('fetch', (url: string, { headers, signal }: Omit<Sent, 'url'>) => {
    const request = { url, headers, signal };
    sent.push(request);
    return answer(request);
  });
}
const silence = ({ signal }: Sent) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

afterEach(() => {
  sent.length = 0;
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
