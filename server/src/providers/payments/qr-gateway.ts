import type { QrProvider } from '@krapao/contract/deposits/limits.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { ToldPayment } from './reported-payment.ts';

type QrRequest = { reference: string; orderId: string; amount: Minor; currency: Currency; lifeSeconds: number };

/** A party that makes QR codes and receives the payments. Every function throws when the gateway cannot say. */
export type QrGateway = {
  provider: QrProvider;
  currency: Currency;
  /** Answers the text of the code; throws also when the gateway refuses. */
  create: (request: QrRequest) => Promise<string>;
  /** The payments by the code, some of which perhaps make no sense to us; none as long as nothing was paid. */
  inquire: (reference: string) => Promise<ToldPayment[]>;
  cancel: (reference: string) => Promise<void>;
  /**
   * Reads a callback's body: our reference and, where the gateway signs, the nonce. Null if the body is no callback of
   * this gateway.
   */
  readCallback: (body: unknown) => { reference: string; nonce: string | null } | null;
  /** The key that callbacks are signed with; null where they are not signed and prove nothing. */
  callbackKey: string | null;
};
