import type { Page } from '@playwright/test';
import type { Locale } from '../contract/src/editions.ts';
import type { Hand } from './hand.ts';

/** What is there while a film is taken: the screen, the finger on it, and the world outside. */
export type Stage = {
  page: Page;
  hand: Hand;
  /** Somebody scans the QR code that the page made last, and pays it. */
  payCode: () => Promise<void>;
  /** The member plays a round at a game. */
  playRound: (game: string, round: { stake: number; win: number }) => Promise<void>;
};

/** A caption, and what is seen while it stands. `{home.deposit}` is what the product calls it in that language. */
export type Step = Record<Locale, string> & {
  does?: (stage: Stage) => Promise<unknown>;
  /** Where it has more to read or to show than others. */
  seconds?: number;
  /** What the film looks like at the end of this step is its picture. */
  isPoster?: true;
};

/** Every film begins at home. */
export type Film = readonly Step[];

/** Long enough to read two lines and look at what they are about. */
const STEP_SECONDS = 3.6;

/** In milliseconds. */
export function lengthOf({ seconds = STEP_SECONDS }: Step): number {
  return Math.round(seconds * 1000);
}
