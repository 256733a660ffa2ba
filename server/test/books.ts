import type { Database } from '../src/platform/database.ts';
import { bookDifferences } from '../src/reconciliation/findings.queries.ts';

/** What tests give members and take from them by hand. */
const BY_HAND = /^(given|open|deposit|spent|frozen|law)\//;

/** Postings that no row explains and rows without their postings, but for what tests move by hand. */
export async function unexplained(db: Database): Promise<unknown[]> {
  return (await bookDifferences(db)).filter(({ subject }) => !BY_HAND.test(subject));
}
