import { post } from '../../../ledger/ledger.ts';
import type { Transaction } from '../../../platform/database.ts';
import { announceWithCommit } from '../../../platform/wallet-changes.ts';
import { CannotDo, change, fields, list, MOST_LISTED, memberId, type TakeMember, text } from '../../../staff/act.ts';
import { lockPayment, type Payment } from '../ingest/payments.queries.ts';
import { confirmByOperator } from '../matching/confirm-sender.ts';
import { type Dispute, endDispute, findOpenDispute, openDisputes } from './disputes.queries.ts';
import { type BankMoves, moveCredit, takeBoth } from './move-credit.ts';

const given = text('Say which dispute, by its number: `disputes list` lists them.');

/** Credits that a later report contradicts. Only an operator takes anything from a member. */
export function disputeActs({ takeMember, moves }: { takeMember: TakeMember; moves: BankMoves }) {
  return {
    listDisputes: list({
      name: 'disputes list',
      summary: 'credits that a later report contradicts, oldest first, and what is frozen of them',
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
        await unfreeze(tx, before, payment);
        await confirmByOperator(tx, payment, before.member_id);
        await announceWithCommit(tx, before.member_id);
        const after = await endDispute(tx, before.id, null);
        return { data: after, before, after };
      },
    }),
    giveDisputed: change({
      name: 'disputes give',
      summary: 'ends a dispute: moves the whole payment to the rightful member; the first owes what is spent of it',
      permission: 'payments.doubts',
      needsSecond: true,
      schema: fields({ dispute: given, member: memberId }),
      run: async (tx, _operator, { dispute: id, member: who }) => {
        const { before, payment } = await takeDispute(tx, id);
        const rightful = await takeBoth(tx, takeMember, before.member_id, who);
        if (rightful.id === before.member_id) throw new CannotDo(`It is ${rightful.id}'s already: release it.`);
        if (rightful.currency !== payment.currency)
          throw new CannotDo(`It is ${payment.currency}, and ${rightful.id} has ${rightful.currency}.`);
        await unfreeze(tx, before, payment);
        const { taken, owed } = await moveCredit(tx, moves, { ...payment, member_id: before.member_id }, rightful.id);
        const after = await endDispute(tx, before.id, rightful.id);
        return { data: { ...after, amount: payment.amount, currency: payment.currency, taken, owed }, before, after };
      },
    }),
  };
}

/** Locks the payment first, as its reports do. */
async function takeDispute(tx: Transaction, id: string): Promise<{ before: Dispute; payment: Payment }> {
  const found = await findOpenDispute(tx, id);
  const payment = found && (await lockPayment(tx, found.payment_id));
  // Another operator may have ended it while the payment was waited for.
  const before = payment && (await findOpenDispute(tx, id));
  if (!before) throw new CannotDo(`No dispute ${id} is open: \`disputes list\` lists them.`);
  return { before, payment };
}

async function unfreeze(tx: Transaction, { member_id: memberId, frozen }: Dispute, payment: Payment): Promise<void> {
  if (frozen === 0n) return;
  const booking = { key: `dispute/${payment.id}/release`, reason: 'unfreeze', memberId, currency: payment.currency };
  await post(tx, { ...booking, from: 'frozen', to: 'main', amount: frozen });
}
