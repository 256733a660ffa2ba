import { Type } from 'typebox';
import { now } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { plainReference } from '../../providers/payments/reported-payment.ts';
import {
  amount,
  CannotDo,
  change,
  fields,
  look,
  MOST_LISTED,
  memberId,
  readAmount,
  type TakeMember,
  text,
} from '../../staff/act.ts';
import { giveWaiting, takeWaiting } from './give-waiting.ts';
import type { OnDeposited } from './hear-payment.ts';
import { findKnown } from './known-payment.ts';
import { closePayment, countWaiting, insertPayment, waitingPayments } from './payments.queries.ts';
import { findReceiver, type Receiver } from './receivers.queries.ts';

type PaymentActsDeps = { takeMember: TakeMember; onDeposited: OnDeposited; pairMinutes: number };

const SAY_WHAT_CAME = 'Say which bank sent it, its reference, and how much.';
const payment = text('Say which payment, by its number: `payments waiting` lists them.');

/** Payments that reached us and whose member is not known. */
export function paymentActs({ takeMember, onDeposited, pairMinutes }: PaymentActsDeps) {
  return {
    listWaiting: look({
      name: 'payments waiting',
      summary: 'money that reached us and waits for somebody to say whose it is',
      permission: 'payments',
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
      permission: 'payments',
      needsSecond: true,
      schema: fields({ payment, member: memberId }),
      run: async (tx, _operator, { payment: id, member: who }) => {
        // Locks the rows in the same order as news of the payment does.
        const before = await takeWaiting(tx, id);
        const member = await takeMember(tx, who);
        const after = await giveWaiting(tx, onDeposited, before, { memberId: member.id, announcedAs: null });
        return { data: after, before, after };
      },
    }),
    closePayment: change({
      name: 'payments close',
      summary: 'writes down that waiting money was sent back, or is not a payment of its own',
      permission: 'payments',
      needsSecond: true,
      schema: fields({ payment }),
      run: async (tx, _operator, { payment: id }) => {
        const before = await takeWaiting(tx, id);
        const after = await closePayment(tx, before.id);
        return { data: after, before, after };
      },
    }),
    recordPayment: recordPayment(pairMinutes),
  };
}

const recordPayment = (pairMinutes: number) =>
  change({
    name: 'payments record',
    summary: 'writes down money that is in the bank and that no feed has told of',
    permission: 'payments',
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
      const news = { sendingBank: sendingBank.toUpperCase(), reference: plain, noticeId: null, billReference: null };
      const sender = { senderAccount: '', senderName: '', channel: 'operator' as const };
      const { currency } = receiver;
      const told = { ...reached, ...news, ...sender, currency, paidAt: await readPaidAt(tx, receiver, when) };
      const known = await findKnown(tx, told, pairMinutes);
      if (known.payment) throw new CannotDo(`It is known already, as payment ${known.payment.id}.`);
      const after = await insertPayment(tx, told);
      return { data: after, before: null, after };
    },
  });

/** An SMS has no reference: only its time tells that it is about the same payment. */
async function readPaidAt(tx: Transaction, { hears_by_sms }: Receiver, when: string): Promise<Date> {
  if (!when && !hears_by_sms) return now(tx);
  const paidAt = new Date(when);
  if (Number.isNaN(paidAt.getTime())) throw new CannotDo('Say when it was paid, such as 2026-11-15T15:04+07:00.');
  return paidAt;
}
