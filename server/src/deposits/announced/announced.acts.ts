import type { Currency, Minor } from '@krapao/contract/money.ts';
import { endStatement } from '../../ledger/statement.ts';
import type { Transaction } from '../../platform/database.ts';
import { announceWithCommit } from '../../platform/wallet-changes.ts';
import { CannotDo, change, fields, list, MOST_LISTED, memberId, text } from '../../staff/act.ts';
import { endAnnounced, lockAnnounced, openAnnounced } from './announced.queries.ts';

const id = text('Say which announced deposit, by its id: `manual list` lists them.');

type GivenPayment = { id: bigint; amount: Minor; currency: Currency };

/** `giveWaiting`: takes a payment that waits, by its number, and gives it to the member who announced it. */
type AnnouncedActsDeps = {
  giveWaiting: (
    tx: Transaction,
    paymentId: string,
    to: { memberId: string; announcedAs: string },
  ) => Promise<GivenPayment>;
};

/** Deposits that members announced, for operators to look for. */
export function announcedActs({ giveWaiting }: AnnouncedActsDeps) {
  return {
    listAnnounced: list({
      name: 'manual list',
      summary: 'deposits that members have announced, oldest first',
      permission: 'payments.see',
      run: (tx) => openAnnounced(tx, MOST_LISTED),
    }),
    acceptAnnounced: change({
      name: 'manual accept',
      summary: 'gives waiting money to the member who announced it (see `payments waiting`, `payments record`)',
      permission: 'payments.give',
      needsSecond: true,
      schema: fields({
        member: memberId,
        id,
        payment: text('Say which payment, by its number: `payments waiting` lists them.'),
      }),
      run: async (tx, _operator, input) => {
        const before = await takeAnnounced(tx, input);
        const to = { memberId: before.member_id, announcedAs: before.id };
        const payment = await giveWaiting(tx, input.payment, to);
        const after = await endAnnounced(tx, before, payment.id);
        return { data: { ...payment, member_id: before.member_id }, before, after };
      },
    }),
    refuseAnnounced: change({
      name: 'manual refuse',
      summary: 'tells the member that the money was not found, or was credited another way',
      permission: 'payments.give',
      needsSecond: false,
      schema: fields({ member: memberId, id }),
      run: async (tx, _operator, input) => {
        const before = await takeAnnounced(tx, input);
        const after = await endAnnounced(tx, before, null);
        await endStatement(tx, { memberId: before.member_id, id: before.id }, 'FAILED');
        await announceWithCommit(tx, before.member_id);
        return { data: after, before, after };
      },
    }),
  };
}

async function takeAnnounced(tx: Transaction, { member, id }: { member: string; id: string }) {
  const announced = await lockAnnounced(tx, member, id);
  if (!announced) throw new CannotDo(`${member} announced no deposit ${id}: \`manual list\` lists them.`);
  return announced;
}
