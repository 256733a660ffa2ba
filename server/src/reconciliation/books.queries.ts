import type { Currency, Minor } from '@krapao/contract/money.ts';
import { many, type Queryable } from '../platform/database.ts';

export type AccountTotal = { account: string; currency: Currency; balance: Minor };

/** Accounts of the same name together: of the house there is one per currency, of members there are many. */
const ACCOUNTS = `select name, false as is_house, currency, sum(balance)::bigint as balance from ledger_accounts group by 1, 3
  union all select name, true, currency, balance from house_balances`;

/** Every account of the house, and of each kind of members' accounts the sum. Together they are zero. */
export function trialBalance(db: Queryable): Promise<AccountTotal[]> {
  const sql = `select case when is_house then name else 'members:' || name end as account, currency, balance
    from (${ACCOUNTS}) as accounts order by currency, account`;
  return many<AccountTotal>(db, sql);
}

export type Fund = { side: 'owed' | 'held'; name: string; currency: Currency; amount: Minor };

/**
 * What members have, wherever it is, and what is kept until its owner is known; beside it the money that has reached our
 * accounts, less what has left them. What is held and not owed is the service's own. What a member owes makes no other
 * member's money less: it is not taken off.
 */
export function playerFunds(db: Queryable): Promise<Fund[]> {
  return many<Fund>(
    db,
    `with accounts as (${ACCOUNTS})
      select 'owed' as side, name, currency, balance as amount from accounts where not is_house and name <> 'owed'
      union all
      select 'owed', name, currency, balance from accounts where name ~ '^house:(suspense:|late:|fetching:|fetched$)'
      union all
      select 'held', regexp_replace(name, '^house:(payments|sent-back):', ''), currency, -sum(balance)::bigint from accounts
        where name ~ '^house:(payments|sent-back):' group by 2, 3
      union all
      select 'held', 'payouts', currency, -balance from accounts where name = 'house:payouts'
      order by side desc, currency, name`,
  );
}

export type DayTotal = { what: string; of: string; currency: Currency; count: number; amount: Minor };

/**
 * What reached us, was credited, paid out and given, what operators corrected in favour of members, and what games won
 * (below zero: lost) on a day of Bangkok. A credit that moves from one member to another is counted when it was made.
 */
export function dayTotals(db: Queryable, day: string): Promise<DayTotal[]> {
  return many<DayTotal>(
    db,
    `select what, "of", currency, count(distinct posting_id)::integer as count, sum(amount)::bigint as amount
      from (
        select posting_id, currency,
          case split_part(account, ':', 2) when 'payments' then 'received' when 'sent-back' then 'sent back'
            when 'payouts' then 'paid out' when 'rewards' then 'given' when 'games' then 'won by games'
            when 'suspense' then 'credited' when 'corrections' then 'corrected' end as what,
          coalesce(nullif(substr(account, length('house:' || split_part(account, ':', 2)) + 2), ''), '-') as "of",
          case when split_part(account, ':', 2) in ('payments', 'rewards', 'suspense', 'corrections') then -amount else amount end as amount
        from ledger_entries
        where account ~ '^house:(payments|sent-back|payouts|rewards|games|suspense|corrections)(:|$)'
          and (account !~ '^house:suspense:' or (reason = 'deposit' and key not like 'payment/%/moved/%'))
          and posted_at >= $1::date::timestamp at time zone 'Asia/Bangkok'
          and posted_at < ($1::date + 1)::timestamp at time zone 'Asia/Bangkok'
      ) as moves
      group by 1, 2, 3 order by currency, what, "of"`,
    [day],
  );
}
