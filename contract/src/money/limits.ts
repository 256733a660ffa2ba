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
