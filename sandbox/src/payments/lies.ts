import type { Books } from '../books.ts';
import { type Lie, takeLies } from '../lies.ts';
import type { Transfer } from './transfers.ts';

const MEANINGS = {
  'spelled references': 'Writes references in small letters and with dashes, as slips do not.',
  'own references': 'Tells references of its own, which neither slips nor QR inquiries know.',
  'clock behind': 'Tells times three minutes too early.',
  'clock ahead': 'Tells times an hour too late.',
  'another sender': 'Names another sender than the slip does.',
  'whole senders': 'Shows the whole number and name of every sender.',
  'cut senders': 'Shows four digits of the sender and cuts the name.',
  'another currency': 'Tells baht as kip, and kip as baht.',
  'QR lines without code': 'Does not say by which QR code a payment was made.',
  'SMS twice': 'Delivers each SMS a second time, under another id.',
  'SMS without balance': 'Leaves the balance out of its SMS.',
  'SMS of Buddhist years': 'Writes the Buddhist year in its SMS.',
};
type FeedLie = keyof typeof MEANINGS;
const NAMES = Object.keys(MEANINGS) as FeedLie[];

/** The bank decides at the moment of the payment whether this lie applies, not when its statement is read. */
export const LATE_LINES = 'QR lines late';

const RECEIVER_LIE = {
  target: 'verifier',
  lie: 'another receiver',
  meaning: 'Names another receiver beside our bank and digits.',
};

export const BANKS_WITH_FEEDS = ['SCB', 'KBANK', 'GSB', 'BCEL'];

const targetOf = (bank: string) => `banks/${bank.toLowerCase()}`;

export const tellingLies: Lie[] = [
  ...BANKS_WITH_FEEDS.flatMap((bank) => NAMES.map((lie) => ({ target: targetOf(bank), lie, meaning: MEANINGS[lie] }))),
  ...BANKS_WITH_FEEDS.map((bank) => ({
    target: targetOf(bank),
    lie: LATE_LINES,
    meaning: 'Lists what is paid by QR code only once it is honest again, behind all that came meanwhile.',
  })),
  RECEIVER_LIE,
];

/** Whether the bank lists this payment by QR code later. */
export async function listsLater(books: Pick<Books, 'query'>, bank: string): Promise<boolean> {
  return (await takeLies(books, targetOf(bank), [LATE_LINES])).size > 0;
}

/** The receiver's name as the verifier tells it. */
export async function tellReceiver(books: Books, truth: string): Promise<string> {
  const lies = await takeLies(books, RECEIVER_LIE.target, [RECEIVER_LIE.lie]);
  return lies.size > 0 ? 'ANOTHER RECEIVER' : truth;
}

export function takeFeedLies(books: Books, bank: string): Promise<Set<FeedLie>> {
  return takeLies(books, targetOf(bank), NAMES);
}

const MINUTE_MS = 60_000;

/** The transfer as the bank tells it. */
export function lieAbout<Row extends Transfer>(row: Row, lies: Set<FeedLie>): Row {
  const told = { ...row };
  if (lies.has('spelled references')) told.reference = (row.reference.match(/.{1,4}/g) ?? []).join('-').toLowerCase();
  if (lies.has('own references')) told.reference = `STM${row.id.padStart(12, '0')}`;
  if (lies.has('clock behind')) told.paid_at = new Date(row.paid_at.getTime() - 3 * MINUTE_MS);
  if (lies.has('clock ahead')) told.paid_at = new Date(row.paid_at.getTime() + 60 * MINUTE_MS);
  if (lies.has('QR lines without code')) told.bill_reference = null;
  if (lies.has('another currency')) told.currency = row.currency === 'BAHT' ? 'LAK' : 'BAHT';
  if (lies.has('another sender')) {
    told.sender_account = [...row.sender_account].map((digit) => (Number(digit) + 5) % 10).join('');
    told.sender_name = 'ANOTHER PERSON';
  }
  return told;
}
