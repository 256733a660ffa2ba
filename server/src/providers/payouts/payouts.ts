import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { Config } from '../../config.ts';
import { asRecord, decimal } from '../http-json.ts';
import { signedCall } from '../signed-call.ts';

type Payout = {
  /** Ours; the channel knows the payout by it, and makes it once. */
  reference: string;
  amount: Minor;
  currency: Currency;
  bank: string;
  account: string;
  name: string;
};
export type PayoutState = 'pending' | 'paid' | 'refused' | 'absent' | 'unknown';

/** The way to members' banks. None of these throws: no answer, or one that says neither, is `unknown`. */
export type Payouts = {
  create: (payout: Payout) => Promise<PayoutState>;
  stateOf: (reference: string) => Promise<PayoutState>;
  /** Makes sure that what the channel does not know yet can never arrive. */
  close: (reference: string) => Promise<PayoutState>;
};

export function openPayouts({ payouts: { url, key }, providerTimeoutMs }: Config): Payouts {
  const call = signedCall({ url, key, timeoutMs: providerTimeoutMs });
  /** `rejected` is an outcome only of what was to be made: nothing else that is turned away says what became of it. */
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
