import { type Currency, type Minor, parseMoney } from '@krapao/contract/money.ts';
import { asRecord } from '../http-json.ts';

/** Money that reached us, as a bank or gateway reports it. See docs/payment-dialects.md. */
export type ReportedPayment = {
  receiverBank: string;
  receiverAccount: string;
  sendingBank: string;
  reference: string;
  amount: Minor;
  currency: Currency;
  paidAt: Date;
  senderAccount: string;
  senderName: string;
  /** Our reference of the QR code that the payer scanned. */
  billReference: string | null;
};

/** Banks and verifiers spell one reference in several ways: capitals and digits are what they have in common. */
export function plainReference(reference: string): string {
  return reference.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

/** Throws if anything that money depends on is missing or makes no sense. */
export function readPayment(value: unknown): ReportedPayment {
  const record = asRecord(value);
  const text = (name: string) => {
    const field = record[name];
    if (typeof field !== 'string' || field === '' || field.includes('\0')) throw new Error(`a payment without ${name}`);
    return field;
  };
  const perhaps = (name: string) => {
    const field = record[name];
    return typeof field === 'string' ? field.replaceAll('\0', '') : null;
  };
  const reference = plainReference(text('reference'));
  if (reference === '') throw new Error('a payment without reference');
  const amount = parseMoney(text('amount'));
  const currency = text('currency');
  const paidAt = new Date(text('paidAt'));
  if (amount === null || amount === 0n || Number.isNaN(paidAt.getTime()))
    throw new Error('a payment that makes no sense');
  if (currency !== 'BAHT' && currency !== 'LAK') throw new Error(`a payment in ${currency}`);
  return {
    receiverBank: text('receiverBank'),
    receiverAccount: text('receiverAccount'),
    sendingBank: text('sendingBank').toUpperCase(),
    reference,
    amount,
    currency,
    paidAt,
    senderAccount: perhaps('senderAccount') ?? '',
    senderName: perhaps('senderName') ?? '',
    billReference: perhaps('billReference'),
  };
}
