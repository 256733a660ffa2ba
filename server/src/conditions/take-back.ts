import { randomUUID } from 'node:crypto';
import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';
import { balancesOf, post } from '../ledger/ledger.ts';
import { writeStatement } from '../ledger/statement.ts';
import type { Transaction } from '../platform/database.ts';
import { houseOf } from './campaigns.ts';
import { broughtAfter, type Condition, endCleared } from './conditions.queries.ts';

/** The statement's name for the place that a reward comes from and goes back to. */
export const REWARDS = 'bonus';

/** What goes to the bank, what is not received yet, and what is owed. */
const NOT_COUNTED = new Set(['held_for_bank', 'refund_pot', 'owed']);

/** Includes open stakes and money on its way to games. */
export function totalOf(balances: Map<string, Minor>): Minor {
  let total = 0n;
  for (const [name, balance] of balances) if (!NOT_COUNTED.has(name)) total += balance;
  return total;
}

/**
 * What cancelling takes of a total: the member keeps at most what was their own, and losses are taken from that first.
 * Cancelling never pays.
 */
export function debtOf({ total, own, credit }: { total: Minor; own: Minor; credit: Minor }): Minor {
  const left = total - credit;
  const kept = left <= 0n ? 0n : left < own ? left : own;
  return total - kept;
}

/** By all that the member has now. */
export async function debtIfCleared(
  tx: Transaction,
  { member_id, grant_id, start, credit }: Condition,
  balances: Map<string, Minor>,
): Promise<Minor> {
  const own = start - credit + (await broughtAfter(tx, member_id, grant_id));
  return debtOf({ total: totalOf(balances), own, credit });
}

/** `taken`: from the main wallet. `owed`: what the main wallet did not have; only an operator does not wait for that. */
export type Taken = { taken: Minor; owed: Minor };

/** Takes the debt from the main wallet and ends the condition as cancelled. `step` tells one taking from another. */
export async function takeBack(tx: Transaction, condition: Condition, debt: Minor, step = 'cleared'): Promise<Taken> {
  const { member_id: memberId, id, kind, code, currency } = condition;
  const main = (await balancesOf(tx, memberId)).get('main') ?? 0n;
  const taken = debt < main ? debt : main;
  const owed = debt - taken;
  const booking = { reason: 'take_back', memberId, currency, to: houseOf(kind), detail: { kind, code } } as const;
  const taking = { ...booking, key: `condition/${memberId}/${id}/take-back/${step}`, from: 'main' } as const;
  const posted = taken > 0n ? await post(tx, { ...taking, amount: taken }) : null;
  const owing = { ...booking, key: `condition/${memberId}/${id}/owed/${step}`, from: 'owed' } as const;
  if (owed > 0n) await post(tx, { ...owing, amount: owed });
  await endCleared(tx, condition, { taken, owed });
  await writeStatement(tx, memberId, {
    id: randomUUID(),
    type: 'finish_bonus',
    status: 'SUCCESS',
    from: MAIN_WALLET,
    to: REWARDS,
    amount: -taken,
    posted,
    linked: condition,
  });
  return { taken, owed };
}
