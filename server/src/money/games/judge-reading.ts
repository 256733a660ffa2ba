import type { Minor } from '@krapao/contract/money.ts';

/** Of one currency, in minor units, and in milliseconds. */
export type ReadingRules = {
  /** A fall to nothing of more than this has to be told for `fallAgreedMs`. */
  noticeable: Minor;
  /** A difference over this and over ten times the balance is large; over `huge` it always is. */
  large: Minor;
  huge: Minor;
  /** How far the two readings of a large difference are apart. */
  readingsApartMs: number;
  fallAgreedMs: number;
};

export type ToldBalance = {
  /** What the provider told, open stakes included, and what our books say. */
  told: Minor;
  books: Minor;
  /** How long before the reading our last movement there ended; null: money was never moved. */
  movedMsAgo: number | null;
  /** How long after our movements the provider may still tell an older balance. */
  freshnessMs: number;
  /** A reading that told something else than the books and was not booked; `movedMsAgo` is longer ago. */
  doubt: { told: Minor; msAgo: number } | null;
  /** Whether nearly all that was there went in the last days: what is told now may be that money. */
  hasFallenLately: boolean;
};

/**
 * `wait`: the account is read again after `ms`; `doubt`: what that reading has to confirm begins with this one.
 * `late`: money came from nothing, so it was not won. `book`: the books follow `amount`.
 */
export type Judgement =
  | { is: 'agreed' }
  | { is: 'wait'; ms: number; doubt: 'none' | 'new' | 'kept' }
  | { is: 'late' }
  | { is: 'book'; amount: Minor };

type Kind = 'plain' | 'to nothing' | 'large rise' | 'large fall';

/** A provider's balance is a claim: what it is worth depends on how much it claims, and on what was told before. */
export function judgeReading(reading: ToldBalance, rules: ReadingRules): Judgement {
  const { told, books, movedMsAgo, freshnessMs, doubt, hasFallenLately } = reading;
  if (told === books) return { is: 'agreed' };
  if (movedMsAgo !== null && movedMsAgo < freshnessMs)
    return { is: 'wait', ms: freshnessMs - movedMsAgo, doubt: 'none' };
  if (books === 0n && !hasFallenLately) return { is: 'late' };
  const kind = kindOf(told, books, rules);
  if (kind === 'plain') return { is: 'book', amount: told };
  const agreedMs = kind === 'to nothing' ? rules.fallAgreedMs : rules.readingsApartMs;
  if (!doubt || kindOf(doubt.told, books, rules) !== kind)
    return { is: 'wait', ms: Math.min(agreedMs, rules.readingsApartMs), doubt: 'new' };
  const leftMs = agreedMs - doubt.msAgo;
  if (leftMs > 0) return { is: 'wait', ms: Math.min(leftMs, rules.readingsApartMs), doubt: 'kept' };
  return { is: 'book', amount: nearer(books, doubt.told, told) };
}

/** The same where money that was nobody's is missing: it has gone if two readings miss it. */
export function judgeGone(reading: ToldBalance, rules: ReadingRules): Judgement {
  const judgement = judgeReading(reading, rules);
  if (judgement.is === 'wait') return judgement;
  if (!reading.doubt) return { is: 'wait', ms: rules.readingsApartMs, doubt: 'new' };
  const leftMs = rules.readingsApartMs - reading.doubt.msAgo;
  return leftMs > 0 ? { is: 'wait', ms: leftMs, doubt: 'kept' } : judgement;
}

function kindOf(told: Minor, books: Minor, { noticeable, large, huge }: ReadingRules): Kind {
  if (told === 0n && books > noticeable) return 'to nothing';
  const difference = told > books ? told - books : books - told;
  const isLarge = difference > huge || (difference > large && difference > 10n * books);
  if (!isLarge) return 'plain';
  return told > books ? 'large rise' : 'large fall';
}

function nearer(books: Minor, first: Minor, second: Minor): Minor {
  const distance = (amount: Minor) => (amount > books ? amount - books : books - amount);
  return distance(first) <= distance(second) ? first : second;
}
