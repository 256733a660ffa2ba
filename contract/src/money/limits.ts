import type { Currency, Minor } from '../money.ts';

/** Names the main wallet in the fields that name a game account by its code. */
export const MAIN_WALLET = 'wallet';
/** Names the service in the statement, where operators gave or took money. */
export const SERVICE = 'service';
export const TRANSFER_MINIMUM = 1;
/** Banks pay whole kip only: a payout is a multiple of this. */
export const PAYOUT_UNIT: Record<Currency, Minor> = { BAHT: 1n, LAK: 100n };
export const STATEMENT_TYPES = ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'] as const;
export const STATEMENT_STATUSES = ['PROCESSING', 'SUCCESS', 'FAILED'] as const;
/**
 * How far a withdrawal is. `CHECKING` until the bank's channel is called, whether an operator looks at it or its time to
 * cancel runs; until then it can be cancelled.
 */
export const WITHDRAWAL_STEPS = ['CHECKING', 'ON_ITS_WAY', 'PAID', 'RETURNED', 'CANCELLED'] as const;
/** Why an operator refuses a withdrawal, as the member is told in words. */
export const REFUSAL_REASONS = ['BANK_ACCOUNT', 'OWN_DEPOSIT', 'TERMS', 'CONTACT'] as const;
/**
 * Why a withdrawal's money is back. `BANK`: the bank did not take it. `BOUNCED`: it sent the money back after it was paid.
 * `PAID_TWICE`: it was paid after all, so that the member owes it.
 */
export const RETURN_REASONS = ['BANK', 'BOUNCED', 'PAID_TWICE', ...REFUSAL_REASONS] as const;
/**
 * What happens to a movement, in this order. A withdrawal is asked for, checked by staff if it was reviewed, sent to the bank,
 * and paid, returned or cancelled; a deposit is announced (`ASKED`) if an operator has to look for it, paid in by the payer,
 * and credited or refused; a transfer is asked for, leaves, and arrives or is back, or is refused where nothing left.
 * `DONE` is the one step of everything else.
 */
export const MOVEMENT_STEPS = [
  'ASKED',
  'CHECKED',
  'SENT',
  'PAID',
  'RETURNED',
  'CANCELLED',
  'PAID_IN',
  'CREDITED',
  'LEFT',
  'ARRIVED',
  'BACK',
  'REFUSED',
  'DONE',
] as const;
