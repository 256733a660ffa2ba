import { formatMoney, parseMoney } from '@krapao/contract/money.ts';
import { credit, findKnown } from '../deposits/payments/hear-payment.ts';
import { insertPayment, type Payment } from '../deposits/payments/payments.queries.ts';
import { endStatement } from '../ledger/statement.ts';
import { addCoins } from '../members/account/coins.queries.ts';
import { now } from '../platform/clock.ts';
import { many, maybeOne, one, type Transaction } from '../platform/database.ts';
import { WALLET_CHANGED } from '../platform/wallet-changes.ts';
import { rewardBankMoves } from '../rewards/rewards.ts';
import { CannotDo, type Command, findMember } from './command.ts';

const SHOWN = 200;
const { onDeposited } = rewardBankMoves({ addCoins });

/** Money that reached us and nobody knows for whom, and what members say they paid. */
export const PAYMENT_COMMANDS: Record<string, Command> = {
  'payments waiting': {
    usage: '[after <payment>]',
    summary: 'money that reached us and waits for somebody to say whose it is',
    readOnly: true,
    run: async (tx, _config, _after, last = '0') => {
      const waiting = 'from payments where member_id is null and closed_at is null';
      const { total } = await one<{ total: bigint }>(tx, `select count(*) as total ${waiting}`);
      const rows = await many<Payment>(tx, `select * ${waiting} and id > $1::bigint order by id limit ${SHOWN}`, [
        /^\d{1,18}$/.test(last) ? last : '0',
      ]);
      return [...rows.map(lineOf), total === 0n ? 'Nothing waits.' : `${total} in all.`].join('\n');
    },
  },
  'payments credit': {
    usage: '<payment> <member>',
    summary: 'gives waiting money to a member; check who sent it first',
    run: async (tx, config, paymentId, who) => {
      // In the order in which news of it would take them.
      const payment = await takeWaiting(tx, paymentId);
      const member = await findMember(tx, config, who);
      await give(tx, payment, member, null);
      return `${formatMoney(payment.amount)} ${payment.currency} is ${member.id}'s.`;
    },
  },
  'payments close': {
    usage: '<payment>',
    summary: 'writes down that waiting money was sent back, or is not a payment of its own',
    run: async (tx, _config, paymentId) => {
      const payment = await takeWaiting(tx, paymentId);
      await tx.query('update payments set closed_at = app_now() where id = $1', [payment.id]);
      return `Payment ${payment.id} is closed.`;
    },
  },
  'payments record': {
    usage: '<our bank> <our account> <sending bank> <reference> <amount> [<when>]',
    summary: 'writes down money that is in the bank and that no feed has told of',
    run: async (tx, _config, bank = '', account = '', sendingBank = '', reference = '', amount = '', when = '') => {
      const minor = parseMoney(amount);
      if (!minor || !sendingBank || !reference)
        throw new CannotDo('Say which bank sent it, its reference, and how much.');
      const receiver = await findReceiver(tx, bank, account);
      const reached = { receiverBank: bank.toUpperCase(), receiverAccount: account, amount: minor };
      const news = { sendingBank: sendingBank.toUpperCase(), reference, noticeId: null, billReference: null };
      const sender = { senderAccount: '', senderName: '', channel: 'operator' as const };
      const { currency } = receiver;
      const told = { ...reached, ...news, ...sender, currency, paidAt: await readPaidAt(tx, receiver, when) };
      const known = await findKnown(tx, told);
      if (known.payment) throw new CannotDo(`It is known already, as payment ${known.payment.id}.`);
      if (known.perhaps) throw new CannotDo(`It is perhaps payment ${known.perhaps.id}: say when it was paid.`);
      const payment = await insertPayment(tx, told);
      return `It waits as payment ${payment.id}.`;
    },
  },
  'manual list': {
    usage: '',
    summary: 'deposits that members have announced, oldest first',
    readOnly: true,
    run: async (tx) => {
      type Row = { id: string; member_id: string; amount: bigint; created_at: Date };
      const sql = `select * from manual_deposits where status = 'PROCESSING' order by created_at limit ${SHOWN}`;
      const rows = await many<Row>(tx, sql);
      const lines = rows.map(
        ({ id, member_id, amount, created_at }) =>
          `${id}  ${member_id}  ${formatMoney(amount)}  ${created_at.toISOString()}`,
      );
      return lines.join('\n') || 'None.';
    },
  },
  'manual accept': {
    usage: '<member> <id> <payment>',
    summary: 'gives waiting money to the member who announced it (see `payments waiting`, `payments record`)',
    run: async (tx, _config, who = '', id = '', paymentId) => {
      const announced = await takeAnnounced(tx, who, id);
      const payment = await takeWaiting(tx, paymentId);
      await give(tx, payment, { id: announced.member_id }, id);
      await tx.query(
        `update manual_deposits set status = 'SUCCESS', payment_id = $3 where member_id = $1 and id = $2`,
        [announced.member_id, id, payment.id],
      );
      return `${formatMoney(payment.amount)} ${payment.currency} is ${announced.member_id}'s.`;
    },
  },
  'manual refuse': {
    usage: '<member> <id>',
    summary: 'tells the member that the money was not found, or was credited another way',
    run: async (tx, _config, who = '', id = '') => {
      const { member_id: memberId } = await takeAnnounced(tx, who, id);
      await tx.query(`update manual_deposits set status = 'FAILED' where member_id = $1 and id = $2`, [memberId, id]);
      await endStatement(tx, { memberId, id }, 'FAILED');
      await tellWallet(tx, memberId);
      return 'Refused.';
    },
  },
  'links pending': {
    usage: '',
    summary: 'gift links of which it is not known what became',
    readOnly: true,
    run: async (tx) => {
      type Row = { hash: string; member_id: string; code: string | null; tries: number };
      const sql = `select hash, member_id, code, tries from truelinks where status = 'RESERVED' order by created_at limit ${SHOWN}`;
      const rows = await many<Row>(tx, sql);
      const lines = rows.map(
        ({ hash, member_id, code, tries }) => `${hash}  ${member_id}  ${code ?? 'no answer'}, asked ${tries} times`,
      );
      return lines.join('\n') || 'None.';
    },
  },
  'slips pending': {
    usage: '',
    summary: 'slips that are still in progress, oldest first',
    readOnly: true,
    run: async (tx) => {
      type Row = { reference: string; member_id: string; created_at: Date; tries: number };
      const sql = `select * from slips where status = 'PROCESSING' order by look_at limit ${SHOWN}`;
      const lines = (await many<Row>(tx, sql)).map(
        ({ reference, member_id, created_at, tries }) =>
          `${reference}  ${member_id}  ${created_at.toISOString()}, looked at ${tries} times`,
      );
      return lines.join('\n') || 'None.';
    },
  },
};

function lineOf({ id, receiver_bank, receiver_account, amount, currency, paid_at, ...payment }: Payment): string {
  const { sending_bank, reference, sender_account, sender_name, remark, heard_by } = payment;
  const to = `to ${receiver_bank} ${receiver_account}`;
  const from = `from ${sending_bank ?? '?'} ${sender_account} ${sender_name} (${reference ?? 'no reference'})`;
  return `${id}  ${formatMoney(amount)} ${currency}  ${paid_at.toISOString()}  ${to}  ${from}  by ${heard_by.join(', ')}: ${remark ?? ''}`;
}

type Receiver = { currency: Payment['currency']; hears_by_sms: boolean };

async function findReceiver(tx: Transaction, bank: string, account: string): Promise<Receiver> {
  const sql = `select currency, mode = 'SMS' as hears_by_sms from deposit_banks
    where bank_code = upper($1) and account_no = $2 order by mode desc limit 1`;
  const receiver = await maybeOne<Receiver>(tx, sql, [bank, account]);
  if (!receiver) throw new CannotDo(`${bank} ${account} is not an account of ours: \`receivers list\` shows them.`);
  return receiver;
}

/** An SMS has no reference: only by the time it is known that it tells of the same money. */
async function readPaidAt(tx: Transaction, { hears_by_sms }: Receiver, when: string): Promise<Date> {
  if (!when && !hears_by_sms) return now(tx);
  const paidAt = new Date(when);
  if (Number.isNaN(paidAt.getTime())) throw new CannotDo('Say when it was paid, such as 2026-11-15T15:04+07:00.');
  return paidAt;
}

async function takeWaiting(tx: Transaction, paymentId: string | undefined): Promise<Payment> {
  const sql = 'select * from payments where id = $1::bigint and member_id is null and closed_at is null for update';
  const payment = /^\d{1,18}$/.test(paymentId ?? '') ? await maybeOne<Payment>(tx, sql, [paymentId]) : null;
  if (!payment) throw new CannotDo(`No payment ${paymentId ?? ''} waits: \`payments waiting\` lists them.`);
  return payment;
}

async function takeAnnounced(tx: Transaction, memberId: string, id: string): Promise<{ member_id: string }> {
  const sql = `select member_id from manual_deposits
    where member_id = upper($1) and id::text = $2 and status = 'PROCESSING' for update`;
  const announced = await maybeOne<{ member_id: string }>(tx, sql, [memberId, id]);
  if (!announced) throw new CannotDo(`${memberId} announced no deposit ${id}: \`manual list\` lists them.`);
  return announced;
}

async function give(
  tx: Transaction,
  payment: Payment,
  member: { id: string },
  announcedAs: string | null,
): Promise<void> {
  const { currency } =
    (await maybeOne<{ currency: string }>(tx, 'select currency from members where id = $1', [member.id])) ?? {};
  if (currency !== payment.currency) throw new CannotDo(`It is ${payment.currency}, and ${member.id} has ${currency}.`);
  await credit(tx, { payment, memberId: member.id, remark: payment.remark, announcedAs, onDeposited });
  await tellWallet(tx, member.id);
}

async function tellWallet(tx: Transaction, memberId: string): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [WALLET_CHANGED, memberId]);
}
