import type { FastifyBaseLogger } from 'fastify';
import type { Database, Transaction } from './database.ts';

/**
 * Tells every screen that shows a member's wallet that it changed, by `pg_notify` to all nodes (`realtime.ts` listens).
 * After the commit; no caller waits for it. `app.ts` makes one for all groups.
 */
export type AnnounceWalletChange = (memberId: string) => void;

/** The channel of members' ids, separated by commas. */
export const WALLET_CHANGED = 'wallet_changed';
const GATHER_MS = 20;
/** PostgreSQL takes up to 8,000 bytes; an id has 8 and a comma. */
const IDS_PER_NOTE = 500;

/** Gathers ids for a moment, since one note for many members costs as much as one for one. */
export function walletChangeAnnouncer(db: Database, log: FastifyBaseLogger): AnnounceWalletChange {
  let waiting = new Set<string>();
  const send = async () => {
    const ids = [...waiting];
    waiting = new Set();
    for (let start = 0; start < ids.length; start += IDS_PER_NOTE) {
      const note = ids.slice(start, start + IDS_PER_NOTE).join(',');
      await db.query('select pg_notify($1, $2)', [WALLET_CHANGED, note]);
    }
  };
  return (memberId) => {
    if (waiting.size === 0) {
      // A note that is lost costs a moment of an old figure: the web asks again by itself.
      setTimeout(
        () => send().catch((error: unknown) => log.warn({ err: error }, 'wallet change not announced')),
        GATHER_MS,
      );
    }
    waiting.add(memberId);
  };
}

/**
 * For processes that do not gather: called in the transaction that changes the wallet, and told if and when it commits.
 */
export async function announceWithCommit(tx: Transaction, memberId: string): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [WALLET_CHANGED, memberId]);
}
