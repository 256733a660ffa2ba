import { randomUUID } from 'node:crypto';
import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';
import { balancesOf, inMemberTransaction } from '../ledger/ledger.ts';
import { writeStatement } from '../ledger/statement.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { type Condition, conditionOf, endCondition, hasOpenStakes, writeTotal } from './conditions.queries.ts';

/** The statement's name for the place that a reward comes from and goes back to. */
export const REWARDS = 'bonus';

/** In the transaction that books a game result. Answers whether it belongs to a condition. */
export async function followResult(tx: Transaction, memberId: string, result: Minor): Promise<boolean> {
  const condition = await conditionOf(tx, memberId);
  if (condition && result !== 0n) await writeTotal(tx, condition, condition.total + result);
  return condition !== null;
}

/**
 * Call once every game of the member was read: judged by one game that has won, a condition would end while another
 * game has lost and was not looked at. Answers whether the condition has ended.
 */
export async function judgeCondition(
  db: Database,
  memberId: string,
  isUnchanged: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  if ((await conditionOf(db, memberId))?.state !== 'running') return false;
  return inMemberTransaction(db, memberId, async (tx) => {
    const condition = await conditionOf(tx, memberId);
    if (condition?.state !== 'running' || !(await isUnchanged(tx))) return false;
    // Money on its way to a game may have been played and lost there already.
    if ((await balancesOf(tx, memberId)).get('in_transit')) return false;
    return endIfReached(tx, condition);
  });
}

/** A condition does not fail while stakes are open: whatever they win would be free of it. */
export async function endIfReached(tx: Transaction, condition: Condition): Promise<boolean> {
  const { start, total, success_percent, fail_percent } = condition;
  const isMet = total * 100n >= start * BigInt(success_percent);
  const isBelow = total * 100n <= start * BigInt(fail_percent);
  if (!isMet && (!isBelow || (await hasOpenStakes(tx, condition.member_id)))) return false;
  await finishCondition(tx, condition, isMet ? 'succeeded' : 'failed');
  return true;
}

async function finishCondition(tx: Transaction, condition: Condition, state: 'succeeded' | 'failed'): Promise<void> {
  await endCondition(tx, condition, state);
  await writeStatement(tx, condition.member_id, {
    id: randomUUID(),
    type: 'finish_bonus',
    status: state === 'succeeded' ? 'SUCCESS' : 'FAILED',
    from: REWARDS,
    to: MAIN_WALLET,
    amount: 0n,
    linked: condition,
  });
}
