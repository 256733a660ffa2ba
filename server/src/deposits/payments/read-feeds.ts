import type { Currency } from '@krapao/contract/money.ts';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, many } from '../../platform/database.ts';
import type { DueWork } from '../../platform/due-work.ts';
import type { BankFeed, Notice } from '../../providers/banks/bank-feed.ts';
import type { HearPayment } from './hear-payment.ts';
import type { News } from './news.ts';
import { readNotice } from './notice-text.ts';

type Receiver = {
  id: bigint;
  bank_code: string;
  account_no: string;
  mode: 'AUTO' | 'SMS';
  currency: Currency;
  feed_cursor: bigint;
};
type ReadFeedsDeps = {
  db: Database;
  feed: BankFeed;
  hear: HearPayment;
  /** How long reading a page may take; meanwhile nobody else reads that account. */
  patienceMs: number;
  log: FastifyBaseLogger;
};

const READ_EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;

/**
 * Reads what reached our bank accounts. The cursor moves on only once everything before it was taken in, so that what is
 * interrupted is read again; what was taken in already is then known by its reference.
 */
export function bankFeeds(deps: ReadFeedsDeps): DueWork<Receiver> {
  return {
    name: 'bank feeds',
    idOf: ({ bank_code, account_no }) => `${bank_code} ${account_no}`,
    // Closed accounts too: members know the old numbers.
    take: (limit) =>
      many<Receiver>(
        deps.db,
        `update deposit_banks set read_at = clock_timestamp() + $2 * interval '1 millisecond'
          where id in (select id from deposit_banks where bank_type = 'BANK' and read_at <= clock_timestamp()
            order by read_at limit $1 for update skip locked)
          returning id, bank_code, account_no, mode, currency, feed_cursor`,
        [limit, deps.patienceMs],
      ),
    handle: (receiver) => readFeed(deps, receiver),
  };
}

async function readFeed(deps: ReadFeedsDeps, receiver: Receiver): Promise<void> {
  const account = { bank: receiver.bank_code, accountNo: receiver.account_no, cursor: receiver.feed_cursor };
  try {
    const next =
      receiver.mode === 'AUTO' ? await readTransactions(deps, account) : await readNotices(deps, account, receiver);
    await readAgainIn(deps.db, receiver, next, next > receiver.feed_cursor ? 0 : READ_EVERY_MS);
  } catch (error) {
    await readAgainIn(deps.db, receiver, receiver.feed_cursor, AFTER_FAILURE_MS);
    throw error;
  }
}

type Account = { bank: string; accountNo: string; cursor: bigint };

async function readTransactions(deps: ReadFeedsDeps, account: Account): Promise<bigint> {
  const { items, next } = await deps.feed.transactions(account);
  for (const item of items) {
    if ('payment' in item) await deps.hear({ ...item.payment, channel: 'feed', noticeId: null });
    else await keepUnread(deps, account, item);
  }
  return next;
}

async function readNotices(deps: ReadFeedsDeps, account: Account, { currency }: Receiver): Promise<bigint> {
  const { items, next } = await deps.feed.notices(account);
  for (const notice of items) {
    const news = newsOf(notice, account, currency);
    if (news) await deps.hear(news);
    else
      await keepUnread(deps, account, {
        content: `${notice.id}: ${notice.text}`,
        why: 'an SMS in words that are not known',
      });
  }
  return next;
}

/** What cannot be read may be money: it is kept for an operator, and holds up nothing behind it. */
async function keepUnread(
  { db, log }: ReadFeedsDeps,
  { bank, accountNo }: Account,
  { content, why }: { content: string; why: string },
): Promise<void> {
  await db.query(
    `insert into unread_news (bank_code, account_no, content, why) values ($1, $2, $3, $4) on conflict do nothing`,
    [bank, accountNo, content.replaceAll('\0', ''), why],
  );
  log.error({ bank, account: accountNo, why }, 'a feed told something that cannot be read');
}

function newsOf({ id, text }: Notice, { bank, accountNo }: Account, currency: Currency): News | null {
  const notice = readNotice(text);
  if (!notice || !accountNo.endsWith(notice.receiverDigits)) return null;
  const { paidAt, senderAccount, senderName, amount } = notice;
  const receiver = { receiverBank: bank, receiverAccount: accountNo };
  const sender = { senderAccount, senderName, sendingBank: null, reference: null, billReference: null };
  return { channel: 'sms', ...receiver, ...sender, noticeId: id, amount, currency, paidAt };
}

async function readAgainIn(db: Database, { id }: Receiver, cursor: bigint, waitMs: number): Promise<void> {
  await db.query(
    `update deposit_banks set feed_cursor = greatest(feed_cursor, $2),
      read_at = clock_timestamp() + $3 * interval '1 millisecond' where id = $1`,
    [id, cursor, waitMs],
  );
}
