import { formatMoney, type Minor } from '@krapao/contract/money.ts';
import type { Acts } from '../acts.ts';
import { type Command, command, lines, list } from './command.ts';

type Given = { amount: Minor; currency: string; member_id: string | null };

const given = ({ amount, currency, member_id }: Given) => `${formatMoney(amount)} ${currency} is ${member_id}'s.`;

/** Money that came in: whose it is, what is doubted of it, what is put right, and where it is received. */
export function moneyInCommands(acts: Acts): Command[] {
  return [...paymentCommands(acts), ...disputeCommands(acts), ...correctionCommands(acts), ...receiverCommands(acts)];
}

function paymentCommands(acts: Acts): Command[] {
  return [
    command(acts.listWaiting, '[after <payment>]', [null, 'after'], ({ payments, total }) =>
      [
        ...payments.map(({ id, amount, currency, paid_at, remark, waits_by, ...payment }) => {
          const { receiver_bank, receiver_account, sending_bank, sender_account, sender_name, reference } = payment;
          const to = `to ${receiver_bank} ${receiver_account}`;
          const from = `from ${sending_bank ?? '?'} ${sender_account} ${sender_name} (${reference ?? 'no reference'})`;
          const why = [waits_by, remark].filter(Boolean).join(': ');
          const by = `by ${payment.reported_by.join(', ')}; ${why || 'recorded by an operator'}`;
          return `${id}  ${formatMoney(amount)} ${currency}  ${paid_at.toISOString()}  ${to}  ${from}  ${by}`;
        }),
        total === 0n ? 'Nothing waits.' : `${total} in all.`,
      ].join('\n'),
    ),
    command(acts.creditPayment, '<payment> <member>', ['payment', 'member'], given),
    command(acts.closePayment, '<payment>', ['payment'], ({ id }) => `Payment ${id} is closed.`),
    command(
      acts.markSame,
      '<payment> <other>',
      ['payment', 'other'],
      ({ id, duplicate_of }) => `Payment ${id} is payment ${duplicate_of}, told again.`,
    ),
    command(
      acts.recordPayment,
      '<our bank> <our account> <sending bank> <reference> <amount> [<when>]',
      ['bank', 'account', 'sendingBank', 'reference', 'amount', 'when'],
      ({ id }) => `It waits as payment ${id}.`,
    ),
    list(
      acts.listAnnounced,
      'None.',
      ({ id, member_id, amount, created_at }) =>
        `${id}  ${member_id}  ${formatMoney(amount)}  ${created_at.toISOString()}`,
    ),
    command(acts.acceptAnnounced, '<member> <id> <payment>', ['member', 'id', 'payment'], given),
    command(acts.refuseAnnounced, '<member> <id>', ['member', 'id'], () => 'Refused.'),
    list(
      acts.listLinks,
      'None.',
      ({ hash, member_id, code, tries }) => `${hash}  ${member_id}  ${code ?? 'no answer'}, asked ${tries} times`,
    ),
    list(
      acts.listSlips,
      'None.',
      ({ reference, member_id, created_at, tries }) =>
        `${reference}  ${member_id}  ${created_at.toISOString()}, looked at ${tries} times`,
    ),
  ];
}

function disputeCommands(acts: Acts): Command[] {
  return [
    list(
      acts.listFlags,
      'No member is flagged.',
      ({ id, member_id, reason, since, payment_id, raised_by }) =>
        `${id}  ${member_id}  ${reason} (${raised_by ? `by ${raised_by}` : `payment ${payment_id ?? '-'}`}), since ${since.toISOString()}`,
    ),
    command(
      acts.raiseFlag,
      '<member> "<reason>"',
      ['member', 'reason'],
      ({ id, member_id }) => `Flag ${id} is raised: the withdrawals of ${member_id} are looked at.`,
    ),
    command(acts.clearFlag, '<flag>', ['flag'], ({ id, member_id }) => `Flag ${id} of ${member_id} is cleared.`),
    list(
      acts.listDisputes,
      'No payment is disputed.',
      ({ id, payment_id, member_id, why, frozen, amount, currency }) =>
        `${id}  payment ${payment_id}  ${member_id}  ${formatMoney(frozen)} of ${formatMoney(amount)} ${currency} frozen: ${why}`,
    ),
    command(
      acts.releaseDispute,
      '<dispute>',
      ['dispute'],
      ({ member_id, frozen }) => `${member_id} has the ${formatMoney(frozen)} again.`,
    ),
    command(
      acts.giveDisputed,
      '<dispute> <member>',
      ['dispute', 'member'],
      ({ given_to, amount, currency, member_id, ...rest }) =>
        `${formatMoney(amount)} ${currency} is ${given_to}'s; ${takenFrom(member_id, rest)}`,
    ),
  ];
}

function takenFrom(member: string, { taken, owed }: { taken: Minor; owed: Minor }): string {
  const debt = owed > 0n ? `, who owes ${formatMoney(owed)}` : '';
  return `${formatMoney(taken)} was taken from ${member}${debt}.`;
}

function correctionCommands(acts: Acts): Command[] {
  return [
    command(
      acts.movePayment,
      '<payment> <member>',
      ['payment', 'member'],
      ({ amount, currency, member_id, from, ...rest }) =>
        `${formatMoney(amount)} ${currency} is ${member_id}'s; ${takenFrom(from, rest)}`,
    ),
    command(
      acts.creditMember,
      '<member> <amount>',
      ['member', 'amount'],
      ({ id, member_id, amount, currency }) =>
        `${member_id} has ${formatMoney(amount)} ${currency} more: correction ${id}.`,
    ),
    command(
      acts.debitMember,
      '<member> <amount>',
      ['member', 'amount'],
      ({ id, member_id, ...rest }) => `${takenFrom(member_id, rest)} It is correction ${id}.`,
    ),
    command(
      acts.reverseCorrection,
      '<correction>',
      ['id'],
      ({ id, member_id }) => `It is put right for ${member_id} by ${id}.`,
    ),
    command(
      acts.listCorrections,
      '<member>',
      ['member'],
      lines('There are none.', ({ id, kind, amount, currency, created_at, reversed_by }) => {
        const end = reversed_by === null ? '' : `  put right by ${reversed_by}`;
        return `${id}  ${created_at.toISOString()}  ${kind} of ${formatMoney(amount)} ${currency}${end}`;
      }),
    ),
    command(
      acts.writeOff,
      '<member> <game> house|member',
      ['member', 'game', 'from'],
      ({ memberId, code, amount, currency, borneBy }) =>
        `${formatMoney(amount)} ${currency} at ${code} is given up; ${borneBy === 'house' ? `${memberId} has it in the main wallet` : 'nobody gives it back'}.`,
    ),
    command(
      acts.resolveTransfer,
      '<id> <game> done|refused "<proof>"',
      ['id', 'game', 'outcome', 'proof'],
      ({ code, outcome, status }) => `The move at ${code} is ${outcome}, the movement ${status}.`,
    ),
  ];
}

function receiverCommands(acts: Acts): Command[] {
  return [
    list(acts.listUnread, 'Everything was read.', ({ id, bank_code, account_no, member_id, content, why }) => {
      const about = member_id === null ? '' : `  of ${member_id}`;
      return `${id}  ${bank_code} ${account_no}${about}  ${why}: ${content}`;
    }),
    command(acts.finishUnread, '<id>', ['id'], () => 'Done.'),
    command(
      acts.rewindFeed,
      '<bank> <account> <cursor> [AUTO|SMS]',
      ['bank', 'account', 'cursor', 'mode'],
      ({ bank_code, account_no, feed_cursor }) => `${bank_code} ${account_no} is read again after ${feed_cursor}.`,
    ),
    list(acts.listReceivers, 'None.', ({ bank_code, account_no, account_name, mode, currency, ...receiver }) => {
      const references = 'shares_references' in receiver && !receiver.shares_references ? '  (own references)' : '';
      const account = `${bank_code} ${account_no}  ${mode}  ${currency}  ${account_name}${references}`;
      return receiver.is_open ? account : `${account}  (closed)`;
    }),
    command(
      acts.openReceiver,
      '<bank, gateway or TRUEMONEY> <account> AUTO|SMS|GIFT BAHT|LAK "<name>"',
      ['bank', 'account', 'mode', 'currency', 'name'],
      ({ bank, account }) => `Members can pay to ${bank} ${account}.`,
    ),
    command(
      acts.closeReceiver,
      '<bank> <account>',
      ['bank', 'account'],
      ({ bank, account }) => `${bank} ${account} is not shown any more.`,
    ),
    command(
      acts.switchReferences,
      '<bank> <account> shared|own',
      ['bank', 'account', 'references'],
      ({ bank, account, references }) => `${bank} ${account} has ${references} references.`,
    ),
  ];
}
