import { afterAll, expect, test, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { uploadAs } = await import('./upload.ts');
afterAll(() => void vi.unstubAllGlobals());

const nothing = () => undefined;

/** A request that is answered only by the test. */
class SilentRequest {
  static last: SilentRequest | undefined;
  timeout = 0;
  status = 0;
  responseText = '';
  upload: { onprogress: (event: { loaded: number; total: number }) => void } = { onprogress: nothing };
  ontimeout: () => void = nothing;
  onload: () => void = nothing;
  onerror: () => void = nothing;
  onabort: () => void = nothing;
  abort = () => this.onabort();
  getResponseHeader = (name: string) => (name === 'retry-after' ? '7' : null);
  open = vi.fn();
  setRequestHeader = vi.fn();
  send = vi.fn();
  constructor() {
    SilentRequest.last = this;
  }
}

test.each(['POST /api/wallet/slip', 'POST /api/chat/upload-image', 'POST /api/chat/upload-video'] as const)(
  'the upload %s has 300 seconds',
  async (name) => {
    vi.stubGlobal('XMLHttpRequest', SilentRequest);
    const file = new File(['x'], 'a.png', { type: 'image/png' });
    const upload = uploadAs(null, name, { file, signal: new AbortController().signal });
    expect(SilentRequest.last?.timeout).toBe(300_000);
    SilentRequest.last?.ontimeout();
    await expect(upload).rejects.toMatchObject({ code: 'TIMEOUT' });
  },
);

/** The request of a slip, and what becomes of it. */
function sendSlip(signal = new AbortController().signal, onProgress?: (share: number) => void) {
  vi.stubGlobal('XMLHttpRequest', SilentRequest);
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  const input = { file, signal, idempotencyKey: 'a key', ...(onProgress && { onProgress }) };
  const outcome = uploadAs('a token', 'POST /api/wallet/slip', input).then(
    (reply) => ({ reply }),
    (failure: object) => ({ failure }),
  );
  return { request: SilentRequest.last as SilentRequest, outcome, file };
}

test('an upload carries the file, the token and the key, and tells how much of the file is there', () => {
  const shares: number[] = [];
  const { request, file } = sendSlip(undefined, (share) => shares.push(share));
  expect(request.open).toHaveBeenCalledExactlyOnceWith('POST', '/api/wallet/slip');
  expect(Object.fromEntries(request.setRequestHeader.mock.calls)).toMatchObject({
    authorization: 'Bearer a token',
    'idempotency-key': 'a key',
  });
  const [body] = request.send.mock.calls[0] as [FormData];
  expect((body.get('file') as File).name).toBe(file.name);
  request.upload.onprogress({ loaded: 1, total: 4 });
  request.upload.onprogress({ loaded: 0, total: 0 });
  expect(shares).toEqual([0.25, 0]);
});

test.each([
  [200, '{"message":"SLIP_RECEIVED"}', { reply: { message: 'SLIP_RECEIVED' } }],
  [299, '{}', { reply: {} }],
  [300, '{}', { failure: { code: 'INTERNAL_SERVER_ERROR', status: 300 } }],
  [199, '{}', { failure: { status: 199 } }],
  [200, '<html>', { failure: { code: 'INTERNAL_SERVER_ERROR' } }],
  [422, '{"message":"SLIP_USED"}', { failure: { code: 'SLIP_USED', status: 422, retryAfterSeconds: 7 } }],
])('an upload that is answered by %d and %s', async (status, responseText, outcome) => {
  const sent = sendSlip();
  Object.assign(sent.request, { status, responseText }).onload();
  expect(await sent.outcome).toMatchObject(outcome);
});

test('an upload that is lost is a failure of the network, and one that is given up fails as its screen says', async () => {
  const lost = sendSlip();
  lost.request.onerror();
  expect(await lost.outcome).toMatchObject({ failure: { code: 'NETWORK_ERROR', status: 0 } });
  const screen = new AbortController();
  const left = sendSlip(screen.signal);
  screen.abort('left');
  expect(await left.outcome).toEqual({ failure: 'left' });
});
