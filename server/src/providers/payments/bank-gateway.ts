import type { QrProvider } from '@krapao/contract/deposits/limits.ts';
import type { Currency } from '@krapao/contract/money.ts';
import { askJson, asRecord, decimal } from '../http-json.ts';
import type { QrGateway } from './qr-gateway.ts';
import { readPaid } from './reported-payment.ts';

type Connection = { provider: QrProvider; currency: Currency; url: string; key: string; timeoutMs: number };

const CLIENT = 'krapao';
const NOTHING_PAID = ['REQUESTED', 'CANCELLED', 'EXPIRED', 'VOIDED', 'NOT_FOUND'];
/** A token is not used in its last moments, when it could run out on the way. */
const TOKEN_MARGIN_MS = 30_000;

type Token = { text: string; goodUntil: number };

/** A token of the bank, kept as long as it is good. Calls that come while a token is fetched wait for it. */
function keptToken({ provider, url, key, timeoutMs }: Connection) {
  let token: Promise<Token> | null = null;

  const fetchToken = async (): Promise<Token> => {
    const { status, body } = await askJson({
      method: 'POST',
      url: `${url}/oauth/token`,
      headers: {
        authorization: `Basic ${Buffer.from(`${CLIENT}:${key}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      timeoutMs,
    });
    const { access_token, expires_in } = asRecord(body);
    if (status !== 200 || typeof access_token !== 'string') throw new Error(`${provider} gave no token: ${status}`);
    return { text: access_token, goodUntil: Date.now() + Number(expires_in) * 1_000 - TOKEN_MARGIN_MS };
  };
  return {
    current: async (): Promise<string> => {
      const kept = await token?.catch(() => null);
      if (kept && kept.goodUntil > Date.now()) return kept.text;
      token = fetchToken();
      return (await token).text;
    },
    /** Called when the bank no longer takes the token. */
    forget: () => {
      token = null;
    },
  };
}

/** KBANK and BCEL: every call carries a token that the bank gave, and callbacks are not signed. */
export function bankGateway(connection: Connection): QrGateway {
  const { provider, currency, url, timeoutMs } = connection;
  const token = keptToken(connection);
  const call = async (path: string, content: object) => {
    const authorization = `Bearer ${await token.current()}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await askJson({
      method: 'POST',
      url: url + path,
      headers,
      body: JSON.stringify(content),
      timeoutMs,
    });
    if (answer.status === 401) token.forget();
    const body = asRecord(answer.body);
    if (answer.status !== 200 || body.statusCode !== '00') throw new Error(`${provider} answered ${answer.status}`);
    return body;
  };

  return {
    provider,
    currency,
    callbackKey: null,
    create: async ({ reference, orderId, amount, lifeSeconds }) => {
      const order = {
        partnerTxnUid: reference,
        orderId,
        txnAmount: decimal(amount),
        txnCurrency: currency,
        lifeSeconds,
      };
      const { qrCode } = await call('/qr/request', order);
      if (typeof qrCode !== 'string') throw new Error(`${provider} made no QR code`);
      return qrCode;
    },
    inquire: async (reference) => {
      const body = await call('/qr/inquiry', { origPartnerTxnUid: reference });
      const { txnStatus } = body;
      if (txnStatus === 'PAID') return readPaid(body, reference);
      if (typeof txnStatus === 'string' && NOTHING_PAID.includes(txnStatus)) return [];
      return [{ content: JSON.stringify(body), why: `the state ${txnStatus}` }];
    },
    cancel: async (reference) => void (await call('/qr/cancel', { origPartnerTxnUid: reference })),
    readCallback: (body) => {
      const { partnerTxnUid } = asRecord(body);
      return typeof partnerTxnUid === 'string' ? { reference: partnerTxnUid, nonce: null } : null;
    },
  };
}
