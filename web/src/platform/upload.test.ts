import { afterAll, expect, test, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { uploadAs } = await import('./upload.ts');
afterAll(() => void vi.unstubAllGlobals());

/** A request that nobody answers. */
class SilentRequest {
  static last: SilentRequest | undefined;
  timeout = 0;
  upload = {};
  ontimeout: () => void = () => undefined;
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
