import type { Minor } from '@krapao/contract/money.ts';
import type { Campaign } from '../../conditions/campaigns.ts';
import { many, maybeOne, one, type Queryable } from '../../platform/database.ts';

export type Receipt = { code: string; started_at: Date; is_active: boolean };

/** The bonuses that a member has received, newest first. */
export function receiptsOf(db: Queryable, memberId: string): Promise<Receipt[]> {
  const sql = `select code, started_at, state in ('running', 'clearing') as is_active
    from conditions where member_id = $1 and kind = 'bonus' order by started_at desc`;
  return many<Receipt>(db, sql, [memberId]);
}

/** How many receipts count against the limit now. Days and weeks are Bangkok's, and weeks start on Monday. */
export async function countReceipts(db: Queryable, memberId: string, { code, limit_type }: Campaign): Promise<number> {
  const sql = `select count(*)::integer as count from conditions
    where member_id = $1 and kind = 'bonus' and code = $2 and ($3 = 'limit' or started_at >=
      date_trunc($3, app_now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok')`;
  return (await one<{ count: number }>(db, sql, [memberId, code, limit_type])).count;
}

/** The newest of all postings. */
export const NEWEST_POSTING = 2n ** 63n - 1n;

export type Deposit = { id: bigint; amount: Minor };

/**
 * The newest deposit of the last 24 hours that no bonus of the member used, nobody disputes and no withdrawal followed. Their order is
 * that of the ledger's numbers, which a member's movements take one after another.
 */
export function qualifyingDeposit(db: Queryable, memberId: string, upToPosting: bigint): Promise<Deposit | null> {
  return maybeOne<Deposit>(
    db,
    `select payments.id, payments.amount
      from payments join ledger_postings deposit on deposit.owner = $1 and deposit.key in ('payment/' || payments.id,
        'payment/' || payments.id || '/moved/' ||
          (select max(number) from payment_moves where payment_id = payments.id) || '/given')
      where payments.member_id = $1 and deposit.id <= $2 and credited_at > app_now() - interval '24 hours'
        and not exists (select from conditions where payment_id = payments.id and conditions.member_id = $1)
        and not exists (select from disputes where payment_id = payments.id and ended_at is null)
        and not exists (select from ledger_postings reversal where reversal.owner = $1 and reversal.closes = deposit.id)
        and not exists (select from ledger_postings hold
          where hold.owner = $1 and hold.id > deposit.id and hold.reason = 'withdraw' and hold.kind = 'hold'
            and not exists (select from ledger_postings closing
              where closing.owner = $1 and closing.closes = hold.id and closing.kind = 'release'))
      order by deposit.id desc limit 1`,
    [memberId, upToPosting],
  );
}
