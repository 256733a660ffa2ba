import type { Currency } from '@krapao/contract/money.ts';
import type { Config } from '../../config.ts';
import { worthOf } from '../../ledger/worth.ts';
import type { Transaction } from '../../platform/database.ts';
import { markChecking, type ResultSizes, readReviewFacts } from './review.queries.ts';
import { type ReviewRules, reasonsToCheck } from './review.ts';
import type { Withdrawal } from './withdrawals.queries.ts';

export type ReviewDeps = { review: ReviewRules; resultSizes: Record<Currency, ResultSizes> };

export function reviewOf({ review, largeResult, hugeResult }: Config): ReviewDeps {
  const inCurrency = (currency: Currency) => ({
    large: worthOf(largeResult, currency),
    huge: worthOf(hugeResult, currency),
  });
  return { review, resultSizes: { BAHT: inCurrency('BAHT'), LAK: inCurrency('LAK') } };
}

/** `known`: reasons that an operator has approved the withdrawal with. */
type Judging = { judge: typeof reasonsToCheck; known: string[] };

/**
 * Called in the transaction that holds the money, or lets it leave, under the member's lock. Answers whether an operator
 * has to look at the withdrawal first.
 */
export async function sendToReview(
  tx: Transaction,
  { review, resultSizes }: ReviewDeps,
  { member_id: memberId, id, currency }: Pick<Withdrawal, 'member_id' | 'id' | 'currency'>,
  { judge, known }: Judging = { judge: reasonsToCheck, known: [] },
): Promise<boolean> {
  const key = { memberId, id };
  const facts = await readReviewFacts(tx, key, { rules: review, results: resultSizes[currency] });
  const reasons = judge(facts, review, currency);
  const hasNew = reasons.some((reason) => !known.includes(reason));
  if (hasNew) await markChecking(tx, key, reasons);
  return hasNew;
}
