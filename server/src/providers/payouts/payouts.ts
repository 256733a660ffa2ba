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
  /** Whether the channel has a call that closes a reference. */
  canClose: boolean;
  create: (payout: Payout) => Promise<PayoutState>;
  stateOf: (reference: string) => Promise<PayoutState>;
  /** Closes a reference, so that no payout can arrive under it any more; answers what became of one that has. */
  close: (reference: string) => Promise<PayoutState>;
};

export function openPayouts({ payouts: { url, key }, providerTimeoutMs, payoutsCanClose }: Config): Payouts {
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
      if (state === 'closed' || state === 'bounced') return 'refused';
      return state === 'pending' || state === 'paid' || state === 'refused' ? state : 'unknown';
    } catch {
      return 'unknown';
    }
  };
  return {
    canClose: payoutsCanClose,
    create: (payout) => ask('POST', '/payouts', { ...payout, amount: decimal(payout.amount) }, 'refused'),
    stateOf: (reference) => ask('GET', `/payouts/${reference}`),
    close: (reference) => ask('POST', `/payouts/${reference}/close`, {}),
  };
}
