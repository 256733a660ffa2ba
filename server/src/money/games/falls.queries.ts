import type { Minor } from '@krapao/contract/money.ts';
import type { Rise } from '../../ledger/game-reading.ts';
import { many, type Transaction } from '../../platform/database.ts';
import type { AccountKey } from './game-accounts.queries.ts';

/** For how long what a game told as lost may be told again. A small fall is soon forgotten: nothing else looks at it. */
const RETURNS_WITHIN = `case when is_small then interval '1 hour' else interval '72 hours' end`;

/** Of the results of the last day at an account: how much they took since the best moment, and the highest balance. */
const FALL = `select greatest(-min(since), 0) as taken, max(greatest(after, after - result)) as highest from (
  select result, after, sum(result) over (order by id desc) as since from (
    select id, case to_account when $3 then amount else -amount end as result,
        case to_account when $3 then to_after else from_after end as after
      from ledger_postings where owner = $1 and reason = 'game_result' and posted_at > app_now() - interval '24 hours'
        and $3 in (from_account, to_account)) as results) as sums`;

/**
 * Called in the transaction that books a loss, after it. Nearly all has gone if the results of the last day took more than
 * `noticeable`, and nine tenths of the highest balance or of what would be there without them. What took no more and left
 * nothing is a small fall.
 */
export async function noteFall(
  tx: Transaction,
  { memberId, code }: AccountKey,
  fall: { noticeable: Minor; balance: Minor; postingId: bigint; isCounted: boolean },
): Promise<void> {
  const { noticeable, balance, postingId, isCounted } = fall;
  await tx.query(
    `with fall as (${FALL}),
        size as (select taken <= $4::bigint as is_small from fall),
        known as (select coalesce(sum(amount - risen), 0) as amount from game_falls, size
          where member_id = $1 and code = $2 and fell_at > app_now() - interval '24 hours'
            and (size.is_small or not game_falls.is_small)),
        noted as (insert into game_falls (member_id, code, amount, posting_id, is_counted, is_small)
          select $1, $2, taken - known.amount, $6, $7, is_small from fall, size, known
            where taken > known.amount and (taken * 10 >= highest * 9 or taken >= $5::bigint * 9)
              and (not is_small or $5::bigint = 0)
          returning member_id, code, is_small)
      update game_accounts set fell_until = greatest(fell_until, app_now() + ${RETURNS_WITHIN}) from noted
        where game_accounts.member_id = noted.member_id and game_accounts.code = noted.code`,
    [memberId, code, `game:${code}`, noticeable, balance, postingId, isCounted],
  );
}

/** Called in the transaction that books a win: what of it may be money that fell to nothing, the newest fall first. */
export function takeRises(tx: Transaction, { memberId, code }: AccountKey, won: Minor): Promise<Rise[]> {
  return many<Rise>(
    tx,
    `update game_falls set risen = risen + least(missing, $3 - newer) from (
          select id as fall_id, amount - risen as missing,
              (sum(amount - risen) over (order by id desc)) - (amount - risen) as newer
            from game_falls where member_id = $1 and code = $2 and risen < amount
              and fell_at > app_now() - ${RETURNS_WITHIN}) as open
        where id = fall_id and newer < $3
      returning id as "fallId", least(missing, $3 - newer)::bigint as amount, fell_at as "fellAt", day::text,
        posting_id as "postingId", is_counted as "isCounted",
        is_small as "isSmall"`,
    [memberId, code, won],
  );
}
