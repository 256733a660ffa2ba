import type { Receipt } from './bonuses.queries.ts';

/** A member's record of one bonus; `received` has the times, newest first. */
export function userBonusOf(memberId: string, code: string, receipts: Receipt[]) {
  const own = receipts.filter((receipt) => receipt.code === code);
  return {
    _id: `${memberId}-${code}`,
    isActive: own.some(({ is_active }) => is_active),
    received: own.map(({ started_at }) => ({ updatedAt: started_at.toISOString() })),
  };
}
