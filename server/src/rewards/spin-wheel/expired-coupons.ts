import { returnBudget } from '../../conditions/campaigns.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Sweep } from '../../platform/housekeeping.ts';
import { takeExpired } from './spins.queries.ts';

/** What was set aside for the prize of a coupon that expired is the programme's again. */
export const sweepExpiredCoupons: Sweep = (db) =>
  inTransaction(db, async (tx) => {
    for (const { currency, worth } of await takeExpired(tx))
      await returnBudget(tx, { kind: 'luckydraw', code: '', currency }, worth);
  });
