import type { Locale } from '@krapao/contract/editions.ts';
import type { OutgoingMessage } from '@krapao/contract/support/chat.ts';
import { addressBudgets } from '../../platform/addresses.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Budget, spendOrRefuse, takeBudgets } from '../../platform/budgets.ts';
import { now } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import type { MediaLinks, SignIn } from '../../platform/media-links.ts';
import { isSignInOf } from '../../platform/sessions.ts';
import type { BotAnswers } from './bot.ts';
import { type Customer, openRoom, readEntry, type Said, type Say, type Words } from './chat.queries.ts';
import type { EntryRow, StoredMessage } from './chat-entry.ts';
import type { Announce } from './chat-news.ts';
import { visitorBudgets } from './visitor-budgets.ts';

export type ChatDeps = {
  db: Database;
  links: MediaLinks;
  answerByBot: BotAnswers;
  say: Say;
  announce: Announce;
  visitorsAnHour: number;
  visitorMbAnHour: number;
  /** Refuses while the disk is nearly full. */
  requireFreeDisk: () => Promise<void>;
  /** Whether a movement is the member's own. */
  hasMovement: (memberId: string, id: string) => Promise<boolean>;
};

type Sent = { id: string; message: OutgoingMessage; locale: Locale; address: string };

/**
 * Stores the message, has the bot answer it, then acknowledges it. If the node dies before the message is stored,
 * nothing happened. If it dies later, the sender has no answer and sends the message again; the bot's answers have ids
 * that follow from the message's, so they are given once.
 */
export async function sendMessage(deps: ChatDeps, customer: Customer, sent: Sent): Promise<EntryRow> {
  const { db, links, answerByBot } = deps;
  const { id, locale, address } = sent;
  await requireOwnMovement(deps, customer, sent.message);
  const mayBring = async (signIn: SignIn) => signIn === null || (await isSignInOf(db, signIn, customer.memberId));
  const { message, file } = await storedFormOf(sent.message, { db, links, mayBring });
  if (customer.memberId === null) await admitVisitor(deps, { id, message, address });
  const words: Words = { customerId: customer.id, id, sender: 'customer', message, locale, ...(file && { file }) };
  const said = await sayAsCustomer(deps, customer, words, { locale, address });
  await answerByBot(customer, said, locale);
  return said.entry;
}

async function requireOwnMovement(
  { hasMovement }: Pick<ChatDeps, 'hasMovement'>,
  { memberId }: Customer,
  message: OutgoingMessage,
): Promise<void> {
  const asked = message.message_type === 'text' ? message.payload.movement : undefined;
  if (asked === undefined) return;
  if (memberId === null || !(await hasMovement(memberId, asked))) throw new AppError('NO_DATA');
}

/** A message that is sent again costs its visitor nothing: it is answered, and nothing is kept. */
async function admitVisitor(
  { db, visitorMbAnHour, requireFreeDisk }: ChatDeps,
  { id, message, address }: { id: string; message: StoredMessage; address: string },
): Promise<void> {
  if (await readEntry(db, id)) return;
  await requireFreeDisk();
  await takeBudgets(db, ...visitorBudgets(visitorMbAnHour, message, address));
}

async function sayAsCustomer(
  deps: ChatDeps,
  customer: Customer,
  words: Words,
  { locale, address }: Pick<Sent, 'locale' | 'address'>,
): Promise<Said> {
  const { db, say, visitorsAnHour } = deps;
  const said = await say(words);
  if ('entry' in said) return said;
  if (said.outcome !== 'no-room') throw refusalOf(said.outcome);
  await inTransaction(db, async (tx) => {
    const isNew = await openRoom(tx, { customerId: customer.id, memberId: customer.memberId, locale });
    if (isNew && customer.memberId === null) await spendOrRefuse(tx, ...newVisitors(address, visitorsAnHour));
  });
  // Tried again from the start: if the visitor signs in at this moment, the new room is gone again.
  return sayAsCustomer(deps, customer, words, { locale, address });
}

/** Writes an entry to a room that must exist. */
export async function sayOrRefuse(say: Say, words: Words): Promise<Said> {
  const said = await say(words);
  if ('entry' in said) return said;
  throw refusalOf(said.outcome);
}

function refusalOf(outcome: Exclude<Awaited<ReturnType<Say>>, Said>['outcome']): AppError {
  if (outcome === 'too-many') return new AppError('REQUEST_LIMIT_1MIN', { retryAfterSeconds: 60 });
  if (outcome === 'conflict') return new AppError('IDEMPOTENCY_CONFLICT');
  if (outcome === 'no-file') return new AppError('INVALID_REQUEST', { fields: { filePath: 'INVALID' } });
  return new AppError('NO_DATA');
}

/** A visitor's id can be made up: one address may make only so many. */
function newVisitors(address: string, limit: number): Budget[] {
  return addressBudgets({ scope: 'chat/visitors', address, limit, windowSeconds: 60 * 60 });
}

/** Signs that turn the direction of a text: with them an address reads as another at the desk. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;
const plain = (text: string) => text.replace(TURNING, '').trim();

/** A message may wait so long for the network after its file has arrived. */
const SENT_WITHIN_MS = 12 * 60 * 60_000;

type Bringing = {
  db: Database;
  links: MediaLinks;
  /**
   * Whether the sender may send what a link leads to that was given to this sign-in. A link that ran out is still good for
   * sending: whoever finds one must not get a fresh one by it.
   */
  mayBring: (signIn: SignIn) => Promise<boolean>;
};

/** Only a file that was uploaded here can be sent: its address must be a link that we signed. */
export async function storedFormOf(
  message: OutgoingMessage,
  { db, links, mayBring }: Bringing,
): Promise<{ message: StoredMessage; file?: string }> {
  if (message.message_type === 'text') {
    const { text, movement } = message.payload;
    const about = movement && { movement: movement.toLowerCase() };
    return { message: { message_type: 'text', payload: { text: plain(text), ...about } } };
  }
  if (message.message_type !== 'media') return { message };
  const { filePath, url: _, message: caption, ...payload } = message.payload;
  const link = links.read(filePath, await now(db), SENT_WITHIN_MS);
  if (!link || !(await mayBring(link.signIn))) throw refusalOf('no-file');
  const { reference } = link;
  const said = caption && plain(caption);
  return {
    message: { message_type: 'media', payload: { ...payload, ...(said && { message: said }), reference } },
    file: reference,
  };
}
