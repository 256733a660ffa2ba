import { totalsOfGames } from './games/totals.ts';
import { totalsOfPayments, totalsOfPayouts } from './payments/totals.ts';
import type { Sandbox } from './sandbox.ts';

/** `GET /books`: the sums of every party's own books, to be compared with the product's. */
export function registerTotals({ http, books }: Sandbox): void {
  http.get('/books', async () => ({
    games: await totalsOfGames(books),
    payments: await totalsOfPayments(books),
    payouts: await totalsOfPayouts(books),
  }));
}
