import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { Rise } from '../ledger/game-reading.ts';
import { many, maybeOne, type Queryable, type Transaction } from '../platform/database.ts';
import { CONDITION_COLUMNS, type Condition } from './conditions.queries.ts';

/**
 * The conditions that a rise would belong to if the fall was no loss: one that has failed, or was cancelled, since the fall, and
 * those that were granted since and not cancelled. A reward that asks for nothing is none of them.
 */
export function conditionsAtStake(tx: Transaction, memberId: string, rise: Rise): Promise<Condition[]> {
  const sql = `select ${CONDITION_COLUMNS} from conditions where member_id = $1 and success_percent > 100
    and case when grant_id > $2 then state <> 'cleared' else state in ('failed', 'cleared') and finished_at >= $3 end order by grant_id`;
  return many<Condition>(tx, sql, [memberId, rise.postingId, rise.fellAt]);
}

/** What rises of one fall is one question to the operators. */
export async function addReturn(tx: Transaction, { member_id, id }: Condition, rise: Rise): Promise<void> {
  await tx.query(
    `insert into possible_returns as known (member_id, condition_id, fall_id, amount) values ($1, $2, $3, $4)
      on conflict (member_id, condition_id, fall_id) where state = 'open'
        do update set amount = known.amount + excluded.amount`,
    [member_id, id, rise.fallId, rise.amount],
  );
}

export type PossibleReturn = {
  id: bigint;
  member_id: string;
  condition_id: string;
  amount: Minor;
  state: 'open' | 'won' | 'returned';
  code: string;
  currency: Currency;
  credit: Minor;
  /** Whether the money fell before the condition began: then it is no part of the condition's start. */
  is_from_before: boolean;
  age: string;
};

const RETURNS = `select possible_returns.id, possible_returns.member_id, condition_id, possible_returns.amount,
    possible_returns.state, game_falls.code, currency, credit, posting_id < grant_id as is_from_before,
    date_trunc('second', app_now() - created_at)::text as age
  from possible_returns join game_falls on game_falls.id = fall_id
    join conditions on conditions.member_id = possible_returns.member_id and conditions.id = condition_id`;

export function openReturns(db: Queryable, limit: number): Promise<PossibleReturn[]> {
  const sql = `${RETURNS} where possible_returns.state = 'open' order by created_at, possible_returns.id limit $1`;
  return many<PossibleReturn>(db, sql, [limit]);
}

export function openReturn(db: Queryable, id: bigint): Promise<PossibleReturn | null> {
  const sql = `${RETURNS} where possible_returns.id = $1 and possible_returns.state = 'open'`;
  return maybeOne<PossibleReturn>(db, sql, [id]);
}

/** Of one condition, decided or not. */
export function returnsOf(db: Queryable, { member_id, id }: Condition): Promise<PossibleReturn[]> {
  const sql = `${RETURNS} where possible_returns.member_id = $1 and condition_id = $2`;
  return many<PossibleReturn>(db, sql, [member_id, id]);
}

export async function endReturn(tx: Transaction, id: bigint, state: 'won' | 'returned'): Promise<void> {
  const sql = 'update possible_returns set state = $2, decided_at = app_now() where id = $1';
  await tx.query(sql, [id, state]);
}
