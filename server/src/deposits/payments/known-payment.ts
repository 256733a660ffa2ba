import type { Transaction } from '../../platform/database.ts';
import { isContradicted } from './contradiction.ts';
import { canBeSameAccount, canBeSameName } from './match-sender.ts';
import { type News, witnessOf } from './news.ts';
import {
  findHeard,
  findPaidByCode,
  findSameWords,
  findToPair,
  lockCode,
  lockSameAmount,
  type Payment,
  sharesReferences,
} from './payments.queries.ts';

/** `needsBank`: a slip alone does not credit, since the bank will tell the same payment by another reference. */
type Known = { payment?: Payment | undefined; perhaps?: Payment | undefined; needsBank: boolean };

/**
 * The payment that the news is about, if it was heard of before; or one that may be the same. Other news of the same
 * amount, or of the same QR code, waits until this transaction is over.
 */
export async function findKnown(tx: Transaction, news: News, pairMinutes: number): Promise<Known> {
  await lockSameAmount(tx, news);
  if (news.billReference) await lockCode(tx, news.billReference);
  const needsBank = !(await sharesReferences(tx, news));
  const payment = await findHeard(tx, news);
  if (payment) return { payment, needsBank };
  const repeated = (await findRepeatedNotice(tx, news)) ?? (await findSecondOfCode(tx, news, needsBank));
  if (repeated) return { ...repeated, needsBank };
  return { payment: needsBank ? await findPair(tx, news, pairMinutes) : undefined, needsBank };
}

/** An SMS in the words of another: the same one if the balance is the same, perhaps the same if none is told. */
async function findRepeatedNotice(tx: Transaction, { notice, ...news }: News) {
  if (!notice) return null;
  const told = await findSameWords(tx, news, notice.content);
  const payment = told.find(({ balance }) => balance !== null && balance === notice.balance);
  if (payment) return { payment };
  const perhaps = told.find(({ balance }) => balance === null || notice.balance === null);
  return perhaps ? { perhaps } : null;
}

/**
 * A QR code is seldom paid twice and often told twice. Where each witness tells references of its own, another witness
 * means the payment that is known.
 */
async function findSecondOfCode(tx: Transaction, news: News, needsBank: boolean) {
  const paid = news.billReference ? await findPaidByCode(tx, news.billReference) : [];
  const payment = paid.find((known) => needsBank && isAtSameAccount(known, news) && !isHeardByWitnessOf(known, news));
  if (payment) return { payment };
  return paid[0] ? { perhaps: paid[0] } : null;
}

/**
 * Where references are not shared, tellings of two witnesses pair one to one by time. A wrong pair of equal payments
 * does no harm: a slip alone credits nothing there, so there are never more credits than the bank has told of.
 */
async function findPair(tx: Transaction, news: News, pairMinutes: number): Promise<Payment | undefined> {
  const candidates = await findToPair(tx, news, { heardBy: witnessOf(news), minutes: pairMinutes });
  const possible = candidates.filter(
    ({ sending_bank, sender_account, sender_name }) =>
      (sending_bank === null || news.sendingBank === null || sending_bank === news.sendingBank) &&
      canBeSameAccount(sender_account, news.senderAccount) &&
      canBeSameName(sender_name, news.senderName),
  );
  // Only where nothing else can be meant is it a payment whose credit the news contradicts.
  for (const payment of possible) if (!(await isContradicted(tx, payment, news))) return payment;
  return possible[0];
}

function isAtSameAccount(payment: Payment, { receiverBank, receiverAccount, amount }: News): boolean {
  return (
    payment.receiver_bank === receiverBank && payment.receiver_account === receiverAccount && payment.amount === amount
  );
}

function isHeardByWitnessOf({ heard_by }: Payment, news: News): boolean {
  return witnessOf(news).some((channel) => heard_by.includes(channel));
}

/** Whether somebody who holds the money has told of the payment, not only its sender's bank. */
export function isToldByBank({ heard_by }: Payment): boolean {
  return heard_by.some((channel) => channel !== 'slip');
}
