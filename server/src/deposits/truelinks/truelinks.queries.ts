import type { Currency } from '@krapao/contract/money.ts';
import { maybeOne, type Queryable, type Transaction } from '../../platform/database.ts';
import { leaseDue, retriedTable } from '../../platform/due-work.ts';

/** A gift link that a member has given us and that may be ours to credit. */
export type ReservedLink = { hash: string; member_id: string; mobile: string; tries: number };

export function findGiftWallet(db: Queryable, accountName: string, currency: Currency) {
  const sql = `select phone from deposit_wallets where account_name = $1 and mode = 'GIFT' and currency = $2 and is_open`;
  return maybeOne<{ phone: string }>(db, sql, [accountName, currency]);
}

export async function isLinkTaken(db: Queryable, hash: string): Promise<boolean> {
  return (await maybeOne(db, `select from truelinks where hash = $1 and status <> 'REFUSED'`, [hash])) !== null;
}

/** False if the link is reserved or credited already. A refused link may be given again, by any member. */
export async function reserveLink(
  tx: Transaction,
  { hash, member_id, mobile }: ReservedLink,
  headStartMs: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into truelinks (hash, member_id, mobile, next_try_at)
      values ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond')
      on conflict (hash) do update set member_id = excluded.member_id, mobile = excluded.mobile, status = 'RESERVED',
        next_try_at = excluded.next_try_at, tries = 0 where truelinks.status = 'REFUSED'`,
    [hash, member_id, mobile, headStartMs],
  );
  return rowCount === 1;
}

export async function markLinkCredited(db: Queryable, hash: string, code: string): Promise<void> {
  await db.query(`update truelinks set status = 'CREDITED', code = $2, next_try_at = null where hash = $1`, [
    hash,
    code,
  ]);
}

export async function markLinkRefused(db: Queryable, hash: string, code: string): Promise<void> {
  await db.query(
    `update truelinks set status = 'REFUSED', code = $2, next_try_at = null where hash = $1 and status = 'RESERVED'`,
    [hash, code],
  );
}

/** `code`: TrueMoney's code, if it answered. */
export async function tryLinkIn(db: Queryable, hash: string, code: string | null, waitMs: number): Promise<void> {
  await db.query(
    `update truelinks set code = $2, next_try_at = clock_timestamp() + $3 * interval '1 millisecond'
      where hash = $1 and status = 'RESERVED'`,
    [hash, code, waitMs],
  );
}

const RESERVED = retriedTable('truelinks', ['hash'], 'next_try_at is not null');

export function takeReservedLinks(db: Queryable, limit: number, leaseMs: number): Promise<ReservedLink[]> {
  return leaseDue<ReservedLink>(db, RESERVED, { limit, next: leaseMs, returning: 'hash, member_id, mobile, tries' });
}
