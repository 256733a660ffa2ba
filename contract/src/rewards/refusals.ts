import type { Refusals } from '../errors.ts';
import { askingRefusals } from '../money/games.ts';

/** Of every call that grants a reward under a condition. */
export const grantRefusals = {
  OPEN_BETS: 'Games that `games` names have open bets or a result of this moment',
  MONEY_OWED: 'Nothing is granted while the member owes',
  WITHDRAWAL_PENDING: 'Nothing is granted while a withdrawal is open',
  TRANSFER_PENDING: 'Nothing is granted while money is on its way to or from a game',
  ...askingRefusals,
} satisfies Refusals;

/** Of a reward that a campaign pays, while no other condition may run. */
export const campaignRefusals = {
  ...grantRefusals,
  BONUS_ALREADY_ACTIVE: 'A condition runs',
  BONUS_FULL: 'The campaign’s budget is spent',
} satisfies Refusals;
