import type { Books } from '../books.ts';
import { type Lie, takeLies } from '../lies.ts';
import { bouncePayout, type PayoutState } from './payouts.ts';

const MEANINGS = {
  'rejected though taken': 'Answers a payout with "rejected", though it is taken and paid.',
  bounces: 'The bank sends the money of a payout back that was paid: asked about it, the channel says so.',
  'refused though paid': 'Says of payouts that they were refused, though they are paid.',
  'no close': 'Knows no call that closes a reference.',
};
type PayoutLie = keyof typeof MEANINGS;

const TARGET = 'payouts';

export const payoutLies: Lie[] = Object.entries(MEANINGS).map(([lie, meaning]) => ({ target: TARGET, lie, meaning }));

export async function tells(books: Books, lie: PayoutLie): Promise<boolean> {
  return (await takeLies(books, TARGET, [lie])).size > 0;
}

/** What the channel says of a payout, where it lies or not. */
export async function tellState(books: Books, reference: string, state: PayoutState): Promise<PayoutState> {
  if (state === 'paid' && (await tells(books, 'bounces'))) {
    await bouncePayout(books, reference);
    return 'bounced';
  }
  return (state === 'paid' || state === 'pending') && (await tells(books, 'refused though paid')) ? 'refused' : state;
}
