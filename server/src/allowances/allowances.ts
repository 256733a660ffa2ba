import type { Currency, Minor } from '@krapao/contract/money.ts';
import { AppError } from '../platform/app-error.ts';
import { type Budget, LONGEST_WINDOW_SECONDS, spendOrRefuse } from '../platform/budgets.ts';
import { maybeOne, one, type Queryable, type Transaction } from '../platform/database.ts';
import { requireWithinLimits } from './limits.ts';

/**
 * Whether this member may move money: one function per door. Each is called in the transaction that moves the money,
 * under the member's lock where that transaction takes it, and is a ladder of refusals: the first that applies is the
 * answer. A blocked member never comes this far: the gate of every call (`platform/sessions.ts`) has refused the token.
 * The door of transfers between wallets is `require_may_transfer` in sql/allowances.sql, since beginning
 * a transfer is one statement.
 */

/** A closed game takes no money in. What is there can always be brought home. */
export async function requireOpenGame(db: Queryable, code: string): Promise<void> {
  if (await maybeOne(db, 'select from closed_games where code = $1', [code])) throw new AppError('GAME_CLOSED');
}

/** Where money is first brought home from games, this is also asked before that, on the pool. */
export async function requireMayWithdraw(
  db: Queryable,
  { memberId, currency, amount }: { memberId: string; currency: Currency; amount: Minor },
): Promise<void> {
  await requireWithinLimits(db, { currency, amount });
  const { condition, is_paused } = await bindingsOf(db, memberId);
  if (condition !== null) throw new AppError('BONUS_CONDITION');
  if (is_paused) throw paused();
}

/** Called after money was set aside from the main wallet: what a member owes has to stay there. */
export async function requireDebtCovered(tx: Transaction, { memberId }: { memberId: string }): Promise<void> {
  const { main, owed } = await bindingsOf(tx, memberId);
  if (main < owed) throw new AppError('MONEY_OWED');
}

/**
 * Called after money was set aside from the main wallet. A game may have told a loss that was none, and so have freed a
 * reward. The member keeps as much as that reward gave, in the main wallet or at games, until an operator has decided.
 */
export async function requireReturnsStay(tx: Transaction, { memberId }: { memberId: string }): Promise<void> {
  const { withheld, left } = await one<{ withheld: Minor; left: Minor }>(
    tx,
    `select ${WITHHELD} as withheld, coalesce((select sum(balance) from ledger_accounts
        where member_id = members.id and (name in ('main', 'in_transit') or name like 'game:%')), 0)::bigint as left
      from members where id = $1`,
    [memberId],
  );
  if (left < withheld) throw new AppError('MONEY_IN_REVIEW');
}

/** In SQL, of a row of `members`: what the member cannot withdraw until an operator has decided. */
export const WITHHELD = `coalesce((select sum(least(risen, credit)) from (
    select condition_id, sum(amount) as risen from possible_returns
      where possible_returns.member_id = members.id and possible_returns.state = 'open' group by condition_id) open
  join conditions on conditions.member_id = members.id and conditions.id = condition_id), 0)::bigint`;

type DepositTry = { memberId: string; way: 'manual' | 'qrcode' | 'slip' | 'truelink'; triesAnHour: number };

/** Counts the try. A payment that arrives later is credited even if this refused: the money is the member's. */
export async function requireMayDeposit(tx: Transaction, { memberId, way, triesAnHour }: DepositTry): Promise<void> {
  // An announced deposit writes to the statement, and could take the id of a grant that is being decided.
  if (way === 'manual' && (await bindingsOf(tx, memberId)).is_paused) throw paused();
  const tries: Budget = {
    scope: `deposit/${way}`,
    subject: memberId,
    limit: triesAnHour,
    windowSeconds: LONGEST_WINDOW_SECONDS,
  };
  await spendOrRefuse(tx, tries);
}

/** As `money_bindings` in sql/allowances.sql tells them. */
type Bindings = { is_paused: boolean; condition: 'running' | 'clearing' | null; main: Minor; owed: Minor };

function bindingsOf(db: Queryable, memberId: string): Promise<Bindings> {
  return one<Bindings>(db, `select is_paused, condition, main, owed from money_bindings($1, '{}')`, [memberId]);
}

function paused(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
}
