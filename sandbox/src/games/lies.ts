import type { Minor } from '@krapao/contract/money.ts';
import type { Books } from '../books.ts';
import { type Lie, takeLies } from '../lies.ts';
import { GAMES } from './catalogue.ts';

const MEANINGS = {
  fractions: 'Tells the balance to the hundredth of a satang.',
};
const NAMES = Object.keys(MEANINGS) as (keyof typeof MEANINGS)[];

export const gameLies: Lie[] = GAMES.flatMap(({ code }) =>
  NAMES.map((lie) => ({ target: `games/${code}`, lie, meaning: MEANINGS[lie] })),
);

type Told = { balance: Minor; inPlay: Minor; fraction: string };

/** What the provider says of a player's account, where it lies or not. */
export async function tellBalance(books: Books, code: string, truth: Omit<Told, 'fraction'>): Promise<Told> {
  const lies = await takeLies(books, `games/${code}`, NAMES);
  return { ...truth, fraction: lies.has('fractions') ? '34' : '' };
}
