import type { Currency, Minor } from '@krapao/contract/money.ts';
import { many, type Queryable } from '../platform/database.ts';
import type { Direction } from '../providers/reports/party-report.ts';
import type { OurRecord } from './compare-report.ts';

/** Records of ours that one party should know, as a select with the party's own parameters from $1 on. */
export type Records = { sql: string; values: string[] };

/**
 * What reached an account of ours, and what operators have sent back from there: of that we know neither the bank's
 * reference nor, to the hour, the time.
 */
export function paymentsTo(bank: string, account: string): Records {
  return {
    sql: `select 'payment ' || payments.id as name, amount, payments.currency, 'in' as direction, paid_at as at,
        paid_at as begun_at, false as is_pending,
        case when reference is null or not coalesce(shares_references, true) then 2 else 0 end as pair_hours,
        array(select upper(regexp_replace(told, '[^0-9A-Za-z]', '', 'g'))
          from (select payments.reference as told
            union all select reference from payment_references where payment_id = payments.id) as every
          where told is not null) as references
      from payments
      left join (select bank_code, account_no, bool_and(shares_references) as shares_references from deposit_banks group by 1, 2)
        as receiver on bank_code = receiver_bank and account_no = receiver_account
      where receiver_bank = $1 and receiver_account = $2 and duplicate_of is null
      union all
      select 'payment ' || payments.id || ' sent back', amount, currency, 'out', closed_at, closed_at, false, 24, '{}'
      from payments
      where receiver_bank = $1 and receiver_account = $2 and duplicate_of is null and closed_at is not null
        and exists (select from ledger_postings where owner = 'house' and key = 'payment/' || payments.id || '/sent-back')`,
    values: [bank, account],
  };
}

/** One that bounced was paid and came back: some channels report it, others as if it had never been. */
export function payouts(): Records {
  return {
    sql: `select 'withdrawal ' || id as name, amount, currency, 'out' as direction, coalesce(finished_at, created_at) as at,
        created_at as begun_at, finished_at is null or state = 'returned' and returned_why = 'BOUNCED' as is_pending,
        0 as pair_hours, array[member_id || replace(upper(id::text), '-', '')] as references
      from withdrawals
      where state = 'paid' or (state = 'returned' and returned_why in ('BOUNCED', 'PAID_TWICE'))
        or (finished_at is null and called_at is not null)`,
    values: [],
  };
}

/** Moves that were made after their money was given back were made all the same. */
export function movesAt(game: string): Records {
  return {
    sql: `select 'transfer ' || transfer_id as name, leg.amount, currency, direction, coalesce(finished_at, created_at) as at,
        created_at as begun_at, state = 'called' as is_pending, 0 as pair_hours,
        array[member_id || replace(upper(transfer_id::text), '-', '') || position] as references
      from transfer_legs as leg
      join (select member_id, id as transfer_id, currency, created_at, finished_at from transfers) as transfers
        using (member_id, transfer_id)
      where code = $1 and (state in ('called', 'done') or arrived_late_at is not null)`,
    values: [game],
  };
}

const beginning = (day: string) => `(${day}::date)::timestamp at time zone 'Asia/Bangkok'`;
const end = (day: string) => `(${day}::date + 1)::timestamp at time zone 'Asia/Bangkok'`;

/** Those that can have happened from the beginning of one day to the end of another. */
export function recordsWithin(db: Queryable, { sql, values }: Records, from: string, to: string): Promise<OurRecord[]> {
  const [first, last] = [`$${values.length + 1}`, `$${values.length + 2}`];
  return many<OurRecord>(
    db,
    `select *, (at at time zone 'Asia/Bangkok')::date::text as day,
        (begun_at at time zone 'Asia/Bangkok')::date::text as first_day
      from (${sql}) as records where at >= ${beginning(first)} and begun_at < ${end(last)} order by at, name`,
    [...values, from, to],
  );
}

/** `pending`: what the party may have moved until then, or not. */
type Total = { currency: Currency; direction: Direction; sum: Minor; pending: Minor };

/** What our books say that the party has moved until the end of the day. */
export function totalsUntil(db: Queryable, { sql, values }: Records, day: string): Promise<Total[]> {
  const last = end(`$${values.length + 1}`);
  return many<Total>(
    db,
    `select currency, direction, coalesce(sum(amount) filter (where not is_pending and at < ${last}), 0)::bigint as sum,
        coalesce(sum(amount) filter (where is_pending or at >= ${last}), 0)::bigint as pending
      from (${sql}) as records where begun_at < ${last} group by 1, 2`,
    [...values, day],
  );
}
