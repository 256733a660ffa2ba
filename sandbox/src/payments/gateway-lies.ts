import type { Books } from '../books.ts';
import { type Lie, takeLies } from '../lies.ts';
import { PARTIES, type Party } from './parties.ts';
import { payment, type Transfer } from './transfers.ts';

const MEANINGS = {
  'no-sending-bank': 'Does not say from which bank a payment came.',
  'no-payer': 'Shows nothing of the payer but a bank.',
  'another-code': 'Says of a payment that it was made by another QR code.',
  'newest-only': 'Tells only the newest payment of a QR code that was paid more than once.',
  'callback-lost': 'Sends no callback when a QR code is paid.',
};
const targetOf = ({ code }: Pick<Party, 'code'>) => `payments/${code.toLowerCase()}`;

export const gatewayLies: Lie[] = PARTIES.flatMap((party) =>
  Object.entries(MEANINGS).map(([lie, meaning]) => ({ target: targetOf(party), lie, meaning })),
);

type Told = { payment: object | null; payments: object[] };

/** What the gateway says of the payments of a QR code, oldest first, where it lies or not. */
export async function tellPayments(books: Books, party: Party, paid: Transfer[]): Promise<Told> {
  if (paid.length === 0) return { payment: null, payments: [] };
  const lies = await takeLies(books, targetOf(party), ['no-sending-bank', 'no-payer', 'another-code', 'newest-only']);
  const payments = paid.slice(lies.has('newest-only') ? -1 : 0).map((transfer) => {
    const { sendingBank, ...rest } = payment(transfer);
    const billReference = lies.has('another-code') ? 'KANOTHER' : rest.billReference;
    const hidden = lies.has('no-payer') && { senderAccount: '', senderName: '' };
    return { ...rest, ...hidden, billReference, ...(!lies.has('no-sending-bank') && { sendingBank }) };
  });
  return { payment: payments.at(-1) ?? null, payments };
}

export async function losesCallback(books: Pick<Books, 'query'>, party: Party): Promise<boolean> {
  return (await takeLies(books, targetOf(party), ['callback-lost'])).size > 0;
}
