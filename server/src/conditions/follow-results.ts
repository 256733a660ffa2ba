import { randomUUID } from 'node:crypto';
import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';
import type { GameBalance } from '../ledger/game-balance.ts';
import type { GameReading } from '../ledger/game-reading.ts';
import { balancesOf, inMemberTransaction } from '../ledger/ledger.ts';
import { writeStatement } from '../ledger/statement.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { addToTotal, type Condition, conditionOf, endCondition, writeVerdict } from './conditions.queries.ts';
import { noteReturns } from './returns.ts';
import { REWARDS } from './take-back.ts';
import { noteWin, takeWins } from './wins.queries.ts';

/**
 * In the transaction that books a game result. Answers whether it belongs to a condition; and how much of a loss that belongs
 * to none was won there under one.
 */
export async function followResult(
  tx: Transaction,
  memberId: string,
  { code, result, rises }: Omit<GameReading, 'readOn'>,
): Promise<{ isBound: boolean; wonUnderOne: Minor }> {
  const condition = await conditionOf(tx, memberId);
  const counted = result - (await noteReturns(tx, memberId, rises));
  if (condition && counted !== 0n) {
    await addToTotal(tx, condition, counted);
    await noteWin(tx, condition, code, counted);
  }
  const wonUnderOne = !condition && result < 0n ? await takeWins(tx, memberId, code, -result) : 0n;
  return { isBound: condition !== null, wonUnderOne };
}

/** What providers told of a member's games; see `Readings` of the games. */
type Readings = {
  balances: GameBalance[];
  askedAt: Date;
  isUnchanged: (tx: Transaction) => Promise<boolean>;
};

/**
 * Call once all games of the member were asked about: judged by one game that has won, a condition would end while
 * another game has lost and was not looked at. It ends when two looks, `apartMs` apart, say the same: one wrong answer
 * of a provider frees no member. Answers whether other screens must hear of it.
 */
export async function judgeCondition(
  db: Database,
  memberId: string,
  readings: Readings,
  apartMs: number,
): Promise<boolean> {
  if ((await conditionOf(db, memberId))?.state !== 'running') return false;
  return inMemberTransaction(db, memberId, async (tx) => {
    const condition = await conditionOf(tx, memberId);
    if (condition?.state !== 'running' || !(await readings.isUnchanged(tx))) return false;
    const onTheWay = (await balancesOf(tx, memberId)).get('in_transit') ?? 0n;
    const verdict = verdictOn(condition, readings.balances, onTheWay);
    if (verdict !== condition.verdict) {
      await writeVerdict(tx, condition, verdict, apartMs);
      return true;
    }
    const isSecondLook =
      condition.verdict_at !== null && readings.askedAt.getTime() - condition.verdict_at.getTime() >= apartMs;
    if (verdict === null || !isSecondLook) return false;
    await finishCondition(tx, condition, verdict);
    return true;
  });
}

/**
 * Success counts settled money only: no open stake, nothing on its way, no game that could not be read. A condition does
 * not fail while any of these is there: whatever they win would be free of it.
 */
function verdictOn(
  {
    start,
    total,
    success_percent,
    fail_percent,
  }: Pick<Condition, 'start' | 'total' | 'success_percent' | 'fail_percent'>,
  games: Pick<GameBalance, 'amount' | 'inPlay' | 'isFresh'>[],
  onTheWay: Minor,
): 'succeeded' | 'failed' | null {
  const unsettled = games.reduce((sum, { amount, inPlay, isFresh }) => sum + (isFresh ? inPlay : amount), onTheWay);
  const hasOpenStakes = games.some(({ inPlay }) => inPlay > 0n);
  if ((total - unsettled) * 100n >= start * BigInt(success_percent)) return 'succeeded';
  return total * 100n <= start * BigInt(fail_percent) && unsettled === 0n && !hasOpenStakes ? 'failed' : null;
}

/** A condition that is met from its start is over at once: it asks for nothing. */
export async function endIfMetAtOnce(tx: Transaction, condition: Condition): Promise<void> {
  if (isMetAtOnce(condition.success_percent)) await finishCondition(tx, condition, 'succeeded');
}

export const isMetAtOnce = (successPercent: number): boolean => successPercent <= 100;

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
