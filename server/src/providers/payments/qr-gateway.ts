import type { QrProvider } from '@krapao/contract/deposits/limits.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { ReportedPayment } from './reported-payment.ts';

type QrRequest = { reference: string; orderId: string; amount: Minor; currency: Currency; lifeSeconds: number };

/** Whoever makes QR codes and receives what is paid by them. Every function throws when the gateway cannot say. */
export type QrGateway = {
  provider: QrProvider;
  currency: Currency;
  /** Answers the text to be drawn; throws also when it is refused. */
  create: (request: QrRequest) => Promise<string>;
  /** What was paid, or null as long as nothing was. */
  inquire: (reference: string) => Promise<ReportedPayment | null>;
  cancel: (reference: string) => Promise<void>;
  /** Reads a callback's body: our reference and, where the gateway signs, the nonce. Null if it is none of its own. */
  readCallback: (body: unknown) => { reference: string; nonce: string | null } | null;
  /** The key that callbacks are signed with; null where they are not signed and prove nothing. */
  callbackKey: string | null;
};
