import type { Config } from '../../config.ts';
import { askJson, asRecord } from '../http-json.ts';
import { type ReportedPayment, readPayment } from '../payments/reported-payment.ts';

type FeedAccount = { bank: string; accountNo: string; cursor: bigint };
export type Notice = { id: string; text: string };
/** A line that makes no sense to us, as it was told. */
type Unreadable = { content: string; why: string };
type Transaction = { payment: ReportedPayment } | Unreadable;
type Page<Item> = { items: Item[]; next: bigint };

/** The lines of an account of ours since the cursor. Throws when the feed cannot be read. */
export type BankFeed = {
  transactions: (account: FeedAccount) => Promise<Page<Transaction>>;
  notices: (account: FeedAccount) => Promise<Page<Notice>>;
};

export function openBankFeed({ bankFeed, providerTimeoutMs }: Config): BankFeed {
  const read = async <Item>(
    { bank, accountNo, cursor }: FeedAccount,
    what: string,
    readItem: (item: unknown) => Item,
  ) => {
    const { status, body } = await askJson({
      method: 'GET',
      url: `${bankFeed.url}/accounts/${bank}/${accountNo}/${what}?after=${cursor}`,
      headers: { authorization: `Bearer ${bankFeed.key}` },
      timeoutMs: providerTimeoutMs,
    });
    const { items, next } = asRecord(body);
    if (status !== 200 || !Array.isArray(items)) throw new Error(`the feed of ${bank} ${accountNo} answered ${status}`);
    return { items: items.map(readItem), next: BigInt(String(next)) };
  };
  return {
    transactions: (account) => read(account, 'transactions', readTransaction),
    notices: (account) =>
      read(account, 'notices', (item) => {
        const { id, text } = asRecord(item);
        return { id: String(id), text: String(text) };
      }),
  };
}

function readTransaction(item: unknown): Transaction {
  try {
    return { payment: readPayment(asRecord(item).payment) };
  } catch (error) {
    return { content: JSON.stringify(item), why: (error as Error).message };
  }
}
