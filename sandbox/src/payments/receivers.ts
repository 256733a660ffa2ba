import type { PaymentProvider } from '@krapao/contract/providers.ts';

export type Account = { bank: string; number: string };

/** The product's accounts at banks, then its merchant numbers at gateways. None of the numbers can exist. */
export const RECEIVERS: readonly (Account & { bank: PaymentProvider })[] = [
  { bank: 'SCB', number: '0000000011' },
  { bank: 'KBANK', number: '0000000012' },
  { bank: 'KBANK', number: '0000000130' },
  { bank: 'GSB', number: '000000000014' },
  { bank: 'BCEL', number: '0000000000015' },
  { bank: 'WW', number: '000000000000021' },
  { bank: 'PAYONEX', number: '000000000000022' },
  { bank: 'PAYTIMZ', number: '000000000000023' },
  { bank: 'FP', number: '000000000000024' },
];

export function receiverName(bank: string, number: string): string {
  const isOurs = RECEIVERS.some((receiver) => receiver.bank === bank && receiver.number === number);
  return isOurs ? 'KRAPAO SANDBOX' : 'SOMEBODY ELSE';
}

export const TRUEMONEY = 'TRUEMONEY';

/** The mobiles of the product's wallets: money is sent to the first, and gift vouchers are redeemed to them. */
export const WALLET_MOBILES: readonly string[] = ['0000000016', '0000000017'];

/** The bank reports money that arrives at this account by SMS, not in a feed. */
export function hearsBySms({ bank, number }: Account): boolean {
  return bank === 'KBANK' && number === '0000000130';
}
