import { type Minor, parseMoney } from '@krapao/contract/money.ts';
import type { Config } from '../../config.ts';
import { askJson, asRecord } from '../http-json.ts';

export type Voucher = {
  /** SUCCESS, or TrueMoney's reason of a refusal. */
  code: string;
  amount: Minor | null;
  /** How many people may redeem the voucher. */
  members: number;
  /** True if nothing of the voucher is left. */
  isTaken: boolean;
  /** The amount that our wallet got of the voucher; null if nothing. */
  ticket: Minor | null;
};

/** Gift vouchers. Both throw when TrueMoney does not say: an HTML page means "try again". */
export type TrueMoney = {
  look: (hash: string, mobile: string) => Promise<Voucher>;
  redeem: (hash: string, mobile: string) => Promise<Voucher>;
};

export function openTrueMoney({ truemoney: { url, key }, providerTimeoutMs }: Config): TrueMoney {
  const call = async (method: 'GET' | 'POST', path: string, content?: object) => {
    const { status, body } = await askJson({
      method,
      url: `${url}/campaign/vouchers/${path}`,
      headers: { authorization: `Bearer ${key}`, ...(content && { 'content-type': 'application/json' }) },
      ...(content && { body: JSON.stringify(content) }),
      timeoutMs: providerTimeoutMs,
    });
    if (status === 401 || status === 403) throw new Error(`TrueMoney answered ${status}`);
    return readVoucher(body);
  };
  return {
    look: (hash, mobile) => call('GET', `${hash}/verify?mobile=${mobile}`),
    redeem: (hash, mobile) => call('POST', `${hash}/redeem`, { mobile, voucher_hash: hash }),
  };
}

function readVoucher(body: unknown): Voucher {
  const { status, data } = asRecord(body);
  const { code } = asRecord(status);
  if (typeof code !== 'string') throw new Error('TrueMoney told no code');
  const { voucher, my_ticket } = asRecord(data ?? {});
  const { amount_baht, member, status: state } = asRecord(voucher ?? {});
  return {
    code,
    amount: parseMoney(String(amount_baht ?? '')),
    members: Number(member ?? 0),
    isTaken: state === 'redeemed',
    ticket: my_ticket ? parseMoney(String(asRecord(my_ticket).amount_baht)) : null,
  };
}
