import { accountCalls } from './account.ts';
import { lookupCalls } from './lookups.ts';
import { walletCalls } from './wallet.ts';

/**
 * Every call of the product by method and path. The server registers handlers under these names, the web
 * calls them by name and takes nothing from here but types.
 */
export const calls = { ...lookupCalls, ...accountCalls, ...walletCalls };

export type Calls = typeof calls;
export type CallName = keyof Calls;
