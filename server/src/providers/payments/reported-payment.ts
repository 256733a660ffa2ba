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

/** Something that makes no sense to us, as it was told. */
export type Unreadable = { content: string; why: string };
export type ToldPayment = { payment: ReportedPayment } | Unreadable;

/** For a payment that is kept for an operator if it cannot be read. */
export function readTold(value: unknown, whole: unknown = value): ToldPayment {
  try {
    return { payment: readPayment(value) };
  } catch (error) {
    return { content: JSON.stringify(whole), why: (error as Error).message };
  }
}

/**
 * What a gateway answered of a QR code that was paid: all of its payments, or the newest alone. A payment that names
 * another code is not believed to be of this one: answers get mixed up.
 */
export function readPaid(body: Record<string, unknown>, reference: string): ToldPayment[] {
  const { payment, payments } = body;
  const told = Array.isArray(payments) && payments.length > 0 ? payments : [payment];
  return told.map((item: unknown) => {
    const read = readTold(item, body);
    const named = 'payment' in read ? read.payment.billReference : null;
    const isAnother = named !== null && plainReference(named) !== plainReference(reference);
    return isAnother ? { content: JSON.stringify(body), why: 'a payment by another code' } : read;
  });
}

/** Throws if anything that money depends on is missing or makes no sense. */
function readPayment(value: unknown): ReportedPayment {
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
