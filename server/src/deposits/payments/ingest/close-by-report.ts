import type { Currency, Minor } from '@krapao/contract/money.ts';
import { type Database, inTransaction, many, type Transaction } from '../../../platform/database.ts';
import { linesAndCodes } from '../matching/lines-and-codes.ts';
import { closeAsSame } from './book-payment.ts';
import { equalPayments, lockSameAmount, lockWaiting, type Payment } from './payments.queries.ts';

/** A line of the report that an account of ours gives of a day. */
type Item = { amount: Minor; currency: Currency; direction: 'in' | 'out'; at: Date };
type Account = { bank: string; account: string };

/** Lines and payments by code that wait for each other. */
const WAIT_FOR_EACH_OTHER = ['kept for a code', 'code beside a line'];
const DAY_MINUTES = 24 * 60;

/**
 * The account's own report of a day says how many payments of an amount there were. Where our books have more, by exactly as
 * many as wait since a line may be a code's, those are the same as what was credited. With any other number the report and
 * the feed contradict each other, and operators decide.
 */
export async function closeByReport(
  db: Database,
  { bank, account }: Account,
  { day, items, minutes }: { day: string; items: Item[]; minutes: number },
): Promise<void> {
  const waiting = await many<Payment>(
    db,
    `select * from payments where receiver_bank = $1 and receiver_account = $2 and member_id is null
        and closed_at is null and waits_by = any($3) and (paid_at at time zone 'Asia/Bangkok')::date = $4::date
      order by id`,
    [bank, account, WAIT_FOR_EACH_OTHER, day],
  );
  const amounts = new Map(waiting.map((payment) => [`${payment.amount} ${payment.currency}`, payment]));
  for (const payment of amounts.values())
    await inTransaction(db, (tx) => closeAmount(tx, payment, { day, items, minutes }));
}

async function closeAmount(
  tx: Transaction,
  { amount, currency, ...payment }: Payment,
  { day, items, minutes }: { day: string; items: Item[]; minutes: number },
): Promise<void> {
  const { receiver_bank: receiverBank, receiver_account: receiverAccount } = payment;
  await lockSameAmount(tx, { receiverBank, receiverAccount, amount });
  const beginning = new Date(`${day}T00:00:00+07:00`);
  const noon = new Date(`${day}T12:00:00+07:00`);
  const around = await equalPayments(tx, { ...payment, amount, currency, paid_at: noon }, DAY_MINUTES);
  const theirs = items.filter(
    (item) => item.direction === 'in' && item.amount === amount && item.currency === currency,
  );
  const minuteOf = (at: Date) => (at.getTime() - beginning.getTime()) / 60_000;
  const isAtMidnight = (at: Date) => [0, DAY_MINUTES].some((midnight) => Math.abs(minuteOf(at) - midnight) <= minutes);
  // By another clock a payment near midnight is of another day.
  if ([...around.map(({ paid_at }) => paid_at), ...theirs.map(({ at }) => at)].some(isAtMidnight)) return;
  const ours = around.filter(({ paid_at }) => minuteOf(paid_at) > 0 && minuteOf(paid_at) < DAY_MINUTES);
  const left = ours.filter(({ waits_by }) => WAIT_FOR_EACH_OTHER.includes(waits_by ?? ''));
  if (ours.length - theirs.length !== left.length) return;
  for (const { id } of left) await closeWaiting(tx, id, minutes);
}

async function closeWaiting(tx: Transaction, id: bigint, minutes: number): Promise<void> {
  const payment = await lockWaiting(tx, String(id));
  const found = payment && (await linesAndCodes(tx, payment, minutes));
  if (found) await closeAsSame(tx, payment, found.partner ?? found.other);
}
