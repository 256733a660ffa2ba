import type { Minor } from '@krapao/contract/money.ts';

/**
 * What a booked reading found. The result was won or lost on `readOn`, a Bangkok day, or later. `rises`: what of a win may
 * be money that fell to nothing there before.
 */
export type GameReading = { code: string; result: Minor; readOn: string; rises: Rise[] };

/**
 * `day`: of the fall. `postingId`: of the result that was the fall. `isCounted`: the fall is part of its day's sum. `isSmall`:
 * it was too little to be noticed.
 */
export type Rise = {
  fallId: bigint;
  amount: Minor;
  fellAt: Date;
  day: string;
  postingId: bigint;
  isCounted: boolean;
  isSmall: boolean;
};
