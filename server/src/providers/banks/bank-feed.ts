import type { Config } from '../../config.ts';
import { askJson, asRecord } from '../http-json.ts';
import { readTold, type ToldPayment, type Unreadable } from '../payments/reported-payment.ts';

type FeedAccount = { bank: string; accountNo: string; cursor: bigint };
export type Notice = { id: string; text: string };
/** `next`: where to read on. `doubt`: the feed's word for that, if its lines contradict it. */
type Page<Item> = { items: Item[]; next: bigint; doubt: Unreadable | null };

/** `place`: the line's cursor, by which it is known when it is read again; null if it has none. */
type Line = ToldPayment & { place: bigint | null };

/** The lines of an account of ours since the cursor. Throws when the feed cannot be read. */
export type BankFeed = {
  transactions: (account: FeedAccount) => Promise<Page<Line>>;
  notices: (account: FeedAccount) => Promise<Page<Notice | Unreadable>>;
};

export function openBankFeed({ bankFeed, providerTimeoutMs }: Config): BankFeed {
  return openFeed(bankFeed, providerTimeoutMs);
}

/** What our True Wallets were sent. */
export function openWalletFeed({ truemoney, providerTimeoutMs }: Config): BankFeed {
  return openFeed(truemoney, providerTimeoutMs);
}

function openFeed(party: { url: string; key: string }, timeoutMs: number): BankFeed {
  const read = async <Item>(
    { bank, accountNo, cursor }: FeedAccount,
    what: string,
    readItem: (item: unknown) => Item,
  ) => {
    const { status, body } = await askJson({
      method: 'GET',
      url: `${party.url}/accounts/${bank}/${accountNo}/${what}?after=${cursor}`,
      headers: { authorization: `Bearer ${party.key}` },
      timeoutMs,
    });
    const { items, next } = asRecord(body);
    if (status !== 200 || !Array.isArray(items)) throw new Error(`the feed of ${bank} ${accountNo} answered ${status}`);
    return { items: items.map(readItem), ...whereNext(cursor, items, next) };
  };
  return {
    transactions: (account) => read(account, 'transactions', readLine),
    notices: (account) => read(account, 'notices', readNotice),
  };
}

function readLine(item: unknown): Line {
  const { cursor, payment } = asRecord(item);
  const place = cursorOf(cursor);
  return { ...readTold(payment, item), place: place < 0n ? null : place };
}

function readNotice(item: unknown): Notice | Unreadable {
  const { id, text } = asRecord(item);
  if (typeof id === 'string' && id !== '' && typeof text === 'string') return { id, text };
  return { content: JSON.stringify(item), why: 'an SMS without its id or text' };
}

/**
 * A feed that says too large a cursor would have us pass over money for good. So `next` is believed only if it is the
 * cursor of the last line told, or the old one where nothing was told; else the lesser of the two counts, and lines are
 * rather read twice.
 */
function whereNext(after: bigint, items: unknown[], next: unknown): Pick<Page<unknown>, 'next' | 'doubt'> {
  const last = items.length === 0 ? after : cursorOf(asRecord(items.at(-1)).cursor);
  const said = cursorOf(next);
  if (said === last && (items.length === 0 || said > after)) return { next: said, doubt: null };
  const lesser = said < last ? said : last;
  const content = `${items.length} lines after ${after}, the last at ${last}, and next ${JSON.stringify(next)}`;
  return { next: lesser > after ? lesser : after, doubt: { content, why: 'a cursor that its lines contradict' } };
}

/** Below any cursor if it is none. */
function cursorOf(value: unknown): bigint {
  const text = String(value);
  return /^\d{1,18}$/.test(text) ? BigInt(text) : -1n;
}
