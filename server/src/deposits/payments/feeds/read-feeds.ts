import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../../platform/database.ts';
import type { DueWork } from '../../../platform/due-work.ts';
import type { BankFeed, Notice } from '../../../providers/banks/bank-feed.ts';
import type { ReportedPayment, Unreadable } from '../../../providers/payments/reported-payment.ts';
import type { IngestPayment } from '../ingest/ingest-payment-report.ts';
import type { PaymentReport } from '../ingest/payment-report.ts';
import { takeWalletsToRead } from '../receivers/wallets.queries.ts';
import {
  type FeedAccount,
  type Heard,
  insertUnparsedOnce,
  insertUnparsedReport,
  readFeedAgain,
  tableOf,
  takeFeedsToRead,
  timeOfReading,
} from './feeds.queries.ts';
import { readNotice } from './notice-text.ts';

type ReadFeedsDeps = {
  db: Database;
  feed: BankFeed;
  ingest: IngestPayment;
  /** How far the time in a report may be from the time at which it is received. */
  reportOffMinutes: number;
  /** How long reading a page may take; meanwhile no other worker reads that account. */
  patienceMs: number;
  log: FastifyBaseLogger;
};

const READ_EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;

/**
 * Reads the feeds of our bank accounts. The cursor moves on only once every line before it was taken in: after an
 * interruption the lines are read again, and those taken in before are known by their references.
 */
export function bankFeeds(deps: ReadFeedsDeps): DueWork<FeedAccount> {
  return {
    name: 'bank feeds',
    idOf: ({ bank_code, account_no }) => `${bank_code} ${account_no}`,
    take: (limit) => takeFeedsToRead(deps.db, limit, deps.patienceMs),
    handle: (receiver) => readFeed(deps, receiver),
  };
}

/** Reads what our True Wallets were sent, in the same way. */
export function walletFeeds(deps: ReadFeedsDeps): DueWork<FeedAccount> {
  return {
    ...bankFeeds(deps),
    name: 'wallet feeds',
    take: (limit) => takeWalletsToRead(deps.db, limit, deps.patienceMs),
  };
}

async function readFeed(deps: ReadFeedsDeps, receiver: FeedAccount): Promise<void> {
  const account = { bank: receiver.bank_code, accountNo: receiver.account_no, cursor: receiver.feed_cursor };
  try {
    const heard = await timeOfReading(deps.db, receiver);
    const { next, doubt } =
      receiver.mode === 'AUTO'
        ? await readTransactions(deps, account, receiver, heard)
        : await readNotices(deps, account, receiver, heard);
    if (doubt) await insertUnparsedOnce(deps.db, { bank: account.bank, accountNo: account.accountNo, ...doubt });
    const isAtEnd = next <= receiver.feed_cursor;
    const again = isAtEnd ? { waitMs: READ_EVERY_MS, heardUntil: heard.receivedAt } : { waitMs: 0 };
    await readFeedAgain(deps.db, receiver, { cursor: next, ...again });
  } catch (error) {
    await readFeedAgain(deps.db, receiver, { cursor: receiver.feed_cursor, waitMs: AFTER_FAILURE_MS });
    throw error;
  }
}

type Account = { bank: string; accountNo: string; cursor: bigint };

async function readTransactions(deps: ReadFeedsDeps, account: Account, receiver: FeedAccount, heard: Heard) {
  const channel = tableOf(receiver) === 'deposit_wallets' ? 'wallet' : 'feed';
  const page = await deps.feed.transactions(account);
  const isReread = receiver.feed_cursor < receiver.read_to;
  for (const item of page.items) {
    if (!('payment' in item)) {
      await keepUnread(deps, account, item);
      continue;
    }
    const { payment: line, place } = item;
    const { amount } = await deps.ingest({ ...lineOf(line, heard, deps), channel, isReread, place });
    if (amount !== line.amount) await keepUnread(deps, account, otherThan(amount, line));
  }
  return page;
}

/** Money of another payment may be behind the line: a bank may give one reference twice. */
function otherThan(amount: Minor, { sendingBank, reference, senderName, amount: told }: ReportedPayment): Unreadable {
  const line = `${sendingBank} ${reference}: ${formatMoney(told)} of ${senderName}`;
  return { content: line, why: `the reference of a payment of ${formatMoney(amount)}` };
}

/** A line may come late, but none is of the future: by such a time it would pair with no other report of its payment. */
function lineOf(payment: ReportedPayment, { heardSince, receivedAt }: Heard, { reportOffMinutes }: ReadFeedsDeps) {
  const isAhead = payment.paidAt.getTime() > receivedAt.getTime() + reportOffMinutes * 60_000;
  const time = isAhead ? { saidAt: payment.paidAt, paidAt: receivedAt } : {};
  return { ...payment, ...time, heardSince, noticeId: null };
}

async function readNotices(deps: ReadFeedsDeps, account: Account, receiver: FeedAccount, heard: Heard) {
  const page = await deps.feed.notices(account);
  for (const item of page.items) {
    if ('content' in item) {
      await keepUnread(deps, account, item);
      continue;
    }
    const report = reportOf(item, account, {
      currency: receiver.currency,
      ...heard,
      reportOffMinutes: deps.reportOffMinutes,
    });
    if (report) await deps.ingest({ ...report, isReread: receiver.feed_cursor < receiver.read_to });
    else
      await keepUnread(deps, account, {
        content: `${item.id}: ${item.text}`,
        why: 'an SMS in words that are not known',
      });
  }
  return page;
}

/** A line that cannot be read may be money: it is kept for an operator, and holds up no line after it. */
async function keepUnread(
  { db, log }: ReadFeedsDeps,
  { bank, accountNo }: Account,
  { content, why }: { content: string; why: string },
): Promise<void> {
  await insertUnparsedReport(db, { bank, accountNo, content, why });
  log.error({ bank, account: accountNo, why }, 'a feed told something that cannot be read');
}

type Received = Heard & { currency: Currency; reportOffMinutes: number };

function reportOf({ id, text }: Notice, { bank, accountNo }: Account, reported: Received): PaymentReport | null {
  const { currency, heardSince, receivedAt, reportOffMinutes } = reported;
  const notice = readNotice(text, receivedAt);
  if (!notice || !accountNo.endsWith(notice.receiverDigits)) return null;
  const { paidAt, senderAccount, senderName, amount, content, balance } = notice;
  const mostMs = reportOffMinutes * 60_000;
  const isOff = paidAt.getTime() < heardSince.getTime() - mostMs || paidAt.getTime() > receivedAt.getTime() + mostMs;
  const receiver = { receiverBank: bank, receiverAccount: accountNo };
  const sender = { senderAccount, senderName, sendingBank: null, reference: null, billReference: null };
  const said = { notice: { content, balance }, saidAt: isOff ? paidAt : null };
  const payment = { noticeId: id, ...said, heardSince, amount, currency, paidAt: isOff ? receivedAt : paidAt };
  return { channel: 'sms', ...receiver, ...sender, ...payment };
}
