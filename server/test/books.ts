import type { Database } from '../src/platform/database.ts';
import { bookDifferences } from '../src/reconciliation/findings.queries.ts';

/** Postings that no row explains and rows without their postings, but for the money that tests are given. */
export async function unexplained(db: Database): Promise<unknown[]> {
  return (await bookDifferences(db)).filter(({ subject }) => !subject.startsWith('given/'));
}
