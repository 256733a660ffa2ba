import type { Minor } from '@krapao/contract/money.ts';
import type { Rise } from '../ledger/game-reading.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { addToStart, addToTotal, type Condition, conditionById } from './conditions.queries.ts';
import { addReturn, conditionsAtStake, endReturn, type PossibleReturn, returnsOf } from './returns.queries.ts';
import { debtOf, type Taken, takeBack } from './take-back.ts';

/**
 * In the transaction that books a win: what of it may have returned after a fall to nothing waits for an operator where a
 * condition is at stake; nobody waits for a small fall. Answers how much of the win does not count for the condition that binds the member now.
 */
export async function noteReturns(tx: Transaction, memberId: string, rises: Rise[]): Promise<Minor> {
  let notCounted = 0n;
  for (const rise of rises.filter(({ isSmall }) => !isSmall)) {
    for (const condition of await conditionsAtStake(tx, memberId, rise)) {
      await addReturn(tx, condition, rise);
      if (isBinding(condition)) notCounted += rise.amount;
    }
  }
  return notCounted;
}

const isBinding = ({ state }: Condition) => state === 'running' || state === 'clearing';

/** Whether what the member has may be more or less the condition's than the condition knows. */
export async function hasOpenReturns(db: Queryable, condition: Condition): Promise<boolean> {
  return (await returnsOf(db, condition)).some(({ state }) => state === 'open');
}

/**
 * Won: the money is the member's, and counts for a condition that runs. Returned: it was the condition's all the time. One
 * that runs has had it from its start; one that is over is settled as if it had been cancelled with it.
 */
export async function decideReturn(
  tx: Transaction,
  possible: PossibleReturn,
  decision: 'won' | 'returned',
): Promise<Taken> {
  const condition = await conditionById(tx, { member_id: possible.member_id, id: possible.condition_id });
  await endReturn(tx, possible.id, decision);
  if (isBinding(condition)) {
    await (decision === 'returned' ? addToStart : addToTotal)(tx, condition, possible.amount);
    return { taken: 0n, owed: 0n };
  }
  if (decision === 'won') return { taken: 0n, owed: 0n };
  return takeBack(tx, condition, await debtOfReturns(tx, condition), `returned-${possible.id}`);
}

/** By the condition's own figures: what the member won or paid in since is not touched. */
async function debtOfReturns(tx: Transaction, condition: Condition): Promise<Minor> {
  const returned = (await returnsOf(tx, condition)).filter(({ state }) => state === 'returned');
  const sum = (rows: PossibleReturn[]) => rows.reduce((all, { amount }) => all + amount, 0n);
  const { start, credit, total, taken_back, owed } = condition;
  const own = start - credit + sum(returned.filter(({ is_from_before }) => is_from_before));
  const debt = debtOf({ total: total + sum(returned), own, credit });
  const left = debt - taken_back - owed;
  return left > 0n ? left : 0n;
}
