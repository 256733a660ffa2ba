import { addressBudgets } from '../../platform/addresses.ts';
import { type Budget, LONGEST_WINDOW_SECONDS } from '../../platform/budgets.ts';
import type { StoredMessage } from './chat-entry.ts';

const MB = 1024 * 1024;
/** What a message takes besides its own bytes: its row, and what the bot answers. */
const AROUND_BYTES = 1_024;
/** A pressed button is answered by the bot each time: visitors of a network press with this part of their bytes. */
const PART_OF_POSTBACKS = 0.1;

/**
 * What a visitor's message is counted for: a visitor is an id that anybody makes up, and what visitors say is kept for
 * months. Members are not counted.
 */
export function visitorBudgets(megabytes: number, message: StoredMessage, address: string): Budget[] {
  const budget = {
    address,
    limit: megabytes * MB,
    windowSeconds: LONGEST_WINDOW_SECONDS,
    amount: Buffer.byteLength(JSON.stringify(message)) + AROUND_BYTES,
  };
  const all = addressBudgets({ ...budget, scope: 'chat bytes/visitors' });
  if (message.message_type !== 'postback') return all;
  const limit = Math.floor(budget.limit * PART_OF_POSTBACKS);
  return [...addressBudgets({ ...budget, limit, scope: 'chat bytes/postbacks' }), ...all];
}
