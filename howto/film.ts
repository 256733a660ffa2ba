import type { Page } from '@playwright/test';
import type { Locale } from '../contract/src/editions.ts';
import type { Texts } from '../world/shown-texts.ts';
import type { Hand } from './hand.ts';

/** The parts of a recording: the screen, the finger on it, and what other people and games do. */
export type Stage = {
  page: Page;
  /** The texts on the screen, in the language of the recording. */
  t: Texts;
  hand: Hand;
  /** A payer scans and pays the QR code that the page made last. */
  payCode: () => Promise<void>;
  /** The member plays a round at a game. */
  playRound: (game: string, round: { stake: number; win: number }) => Promise<void>;
};

/** A caption, and the action shown with it. `{home.deposit}` stands for the product's text in that language. */
export type Step = Record<Locale, string> & {
  does?: (stage: Stage) => Promise<unknown>;
  /** Set where the step has more to read or to show than others. */
  seconds?: number;
  /** The last frame of this step is the film's poster. */
  isPoster?: true;
};

/** Every film begins at home. */
export type Film = readonly Step[];

/** Long enough to read two lines and look at the screen. */
const STEP_SECONDS = 3.6;

/** In milliseconds. */
export function lengthOf({ seconds = STEP_SECONDS }: Step): number {
  return Math.round(seconds * 1000);
}
