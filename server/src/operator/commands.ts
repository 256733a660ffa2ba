import { formatMoney, type Minor } from '@krapao/contract/money.ts';
import type { Acts } from '../acts.ts';
import type { NotedEvent } from '../platform/security-events.ts';
import { booksCommands } from './books-commands.ts';
import { type Command, command, lines, list } from './command.ts';
import { moneyInCommands } from './payment-commands.ts';
import { requestCommands } from './request-commands.ts';
import { givingCommands } from './reward-commands.ts';
import { moneyOutCommands } from './withdrawal-commands.ts';

const onOrOff = (isOn: boolean) => (isOn ? 'on' : 'off');

function eventLine({ at, what, member_id, operator, address, device, about }: NotedEvent): string {
  const words = [what, about?.act, about?.conversation, about?.face, member_id, operator && `by ${operator}`];
  return [at.toISOString(), ...[...words, address, device].filter(Boolean)].join('  ');
}

/** Every command that an operator can type, with its act. */
export function openCommands(acts: Acts): Command[] {
  const commands: Command[] = [
    ...serviceCommands(acts),
    command(
      acts.listAudit,
      '[how many]',
      ['count'],
      lines('Nothing yet.', ({ at, operator, second, act, input, why, second_why, asked }) => {
        const typed = (name: string, given: Record<string, unknown>) =>
          [name, ...(commands.find((each) => each.name === name)?.wordsOf(given) ?? [])].join(' ');
        const what = asked ? `${act} ${asked.request}: ${typed(asked.act, asked.input)}` : typed(act, input ?? {});
        const people = second === null ? operator : `${operator} with ${second}`;
        return `${at.toISOString()}  ${people}  ${what}  — ${why}${second_why ? `; ${second}: ${second_why}` : ''}`;
      }),
    ),
    command(acts.listOperatorEvents, '"<operator>"', ['operator'], lines('Nothing yet.', eventLine)),
    command(
      acts.checkAudit,
      '',
      [],
      ({ entries, head }) => `The audit log is whole: ${entries} entries, the last is ${head}.`,
    ),
    ...memberCommands(acts),
    ...moneyInCommands(acts),
    ...givingCommands(acts),
    ...textCommands(acts),
    ...limitCommands(acts),
    ...staffCommands(acts),
    ...movementCommands(acts),
    ...gameCommands(acts),
    ...moneyOutCommands(acts),
    ...booksCommands(acts),
  ];
  return [...commands, ...requestCommands(Object.values(acts), commands)];
}

function serviceCommands(acts: Acts): Command[] {
  return [
    command(acts.switchService, 'active|gone', ['state'], (state) => `The service is ${state}.`),
    command(acts.switchRegisterOtp, 'on|off', ['state'], (isOn) => `Registration OTP is ${onOrOff(isOn)}.`),
    command(acts.switchChatWidget, 'on|off', ['state'], (isOn) => `The chat widget is ${onOrOff(isOn)}.`),
    command(
      acts.setSlipWindow,
      'HH:MM HH:MM',
      ['from', 'to'],
      ({ from, to }) => `No slips are taken from ${from} to ${to}.`,
    ),
    command(acts.setNotice, '"<html>"|off', ['html'], (notice) =>
      notice === null ? 'There is no notice.' : 'The notice is shown.',
    ),
    list(acts.showSetup, 'Nothing is missing.', ({ what, fill }) => `${what}  →  ${fill}`),
    command(acts.showSettings, '', [], (settings) => JSON.stringify(settings, null, 2)),
    command(acts.allowAddress, '<address or network>', ['network'], ({ network }) => `${network} is let in.`),
    command(acts.denyAddress, '<address or network>', ['network'], ({ network }) => `${network} is kept out.`),
    command(
      acts.forgetAddress,
      '<address or network>',
      ['network'],
      ({ network }) => `The rule for ${network} is gone.`,
    ),
    list(
      acts.listOldSeals,
      'Everything is sealed with CREDENTIALS_KEY: CREDENTIALS_KEYS_ALSO can go.',
      ({ what, count }) => `${count} ${what} are sealed with another key`,
    ),
    command(acts.sealAnew, '', [], ({ sealed, left }) =>
      left.length === 0
        ? `${sealed} sealed anew. Nothing is left: CREDENTIALS_KEYS_ALSO can go.`
        : `${sealed} sealed anew. Say it again: ${left.map(({ what, count }) => `${count} ${what}`).join(', ')} are left.`,
    ),
    list(acts.listAddresses, 'There are no rules.', ({ network, rule }) => `${rule.padEnd(6)}${network}`),
  ];
}

function memberCommands(acts: Acts): Command[] {
  return [
    command(acts.showMember, '<id or phone>', ['member'], (member) => JSON.stringify(member, null, 2)),
    command(acts.listMemberEvents, '<id or phone>', ['member'], lines('Nothing yet.', eventLine)),
    command(acts.blockMember, '<id or phone>', ['member'], ({ id }) => `Member ${id} is blocked.`),
    command(acts.unblockMember, '<id or phone>', ['member'], ({ id, blockedBy }) =>
      blockedBy.length > 0 ? `Member ${id} is still blocked by ${blockedBy.join(', ')}.` : `Member ${id} may sign in.`,
    ),
    command(acts.signMemberOut, '<id or phone>', ['member'], ({ id }) => `Every sign-in of member ${id} is ended.`),
    command(
      acts.changeMemberBank,
      '<id or phone> <bank code> <account number> "<account name>"',
      ['member', 'bankCode', 'bankAccountNo', 'bankAccountName'],
      ({ id, bank_code, bank_account_no, bank_account_name }) =>
        `Member ${id} is paid to ${bank_code} ${bank_account_no}, ${bank_account_name}.`,
    ),
    command(
      acts.renewPassword,
      '<id or phone>',
      ['member'],
      ({ id, password }) => `Member ${id} signs in with ${password}, which is shown this once.`,
    ),
  ];
}

function textCommands(acts: Acts): Command[] {
  const inThree = ({ th, la, en }: Record<'th' | 'la' | 'en', string>) => `th: ${th}\nla: ${la}\nen: ${en}`;
  const shows = ({
    shows_from,
    shows_to,
    ended_at,
  }: {
    shows_from: Date;
    shows_to: Date | null;
    ended_at: Date | null;
  }) =>
    `from ${shows_from.toISOString()}${shows_to ? ` to ${shows_to.toISOString()}` : ''}${ended_at ? '  (ended)' : ''}`;
  return [
    command(
      acts.showTexts,
      '[conditions|agreements|contact]',
      ['name'],
      lines('None.', ({ name, content }) => `${name}\n${inThree(content)}`),
    ),
    command(acts.setText, 'conditions|agreements|contact', ['name'], ({ name }) => `Members read the new ${name}.`),
    command(
      acts.showTextHistory,
      '[conditions|agreements|contact]',
      ['name'],
      lines(
        'Nothing was changed.',
        ({ id, name, content, operator, at }) =>
          `${id}  ${at.toISOString()}  ${operator}  ${name}\n${inThree(content)}`,
      ),
    ),
    list(
      acts.listNotices,
      'There are none.',
      ({ id, html, made_by, ...notice }) => `${id}  ${shows(notice)}  ${made_by}\n${inThree(html)}`,
    ),
    command(acts.addNotice, '', [], (notice) => `Notice ${notice.id} is shown ${shows(notice)}.`),
    command(acts.endNotice, '<notice>', ['notice'], ({ id }) => `Notice ${id} is shown no more.`),
  ];
}

function limitCommands(acts: Acts): Command[] {
  const usage = 'withdrawMin|withdrawMax|coinPrice BAHT|LAK <amount>';
  const set = ({ limit, currency, amount }: { limit: string; currency: string; amount: Minor }) =>
    `${limit} is ${formatMoney(amount)} ${currency}.`;
  return [
    list(acts.showLimits, 'There are none.', ({ currency, ...limits }) =>
      Object.entries(limits)
        .map(([limit, amount]) => `${limit}  ${formatMoney(amount)} ${currency}`)
        .join('\n'),
    ),
    list(acts.showLimitHistory, 'Nothing was changed.', ({ id, name, currency, amount, operator, at }) => {
      return `${id}  ${at.toISOString()}  ${operator}  ${name} ${formatMoney(amount)} ${currency}`;
    }),
    command(acts.tightenLimit, usage, ['limit', 'currency', 'amount'], set),
    command(acts.loosenLimit, usage, ['limit', 'currency', 'amount'], set),
  ];
}

function staffCommands(acts: Acts): Command[] {
  return [
    command(
      acts.admitOperator,
      '"<name>" <mark> <roles>',
      ['name', 'mark', 'roles'],
      ({ name, roles }) => `${name} may sign in, as ${roles.join(', ')}.`,
    ),
    command(
      acts.changeRoles,
      '"<name>" <roles>',
      ['name', 'roles'],
      ({ name, roles }) => `${name} is ${roles.join(', ')}.`,
    ),
    command(acts.removeOperator, '"<name>"', ['name'], ({ name }) => `${name} is kept out.`),
    command(acts.listOperators, '', [], ({ operators, candidates }) =>
      [
        ...operators.map(({ name, roles }) => `${name}  ${roles.join(', ')}`),
        ...candidates.map(({ name, mark }) => `${name}  waits to be admitted, mark ${mark}`),
      ].join('\n'),
    ),
  ];
}

function movementCommands(acts: Acts): Command[] {
  return [
    list(
      acts.listTransfers,
      'Every movement is final.',
      ({ id, member_id, from_wallet, to_wallet, amount, currency, age, tries }) => {
        const what = `${from_wallet} → ${to_wallet}  ${formatMoney(amount)} ${currency}`;
        return `${id}  ${member_id}  ${what}  for ${age}, asked ${tries} times`;
      },
    ),
    list(
      acts.listLateLegs,
      'None.',
      ({ transfer_id, member_id, code, direction, amount, arrived_late_at, settled_late }) => {
        const what = `${member_id}  ${code} ${direction}  ${formatMoney(amount)}`;
        const outcome = settled_late ? 'settled' : 'the main wallet was short: see `games late`';
        return `${arrived_late_at.toISOString()}  ${transfer_id}  ${what}  ${outcome}`;
      },
    ),
    command(
      acts.askAboutTransfer,
      '<id>',
      ['id'],
      () => 'A worker asks within a second; `transfers pending` tells whether it is known now.',
    ),
    list(
      acts.listDoubted,
      'Every provider is believed.',
      ({ code, fallen, all, share }) =>
        `${code}  ${fallen} of ${all} accounts, with ${Math.round(share)} % of the money, fell to nothing lately`,
    ),
    command(acts.believeProvider, '<game>', ['game'], ({ code }) => `What ${code} tells is booked for an hour.`),
    list(
      acts.listLateMoney,
      'None.',
      ({ member_id, code, unowned_amount, currency }) =>
        `${member_id}  ${code}  ${formatMoney(unowned_amount)} ${currency}`,
    ),
    command(
      acts.giveLateMoney,
      '<member> <game>',
      ['member', 'game'],
      ({ id, code, amount, currency }) => `${id} has ${formatMoney(amount)} ${currency} more at ${code}.`,
    ),
  ];
}

function gameCommands(acts: Acts): Command[] {
  return [
    list(
      acts.listClosedGames,
      'Every game takes money.',
      ({ code, operator, since }) => `${code}  by ${operator}, since ${since.toISOString()}`,
    ),
    command(acts.closeGame, '<game>', ['game'], ({ code }) => `No money goes into ${code}.`),
    command(acts.openGame, '<game>', ['game'], ({ code }) => `${code} takes money again.`),
  ];
}
