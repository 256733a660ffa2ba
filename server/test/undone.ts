import type pg from 'pg';
import type { Transaction } from '../src/platform/database.ts';

/** Runs `act` in one transaction, in which the product's clock stands still, and undoes it. */
export async function undone(db: pg.Pool, act: (tx: Transaction) => Promise<void>): Promise<void> {
  const tx = await db.connect();
  try {
    await tx.query('begin');
    await act(tx);
  } finally {
    await tx.query('rollback');
    tx.release();
  }
}
