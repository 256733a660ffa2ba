import { billPaymentPayload, laoPayload, promptPayPayload } from '@krapao/contract/deposits/emv.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import { decimals } from '../games/dialect.ts';
import type { Account } from './receivers.ts';

/** A bank or gateway that makes QR codes for the product. */
export type Party = {
  code: string;
  currency: Currency;
  /** The account that is paid through the party's QR codes. */
  receiver: Account;
  /** A bank also reports the payment in the account's feed. */
  hasFeed: boolean;
  payload: (reference: string, amount: Minor) => string;
};

const LAO_IIN = '00000000';

const bill = (billerId: string) => (reference: string, amount: Minor) =>
  billPaymentPayload({ billerId, reference, amount: decimals(amount) });
const wallet = (walletId: string) => (reference: string, amount: Minor) =>
  promptPayPayload({ walletId, reference, amount: decimals(amount) });
const onePay = (merchant: string) => (reference: string, amount: Minor) =>
  laoPayload({ merchant, iin: LAO_IIN, reference, amount: decimals(amount) });

function gateway(code: string, number: string, payload: Party['payload']): Party {
  return { code, currency: 'BAHT', receiver: { bank: code, number }, hasFeed: false, payload };
}

export const GATEWAYS: readonly Party[] = [
  gateway('WW', '000000000000021', bill('000000000000021')),
  gateway('PAYONEX', '000000000000022', bill('000000000000022')),
  gateway('PAYTIMZ', '000000000000023', wallet('140000000000023')),
  gateway('FP', '000000000000024', wallet('140000000000024')),
];

export const BANKS: readonly Party[] = [
  {
    code: 'KBANK',
    currency: 'BAHT',
    receiver: { bank: 'KBANK', number: '0000000012' },
    hasFeed: true,
    payload: bill('000000000000012'),
  },
  {
    code: 'BCEL',
    currency: 'LAK',
    receiver: { bank: 'BCEL', number: '0000000000015' },
    hasFeed: true,
    payload: onePay('0000000000015'),
  },
];

export const PARTIES: readonly Party[] = [...GATEWAYS, ...BANKS];
