import type { QrProvider } from '@krapao/contract/deposits/limits.ts';
import { asRecord, decimal, signedCall } from '../http-json.ts';
import type { QrGateway } from './qr-gateway.ts';
import { readPaid } from './reported-payment.ts';

const NOTHING_PAID = ['open', 'cancelled', 'expired'];

type Connection = { provider: QrProvider; url: string; key: string; timeoutMs: number };

/** WW, PAYONEX, PAYTIMZ, FP: both sides sign. */
export function signedGateway({ provider, url, key, timeoutMs }: Connection): QrGateway {
  const call = signedCall({ url, key, timeoutMs });
  return {
    provider,
    currency: 'BAHT',
    callbackKey: key,
    create: async ({ amount, ...request }) => {
      const { status, body } = await call('POST', '/qrcodes', { ...request, amount: decimal(amount) });
      const { payload } = asRecord(body);
      if (status !== 200 || typeof payload !== 'string') throw new Error(`${provider} made no QR code: ${status}`);
      return payload;
    },
    inquire: async (reference) => {
      const { status, body } = await call('GET', `/qrcodes/${reference}`);
      if (status === 404) return [];
      if (status !== 200) throw new Error(`${provider} answered ${status}`);
      const answer = asRecord(body);
      const { state } = answer;
      if (state === 'paid') return readPaid(answer, reference);
      if (typeof state === 'string' && NOTHING_PAID.includes(state)) return [];
      return [{ content: JSON.stringify(answer), why: `the state ${state}` }];
    },
    cancel: async (reference) => {
      const { status } = await call('POST', `/qrcodes/${reference}/cancel`, {});
      if (status !== 200) throw new Error(`${provider} answered ${status}`);
    },
    readCallback: (body) => {
      const { reference, nonce } = asRecord(body);
      return typeof reference === 'string' && typeof nonce === 'string' && nonce !== '' && nonce.length <= 100
        ? { reference, nonce }
        : null;
    },
  };
}
