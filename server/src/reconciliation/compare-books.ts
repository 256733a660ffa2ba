import type { Transaction } from '../platform/database.ts';
import { bookDifferences, endGone, seeDifferences, takeTurn } from './findings.queries.ts';

const BOOKS = { party: '', day: null };

/** Compares the books with the rows that caused them, and keeps what does not agree. */
export async function compareBooks(tx: Transaction): Promise<void> {
  await takeTurn(tx, BOOKS.party);
  const seen = await bookDifferences(tx);
  await endGone(tx, BOOKS, await seeDifferences(tx, BOOKS, seen));
}
