import { randomUUID } from 'node:crypto';
import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import { post } from '../../ledger/ledger.ts';
import { writeStatement } from '../../ledger/statement.ts';
import type { Transaction } from '../../platform/database.ts';
import { announceWithCommit } from '../../platform/wallet-changes.ts';
import { CannotDo, change, fields, list, MOST_LISTED, memberId, type TakeMember, text } from '../../staff/act.ts';
import { confirmByOperator } from './confirm-sender.ts';
import { type Dispute, endDispute, findOpenDispute, openDisputes } from './disputes.queries.ts';
import type { OnDeposited } from './hear-payment.ts';
import { lockPayment, markCredited, type Payment } from './payments.queries.ts';
import { forgetConfirmed } from './senders.queries.ts';

const HOUSE = 'house:disputes';
const SERVICE = 'service';
const given = text('Say which dispute, by its number: `disputes list` lists them.');

/** Credits that later news contradicts. Only an operator takes anything from a member. */
export function disputeActs({ takeMember, onDeposited }: { takeMember: TakeMember; onDeposited: OnDeposited }) {
  return {
    listDisputes: list({
      name: 'disputes list',
      summary: 'credits that later news contradicts, oldest first, and what is frozen of them',
      permission: 'payments.see',
      run: (tx) => openDisputes(tx, MOST_LISTED),
    }),
    releaseDispute: change({
      name: 'disputes release',
      summary: 'ends a dispute: the payment is the credited member’s, who has the frozen money again',
      permission: 'payments.doubts',
      needsSecond: true,
      schema: fields({ dispute: given }),
      run: async (tx, _operator, { dispute: id }) => {
        const { before, payment } = await takeDispute(tx, id);
        const booking = { reason: 'unfreeze', memberId: before.member_id, currency: payment.currency };
        const key = `dispute/${payment.id}/release`;
        if (before.frozen > 0n) await post(tx, { ...booking, key, from: 'frozen', to: 'main', amount: before.frozen });
        await confirmByOperator(tx, payment, before.member_id);
        await announceWithCommit(tx, before.member_id);
        const after = await endDispute(tx, before.id, null);
        return { data: after, before, after };
      },
    }),
    giveDisputed: change({
      name: 'disputes give',
      summary: 'ends a dispute: takes the frozen money, and gives the whole payment to the rightful member',
      permission: 'payments.doubts',
      needsSecond: true,
      schema: fields({ dispute: given, member: memberId }),
      run: async (tx, _operator, { dispute: id, member: who }) => {
        const { before, payment } = await takeDispute(tx, id);
        const rightful = await takeMember(tx, who);
        if (rightful.id === before.member_id) throw new CannotDo(`It is ${rightful.id}'s already: release it.`);
        if (rightful.currency !== payment.currency)
          throw new CannotDo(`It is ${payment.currency}, and ${rightful.id} has ${rightful.currency}.`);
        await takeFrozen(tx, before, payment);
        await giveTo(tx, rightful.id, payment, onDeposited);
        const after = await endDispute(tx, before.id, rightful.id);
        return { data: { ...after, amount: payment.amount, currency: payment.currency }, before, after };
      },
    }),
  };
}

/** Locks the payment first, as its news does. */
async function takeDispute(tx: Transaction, id: string): Promise<{ before: Dispute; payment: Payment }> {
  const found = await findOpenDispute(tx, id);
  const payment = found && (await lockPayment(tx, found.payment_id));
  // Another operator may have ended it while the payment was waited for.
  const before = payment && (await findOpenDispute(tx, id));
  if (!before) throw new CannotDo(`No dispute ${id} is open: \`disputes list\` lists them.`);
  return { before, payment };
}

async function takeFrozen(tx: Transaction, { member_id, frozen }: Dispute, payment: Payment): Promise<void> {
  await forgetConfirmed(tx, member_id, payment.id);
  await announceWithCommit(tx, member_id);
  if (frozen === 0n) return;
  const booking = { reason: 'dispute', memberId: member_id, currency: payment.currency };
  await post(tx, { ...booking, key: `dispute/${payment.id}/take`, from: 'frozen', to: HOUSE, amount: frozen });
  const entry = { type: 'withdraw', status: 'SUCCESS', from: MAIN_WALLET, to: SERVICE, amount: frozen } as const;
  await writeStatement(tx, member_id, { ...entry, id: randomUUID() });
}

/** The whole payment, also where less was left of it: what is missing stays with the house. */
async function giveTo(tx: Transaction, member: string, payment: Payment, onDeposited: OnDeposited): Promise<void> {
  const { id, amount, currency } = payment;
  const booking = { reason: 'deposit', memberId: member, currency };
  await post(tx, { ...booking, key: `dispute/${id}/give`, from: HOUSE, to: 'main', amount });
  await onDeposited(tx, { memberId: member, currency }, amount);
  await markCredited(tx, id, { memberId: member, remark: `it had been credited to ${payment.member_id}` });
  const from = payment.sending_bank ?? payment.receiver_bank;
  const entry = { type: 'deposit', status: 'SUCCESS', from, to: MAIN_WALLET, amount } as const;
  await writeStatement(tx, member, { ...entry, id: randomUUID() });
  await confirmByOperator(tx, payment, member);
  await announceWithCommit(tx, member);
}
