/** Names the main wallet in the fields that name a game account by its code. */
export const MAIN_WALLET = 'wallet';
export const TRANSFER_MINIMUM = 1;
export const STATEMENT_TYPES = ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'] as const;
export const STATEMENT_STATUSES = ['PROCESSING', 'SUCCESS', 'FAILED'] as const;
