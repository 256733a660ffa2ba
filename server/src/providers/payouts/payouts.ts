import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { Config } from '../../config.ts';
import { asRecord, decimal, signedCall } from '../http-json.ts';

type Payout = {
  /** Our reference, by which the channel knows the payout and makes it once. */
  reference: string;
  amount: Minor;
  currency: Currency;
  bank: string;
  account: string;
  name: string;
};
export type PayoutState = 'pending' | 'paid' | 'refused' | 'absent' | 'unknown';

/** The channel to members' banks. None of these throws: no answer, or an unclear one, is `unknown`. */
export type Payouts = {
  create: (payout: Payout) => Promise<PayoutState>;
  stateOf: (reference: string) => Promise<PayoutState>;
  /** Closes a reference that the channel does not know yet, so that its payout can never arrive. */
  close: (reference: string) => Promise<PayoutState>;
};

export function openPayouts({ payouts: { url, key }, providerTimeoutMs }: Config): Payouts {
  const call = signedCall({ url, key, timeoutMs: providerTimeoutMs });
  /** A rejected request is an outcome only for `create`: a rejected question says nothing about the payout. */
  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    content?: object,
    onRejected: PayoutState = 'unknown',
  ): Promise<PayoutState> => {
    try {
      const { status, body } = await call(method, path, content);
      const { state, code } = asRecord(body);
      if (status === 404 && code === 'not_found') return 'absent';
      if (status === 422 && code === 'rejected') return onRejected;
      if (status !== 200 && status !== 202) return 'unknown';
      if (state === 'closed') return 'refused';
      return state === 'pending' || state === 'paid' || state === 'refused' ? state : 'unknown';
    } catch {
      return 'unknown';
    }
  };
  return {
    create: (payout) => ask('POST', '/payouts', { ...payout, amount: decimal(payout.amount) }, 'refused'),
    stateOf: (reference) => ask('GET', `/payouts/${reference}`),
    close: (reference) => ask('POST', `/payouts/${reference}/close`, {}),
  };
}
