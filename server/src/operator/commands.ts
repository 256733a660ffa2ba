import { formatMoney, type Minor } from '@krapao/contract/money.ts';
import type { Acts } from '../acts.ts';
import { dearestPrize, worthOf } from '../rewards/spin-wheel/wheels.queries.ts';
import type { Look } from '../staff/act.ts';
import { type Command, command } from './command.ts';
import { requestCommands } from './request-commands.ts';

type Given = { amount: Minor; currency: string; member_id: string | null };

const lines = <Row>(none: string, line: (row: Row) => string) => {
  return (rows: Row[]) => rows.map(line).join('\n') || none;
};
const list = <Row>(act: Look<object, Row[]>, none: string, line: (row: Row) => string) =>
  command(act, '', [], lines(none, line));
const onOrOff = (isOn: boolean) => (isOn ? 'on' : 'off');
const given = ({ amount, currency, member_id }: Given) => `${formatMoney(amount)} ${currency} is ${member_id}'s.`;

/** Every command that an operator can type, with its act. */
export function openCommands(acts: Acts): Command[] {
  const commands: Command[] = [
    ...serviceCommands(acts),
    command(
      acts.listAudit,
      '[how many]',
      ['count'],
      lines('Nothing yet.', ({ at, operator, second, act, input, why }) => {
        const words = commands.find(({ name }) => name === act)?.wordsOf(input ?? {}) ?? [];
        const people = second === null ? operator : `${operator} with ${second}`;
        return `${at.toISOString()}  ${people}  ${[act, ...words].join(' ')}  — ${why}`;
      }),
    ),
    command(
      acts.checkAudit,
      '',
      [],
      ({ entries, head }) => `The audit log is whole: ${entries} entries, the last is ${head}.`,
    ),
    ...memberCommands(acts),
    ...paymentCommands(acts),
    ...disputeCommands(acts),
    ...correctionCommands(acts),
    ...receiverCommands(acts),
    ...campaignCommands(acts),
    ...wheelCommands(acts),
    ...rewardCommands(acts),
    ...textCommands(acts),
    ...limitCommands(acts),
    ...staffCommands(acts),
    ...movementCommands(acts),
    ...gameCommands(acts),
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
    list(acts.listAddresses, 'There are no rules.', ({ network, rule }) => `${rule.padEnd(6)}${network}`),
  ];
}

function memberCommands(acts: Acts): Command[] {
  return [
    command(acts.showMember, '<id or phone>', ['member'], (member) => JSON.stringify(member, null, 2)),
    command(acts.blockMember, '<id or phone>', ['member'], ({ id }) => `Member ${id} is blocked.`),
    command(acts.unblockMember, '<id or phone>', ['member'], ({ id }) => `Member ${id} may sign in.`),
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

function paymentCommands(acts: Acts): Command[] {
  return [
    command(acts.listWaiting, '[after <payment>]', [null, 'after'], ({ payments, total }) =>
      [
        ...payments.map(({ id, amount, currency, paid_at, remark, ...payment }) => {
          const { receiver_bank, receiver_account, sending_bank, sender_account, sender_name, reference } = payment;
          const to = `to ${receiver_bank} ${receiver_account}`;
          const from = `from ${sending_bank ?? '?'} ${sender_account} ${sender_name} (${reference ?? 'no reference'})`;
          const by = `by ${payment.heard_by.join(', ')}: ${remark ?? ''}`;
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
      ({ id, same_as }) => `Payment ${id} is payment ${same_as}, told again.`,
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
      ({ id, member_id, reason, since, payment_id }) =>
        `${id}  ${member_id}  ${reason} (payment ${payment_id ?? '-'}), since ${since.toISOString()}`,
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
      '<bank or TRUEMONEY> <account> AUTO|SMS|GIFT BAHT|LAK "<name>" BANK|PAYMENT',
      ['bank', 'account', 'mode', 'currency', 'name', 'type'],
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

function campaignCommands(acts: Acts): Command[] {
  return [
    list(acts.listCampaigns, 'There are none.', (campaign) => {
      const { kind, code, currency, is_open, spent, budget, version } = campaign;
      const of = budget === null ? 'no budget' : `of ${formatMoney(budget)}`;
      const state = is_open ? 'open  ' : 'closed';
      const given = `${formatMoney(spent)} ${of} ${currency}`;
      return `${state}  ${kind} ${code || '-'}  ${given}  version ${version}${timesOf(campaign)}`;
    }),
    command(
      acts.showCampaign,
      '[<kind> [<code or ->]]',
      ['kind', 'code'],
      lines('There are none.', ({ version, ...campaign }) =>
        JSON.stringify({ version: Number(version), ...campaign }, plainMoney, 2),
      ),
    ),
    command(
      acts.showCampaignHistory,
      '[<kind> [<code or ->]]',
      ['kind', 'code'],
      lines('There are none.', ({ id, kind, code, currency, at, operator, act, terms, before }) => {
        const what = `${kind} ${code || '-'} ${currency} ${act}`;
        return `${id}  ${at.toISOString()}  ${operator ?? '-'}  ${what}  ${changesOf(before, terms)}`;
      }),
    ),
    command(
      acts.makeCampaign,
      '<kind> <code or -> BAHT|LAK',
      ['kind', 'code', 'currency'],
      ({ kind, code, currency, version }) =>
        `${kind} ${code || '-'} in ${currency} is written down as version ${version}; \`campaign open\` gives it to members.`,
    ),
    command(
      acts.editCampaign,
      '<kind> <code or -> BAHT|LAK',
      ['kind', 'code', 'currency'],
      ({ kind, code, currency, version }) => `${kind} ${code || '-'} in ${currency} is changed: version ${version}.`,
    ),
    command(
      acts.openCampaign,
      '<kind> <code or -> <version>',
      ['kind', 'code', 'version'],
      ({ kind, code }) => `${kind} ${code} is open.`,
    ),
    command(
      acts.closeCampaign,
      '<kind> <code or ->',
      ['kind', 'code'],
      ({ kind, code }) => `${kind} ${code} is closed.`,
    ),
    command(
      acts.setBudget,
      '<kind> <code or -> <currency> <amount>',
      ['kind', 'code', 'currency', 'amount'],
      ({ kind, code, currency, budget }) => `${kind} ${code} may give ${formatMoney(budget)} ${currency}.`,
    ),
  ];
}

function timesOf({ opens_at, closes_at }: { opens_at: Date | null; closes_at: Date | null }): string {
  return `${opens_at ? `  from ${opens_at.toISOString()}` : ''}${closes_at ? `  to ${closes_at.toISOString()}` : ''}`;
}

const plainMoney = (_name: string, value: unknown) => (typeof value === 'bigint' ? formatMoney(value) : value);

/** What one version of something has that the version before had not. */
function changesOf(before: Record<string, unknown> | null, after: Record<string, unknown>): string {
  const words = ([name, value]: [string, unknown]) => `${name} ${JSON.stringify(value)}`;
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(before?.[name]) !== JSON.stringify(value);
  return Object.entries(after).filter(isChanged).map(words).join(', ');
}

function wheelCommands(acts: Acts): Command[] {
  return [
    command(acts.showWheels, '[<wheel>]', ['wheel'], lines('There are none.', wheelLines)),
    command(
      acts.makeWheel,
      'BAHT|LAK',
      ['currency'],
      ({ id, currency }) => `Wheel ${id} in ${currency} is written down; \`wheel put-up\` has members spin it.`,
    ),
    command(acts.putUpWheel, '<wheel>', ['wheel'], ({ id, currency }) => `Members spin wheel ${id} in ${currency}.`),
  ];
}

type ShownWheel = Acts['showWheels'] extends Look<never, (infer Wheel)[]> ? Wheel : never;

function wheelLines({ id, currency, name, coupon_days, put_up_at, replaced_at, slices }: ShownWheel): string {
  const sum = slices.reduce((total, { weight }) => total + BigInt(weight), 0n);
  const cost = slices.reduce((total, slice) => total + worthOf(slice) * BigInt(slice.weight), 0n) / sum;
  const since = put_up_at ? `up since ${put_up_at.toISOString()}` : 'a draft';
  const state = replaced_at ? `${since}, to ${replaced_at.toISOString()}` : since;
  const money = `a spin costs ${formatMoney(cost)}, at most ${formatMoney(dearestPrize({ slices }))} ${currency}`;
  return [
    `${id}  ${currency}  ${name.en}  ${state}  coupons last ${coupon_days} days  ${money}`,
    ...slices.map(({ code, prize_type, weight, amount }) => {
      const chance = ((100 * weight) / Number(sum)).toFixed(2).padStart(6);
      return `  ${chance} %  ${code}  ${prize_type} ${prize_type === 'coin' ? amount : formatMoney(amount)}`;
    }),
  ].join('\n');
}

function rewardCommands(acts: Acts): Command[] {
  return [
    list(acts.listClearing, 'None.', ({ id, member_id, kind, code, moving, in_play, tries }) => {
      const waitsFor = `${moving} movements pending, ${formatMoney(in_play)} in open bets`;
      return `${id}  ${member_id}  ${kind} ${code || '-'}  ${waitsFor}, tried ${tries} times`;
    }),
    command(acts.endCondition, '<member>', ['member'], ({ missing, currency }) =>
      missing === 0n ? 'It is over.' : `It is over; the member owes ${formatMoney(missing)} ${currency}.`,
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
    command(acts.checkLedger, '', [], ({ transfers }) => `The books are right: ${transfers} transfers.`),
    list(
      acts.listHouseAccounts,
      'There is none.',
      ({ name, currency, balance }) => `${name}  ${formatMoney(balance)} ${currency}`,
    ),
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
      ({ code, fallen, all }) => `${code}  ${fallen} of ${all} accounts with money have fallen lately`,
    ),
    command(acts.believeProvider, '<game>', ['game'], ({ code }) => `What ${code} tells is booked for an hour.`),
    list(
      acts.listLateMoney,
      'None.',
      ({ member_id, code, late, currency }) => `${member_id}  ${code}  ${formatMoney(late)} ${currency}`,
    ),
    command(
      acts.giveLateMoney,
      '<member> <game>',
      ['member', 'game'],
      ({ id, code, amount, currency }) => `${id} has ${formatMoney(amount)} ${currency} more at ${code}.`,
    ),
    list(
      acts.listWithdrawals,
      'Every withdrawal is final.',
      ({ id, member_id, state, amount, currency, age, tries }) =>
        `${id}  ${member_id}  ${state}  ${formatMoney(amount)} ${currency}  for ${age}, asked ${tries} times`,
    ),
    command(
      acts.askAboutWithdrawal,
      '<id>',
      ['id'],
      () => 'A worker asks within a second; `withdrawals pending` tells whether it is known now.',
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
