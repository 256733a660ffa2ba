import { REFUSAL_REASONS } from '@krapao/contract/money/limits.ts';
import { formatMoney, type Minor } from '@krapao/contract/money.ts';
import type { Acts } from '../acts.ts';
import { type Command, command, list } from './command.ts';

/** Commands about payouts, withdrawals and what members owe. */
export function moneyOutCommands(acts: Acts): Command[] {
  return [...payoutCommands(acts), ...withdrawalCommands(acts), ...debtCommands(acts)];
}

const WAITS = {
  blocked: 'the member is blocked',
  paused: 'payouts are paused',
  'late move': 'a move to a game was given back, and the game may still make it',
  ceiling: 'the hour’s payouts are used up',
  checking: 'an operator decides',
};

const paidOut = ({ id, amount, currency }: { id: string; amount: Minor; currency: string }) =>
  `Withdrawal ${id} of ${formatMoney(amount)} ${currency} goes on by itself.`;

function payoutCommands(acts: Acts): Command[] {
  return [
    command(acts.pausePayouts, '', [], () => 'Payouts are paused.'),
    command(acts.resumePayouts, '', [], ({ pausedBy }) =>
      pausedBy.length > 0 ? `Payouts are still paused by ${pausedBy.join(', ')}.` : 'Payouts go on.',
    ),
    command(acts.showPayouts, '', [], ({ pausedBy, hour, waiting }) =>
      [
        pausedBy.length > 0 ? `Payouts are paused by ${pausedBy.join(', ')}.` : 'Payouts go out.',
        ...hour.map(
          ({ currency, called, ceiling }) =>
            `${currency}  ${formatMoney(called)} of ${formatMoney(ceiling)} went out by itself within an hour`,
        ),
        ...waiting.map(
          ({ currency, what, count, amount }) =>
            `${currency}  ${count} wait with ${formatMoney(amount)}: ${WAITS[what]}`,
        ),
      ].join('\n'),
    ),
  ];
}

function withdrawalCommands(acts: Acts): Command[] {
  return [
    list(
      acts.listChecking,
      'No withdrawal waits for a decision.',
      ({ id, member_id, amount, currency, age, reasons }) => {
        return `${id}  ${member_id}  ${formatMoney(amount)} ${currency}  for ${age}: ${reasons.join(', ')}`;
      },
    ),
    command(acts.approveWithdrawal, '<member> <id>', ['member', 'id'], paidOut),
    command(
      acts.refuseWithdrawal,
      `<member> <id> ${REFUSAL_REASONS.join('|')}`,
      ['member', 'id', 'reason'],
      ({ member_id, amount, currency }) => `${member_id} has the ${formatMoney(amount)} ${currency} again.`,
    ),
    command(acts.stopWithdrawal, '<member> <id>', ['member', 'id'], ({ id }) => `Withdrawal ${id} is stopped.`),
    command(acts.releaseWithdrawal, '<member> <id>', ['member', 'id'], ({ stoppedBy, ...withdrawal }) => {
      if (stoppedBy.length > 0) return `Withdrawal ${withdrawal.id} is still stopped by ${stoppedBy.join(', ')}.`;
      return withdrawal.state === 'checking'
        ? `Withdrawal ${withdrawal.id} has to be approved: ${withdrawal.reasons.join(', ')}.`
        : paidOut(withdrawal);
    }),
    ...[acts.returnWithdrawal, acts.provePaid, acts.proveBounced].map((act) =>
      command(
        act,
        '<member> <id> "<proof>"',
        ['member', 'id', 'proof'],
        ({ id, state }) => `Withdrawal ${id} is ${state}.`,
      ),
    ),
    list(
      acts.listWithdrawals,
      'Every withdrawal is final.',
      ({ id, member_id, state, amount, currency, age, tries, waits_for }) => {
        const why = waits_for ? `, since ${WAITS[waits_for]}` : '';
        return `${id}  ${member_id}  ${state}  ${formatMoney(amount)} ${currency}  for ${age}, asked ${tries} times${why}`;
      },
    ),
    command(
      acts.askAboutWithdrawal,
      '<id>',
      ['id'],
      () => 'A worker asks within a second; `withdrawals pending` tells whether it is known now.',
    ),
  ];
}

function debtCommands(acts: Acts): Command[] {
  return [
    list(
      acts.listDebts,
      'Nobody owes anything.',
      ({ member_id, owed, main, currency }) =>
        `${member_id}  owes ${formatMoney(owed)} ${currency}, has ${formatMoney(main)} in the main wallet`,
    ),
    command(
      acts.collectDebt,
      '<member>',
      ['member'],
      ({ member_id, collected, owed, currency }) =>
        `${formatMoney(collected)} ${currency} was taken from ${member_id}, who owes ${formatMoney(owed)} now.`,
    ),
  ];
}
