import type { Currency, Minor } from '@krapao/contract/money.ts';
import { Type } from 'typebox';
import { now } from '../../../platform/clock.ts';
import type { Transaction } from '../../../platform/database.ts';
import { plainReference } from '../../../providers/payments/reported-payment.ts';
import {
  amount,
  CannotDo,
  change,
  fields,
  look,
  MOST_LISTED,
  memberId,
  type Operator,
  readAmount,
  type TakeMember,
  text,
} from '../../../staff/act.ts';
import { isDisputed } from '../disputes/disputes.queries.ts';
import { type BankMoves, moveCredit, takeBoth } from '../disputes/move-credit.ts';
import { bookSame, bookSentBack, recordPayment as recordNew } from '../ingest/book-payment.ts';
import { findExistingPayment } from '../ingest/find-existing-payment.ts';
import {
  closePayment,
  countWaiting,
  givenToday,
  lockCredited,
  lockPayments,
  markGiven,
  type Payment,
  paymentById,
  waitingPayments,
} from '../ingest/payments.queries.ts';
import { DOUBTED_MONEY } from '../ingest/rules.ts';
import { canBeFrom, isOlder, othersFit } from '../matching/candidates.ts';
import { compareNames, isFullyShown } from '../matching/match-sender.ts';
import { findSender } from '../matching/senders.queries.ts';
import { findReceiver, type Receiver } from '../receivers/receivers.queries.ts';
import { giveWaiting, takeWaiting } from './give-waiting.ts';

type PaymentActsDeps = {
  takeMember: TakeMember;
  moves: BankMoves;
  pairMinutes: number;
  /** The most that one operator gives alone to the member whose it plainly is, at once and on a day. */
  givenAlone: Record<Currency, Minor>;
  givenAloneADay: Record<Currency, Minor>;
};

const SAY_WHAT_CAME = 'Say which bank sent it, its reference, and how much.';
const payment = text('Say which payment, by its number: `payments waiting` lists them.');

/** Payments that reached us and whose member is not known. */
export function paymentActs(deps: PaymentActsDeps) {
  const { takeMember, moves, pairMinutes } = deps;
  return {
    listWaiting: look({
      name: 'payments waiting',
      summary: 'money that reached us and waits for somebody to say whose it is',
      permission: 'payments.see',
      readOnly: true,
      schema: fields({
        after: Type.Optional(
          Type.String({ pattern: '^\\d{1,18}$', description: 'Say after which payment, by its number.' }),
        ),
      }),
      run: async (tx, _operator, { after = '0' }) => ({
        payments: await waitingPayments(tx, after, MOST_LISTED),
        total: await countWaiting(tx),
      }),
    }),
    creditPayment: change({
      name: 'payments credit',
      summary: 'gives waiting money to a member; check who sent it first',
      permission: 'payments.give',
      needsSecond: async (tx, { payment: id, member: who }, operator) => {
        const waiting = await takeWaiting(tx, id);
        return !(await mayGiveAlone(tx, deps, { waiting, memberId: (await takeMember(tx, who)).id, operator }));
      },
      worth: (tx, { payment: id }) => takeWaiting(tx, id),
      schema: fields({ payment, member: memberId }),
      run: async (tx, operator, { payment: id, member: who }) => {
        // Locks the rows in the same order as a report of the payment does.
        const before = await takeWaiting(tx, id);
        const member = await takeMember(tx, who);
        await markGiven(tx, before.id, operator.name);
        const after = await giveWaiting(tx, moves.onDeposited, before, { memberId: member.id, announcedAs: null });
        return { data: after, before, after };
      },
    }),
    movePayment: movePayment(takeMember, moves),
    closePayment: change({
      name: 'payments close',
      summary: 'writes down that waiting money was sent back',
      permission: 'payments.give',
      needsSecond: true,
      worth: (tx, { payment: id }) => takeWaiting(tx, id),
      schema: fields({ payment }),
      run: async (tx, _operator, { payment: id }) => {
        const before = await takeWaiting(tx, id);
        await bookSentBack(tx, before);
        const after = await closePayment(tx, before.id, null);
        return { data: after, before, after };
      },
    }),
    markSame,
    recordPayment: recordPayment(pairMinutes),
  };
}

type Giving = { waiting: Payment; memberId: string; operator: Operator };

/** Whether the payment is plainly the member's, and not too much for one operator, at once and on a day. */
async function mayGiveAlone(
  tx: Transaction,
  { givenAlone, givenAloneADay }: PaymentActsDeps,
  { waiting, memberId, operator }: Giving,
): Promise<boolean> {
  const { amount, currency } = waiting;
  if (amount > givenAlone[currency] || !(await isPlainlyTheirs(tx, waiting, memberId))) return false;
  return (await givenToday(tx, operator.name, currency)) + amount < givenAloneADay[currency];
}

/**
 * Whether it is sure that there is money, and it came from the member's registered account, wholly shown or under the
 * same name, registered before the payment; and nobody else can have sent it.
 */
async function isPlainlyTheirs(tx: Transaction, waiting: Payment, memberId: string): Promise<boolean> {
  const { sending_bank: bank, sender_account: account, sender_name: name, currency } = waiting;
  const isDoubted = waiting.possible_duplicate_of !== null || DOUBTED_MONEY.includes(waiting.waits_by ?? '');
  const member = await findSender(tx, memberId, currency);
  if (isDoubted || !member || bank === null || account === '' || !canBeFrom(member, { bank, account, name }))
    return false;
  const isWhole = isFullyShown(account);
  if (!isWhole && compareNames(name, member.bank_account_name) !== 'same') return false;
  if (isOlder(waiting, isWhole ? member.registered_at : member.named_at)) return false;
  return !(await othersFit(tx, waiting, memberId));
}

const movePayment = (takeMember: TakeMember, moves: BankMoves) =>
  change({
    name: 'payments move',
    summary: 'moves a wrong credit to the member whose it is; the first owes what is spent of it',
    permission: 'corrections',
    needsSecond: true,
    worth: (tx, { payment: id }) => takeCredited(tx, id),
    schema: fields({ payment: text('Say which payment, by its number.'), member: memberId }),
    run: async (tx, _operator, { payment: id, member: who }) => {
      const before = await takeCredited(tx, id);
      if (await isDisputed(tx, before.id)) throw new CannotDo(`Payment ${id} is disputed: \`disputes give\` moves it.`);
      const rightful = await takeBoth(tx, takeMember, before.member_id, who);
      if (rightful.id === before.member_id) throw new CannotDo(`It is ${rightful.id}'s already.`);
      if (rightful.currency !== before.currency)
        throw new CannotDo(`It is ${before.currency}, and ${rightful.id} has ${rightful.currency}.`);
      const { taken, owed } = await moveCredit(tx, moves, before, rightful.id);
      const after = await paymentById(tx, before.id);
      return { data: { ...after, from: before.member_id, taken, owed }, before, after: { ...after, taken, owed } };
    },
  });

async function takeCredited(tx: Transaction, id: string): Promise<Payment & { member_id: string }> {
  const payment = /^\d{1,18}$/.test(id) ? await lockCredited(tx, id) : null;
  if (!payment) throw new CannotDo(`No member was credited with payment ${id}.`);
  return payment;
}

const markSame = change({
  name: 'payments same',
  summary: 'writes down that waiting money is another payment, told again: there is no money beside that one',
  permission: 'payments.give',
  needsSecond: true,
  schema: fields({ payment, other: text('Say which payment has the money, by its number.') }),
  run: async (tx, _operator, { payment: id, other: otherId }) => {
    const named = [id, otherId].filter((number) => /^\d{1,18}$/.test(number));
    const locked = await lockPayments(tx, named);
    const before = await takeWaiting(tx, id);
    const other = locked.find((row) => String(row.id) === otherId);
    if (!other || !canBeTold(before, other)) throw new CannotDo(`Payment ${id} cannot be payment ${otherId}.`);
    await bookSame(tx, before);
    const after = await closePayment(tx, before.id, other.id);
    return { data: after, before, after };
  },
});

/** A payment that itself is another, told again, has no money. */
function canBeTold(again: Payment, first: Payment): boolean {
  const { ledger_name, amount, currency } = first;
  if (first.id === again.id || first.duplicate_of !== null) return false;
  return ledger_name === again.ledger_name && amount === again.amount && currency === again.currency;
}

const recordPayment = (pairMinutes: number) =>
  change({
    name: 'payments record',
    summary: 'writes down money that is in the bank and that no feed has told of',
    permission: 'payments.record',
    needsSecond: true,
    schema: fields({
      bank: text('Say at which bank it is.'),
      account: text('Say at which account of ours it is.'),
      sendingBank: Type.String({ minLength: 1, maxLength: 100, description: SAY_WHAT_CAME }),
      reference: Type.String({ minLength: 1, maxLength: 100, description: SAY_WHAT_CAME }),
      amount: amount(SAY_WHAT_CAME),
      when: Type.Optional(text('Say when it was paid, such as 2026-11-15T15:04+07:00.')),
    }),
    run: async (tx, _operator, { bank, account, sendingBank, reference, amount: given, when = '' }) => {
      const minor = readAmount(given);
      const plain = plainReference(reference);
      if (!minor || plain === '') throw new CannotDo(SAY_WHAT_CAME);
      const receiver = await findReceiver(tx, bank, account);
      if (!receiver) throw new CannotDo(`${bank} ${account} is not an account of ours: \`receivers list\` shows them.`);
      const reached = { receiverBank: bank.toUpperCase(), receiverAccount: account, amount: minor };
      const report = { sendingBank: sendingBank.toUpperCase(), reference: plain, noticeId: null, billReference: null };
      const sender = { senderAccount: '', senderName: '', channel: 'operator' as const };
      const { currency } = receiver;
      const told = { ...reached, ...report, ...sender, currency, paidAt: await readPaidAt(tx, receiver, when) };
      const { payment, perhaps } = await findExistingPayment(tx, told, { pairMinutes, namesCode: false });
      const known = payment ?? perhaps;
      if (known) throw new CannotDo(`It is known already, as payment ${known.id}.`);
      const after = await recordNew(tx, told);
      return { data: after, before: null, after };
    },
  });

/** An SMS has no reference: only its time tells that it is about the same payment. */
async function readPaidAt(tx: Transaction, { is_reported_by_sms }: Receiver, when: string): Promise<Date> {
  if (!when && !is_reported_by_sms) return now(tx);
  const paidAt = new Date(when);
  if (Number.isNaN(paidAt.getTime())) throw new CannotDo('Say when it was paid, such as 2026-11-15T15:04+07:00.');
  if (paidAt > (await now(tx))) throw new CannotDo(`${paidAt.toISOString()} is still to come: say when it was paid.`);
  return paidAt;
}
