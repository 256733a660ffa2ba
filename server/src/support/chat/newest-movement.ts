import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { NewestMovement } from './bot.ts';

type Found = { status: 'PROCESSING' | 'SUCCESS' | 'FAILED'; amount: Minor | null; created_at: Date };

/** What the slices of deposits and withdrawals tell the bot. */
export type MovementSources = {
  currencyOf: (memberId: string) => Promise<Currency>;
  newestEntry: (memberId: string, kind: 'deposit' | 'withdraw') => Promise<Found | null>;
  newestSlip: (memberId: string) => Promise<Found | null>;
};

/** A deposit may so far be only a slip that is still being read. */
export function newestMovement({ currencyOf, newestEntry, newestSlip }: MovementSources): NewestMovement {
  return async (memberId, kind) => {
    const currency = await currencyOf(memberId);
    const entry = await newestEntry(memberId, kind);
    const slip = kind === 'deposit' ? await newestSlip(memberId) : null;
    const isSlipNewer = slip !== null && (entry === null || slip.created_at > entry.created_at);
    const last = isSlipNewer ? slip : entry;
    return last && { status: last.status, amount: last.amount, currency, at: last.created_at };
  };
}
