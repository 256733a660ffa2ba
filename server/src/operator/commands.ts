import { formatMoney } from '@krapao/contract/money.ts';
import type { Config } from '../config.ts';
import { isBankAccountTaken } from '../features/account/account.queries.ts';
import { checkBank, tidyBank } from '../features/account/registration-input.ts';
import { problems } from '../ledger/ledger.ts';
import { AppError } from '../platform/app-error.ts';
import { many, maybeOne, one, type Transaction } from '../platform/database.ts';
import { endAllSessions } from '../platform/sessions.ts';
import { readSettings, writeSetting } from '../platform/settings.ts';

/** Something an operator asked for that cannot be done; its message is for them. */
export class CannotDo extends Error {}

export type Command = {
  /** What follows the command's name. */
  usage: string;
  summary: string;
  /** Changes nothing, so it needs no reason and leaves no trace. */
  readOnly?: true;
  run: (tx: Transaction, config: Config, ...values: string[]) => Promise<string>;
};

const isOn = (value: string | undefined) => oneOf(value, ['on', 'off']) === 'on';

export const COMMANDS: Record<string, Command> = {
  service: {
    usage: 'active|gone',
    summary: 'opens the service, or shows every visitor that it is gone',
    run: async (tx, _config, state) => {
      const service = oneOf(state, ['active', 'gone']);
      await writeSetting(tx, 'service', service);
      return `The service is ${service}.`;
    },
  },
  'register-otp': {
    usage: 'on|off',
    summary: 'whether registering asks for an OTP',
    run: async (tx, _config, state) => {
      await writeSetting(tx, 'registerOtp', isOn(state));
      return `Registration OTP is ${state}.`;
    },
  },
  'chat-widget': {
    usage: 'on|off',
    summary: 'whether the chat widget is shown',
    run: async (tx, _config, state) => {
      await writeSetting(tx, 'chatWidget', isOn(state));
      return `The chat widget is ${state}.`;
    },
  },
  'slip-window': {
    usage: 'HH:MM HH:MM',
    summary: 'from when to when no slips are taken (Bangkok time; twice the same time: never closed)',
    run: async (tx, _config, from, to) => {
      const slipsClosed = { from: timeOfDay(from), to: timeOfDay(to) };
      await writeSetting(tx, 'slipsClosed', slipsClosed);
      return `No slips are taken from ${slipsClosed.from} to ${slipsClosed.to}.`;
    },
  },
  notice: {
    usage: '"<html>"|off',
    summary: 'a notice on the home screen',
    run: async (tx, _config, html) => {
      if (!html) throw new CannotDo('Say what the notice is, or off.');
      await writeSetting(tx, 'notice', html === 'off' ? null : html);
      return html === 'off' ? 'There is no notice.' : 'The notice is shown.';
    },
  },
  settings: {
    usage: '',
    summary: 'shows what is in force',
    readOnly: true,
    run: async (tx, config) => JSON.stringify(await readSettings(tx, config), null, 2),
  },
  'member show': {
    usage: '<id or phone>',
    summary: 'shows a member',
    readOnly: true,
    run: async (tx, config, who) => {
      const { password_hash: _, ...member } = await findMember(tx, config, who);
      const accounts = await many(tx, 'select name, balance::text from ledger_accounts where member_id = $1', [
        member.id,
      ]);
      return JSON.stringify({ ...member, accounts }, null, 2);
    },
  },
  'member block': {
    usage: '<id or phone>',
    summary: 'keeps a member out, at once and until unblocked; the money stays',
    run: async (tx, config, who) => {
      const { id } = await findMember(tx, config, who);
      await tx.query('update members set blocked_at = coalesce(blocked_at, app_now()) where id = $1', [id]);
      return `Member ${id} is blocked.`;
    },
  },
  'member unblock': {
    usage: '<id or phone>',
    summary: 'lets a blocked member in again',
    run: async (tx, config, who) => {
      const { id } = await findMember(tx, config, who);
      await tx.query('update members set blocked_at = null where id = $1', [id]);
      return `Member ${id} may sign in.`;
    },
  },
  'member sign-out': {
    usage: '<id or phone>',
    summary: 'ends every sign-in of a member',
    run: async (tx, config, who) => {
      const { id } = await findMember(tx, config, who);
      await endAllSessions(tx, id, 'operator');
      return `Every sign-in of member ${id} is ended.`;
    },
  },
  'member bank': {
    usage: '<id or phone> <bank code> <account number> "<account name>"',
    summary: 'changes where a member is paid; check their identity first',
    run: async (tx, config, who, bankCode = '', bankAccountNo = '', bankAccountName = '') => {
      const { id } = await findMember(tx, config, who);
      checkBank({ bankCode, bankAccountNo, bankAccountName }, config.edition);
      const bank = tidyBank({ bankCode, bankAccountNo, bankAccountName });
      if (await isBankAccountTaken(tx, bank)) throw new AppError('EXISTING_BANK');
      await tx.query('update members set bank_code = $2, bank_account_no = $3, bank_account_name = $4 where id = $1', [
        id,
        bank.bankCode,
        bank.bankAccountNo,
        bank.bankAccountName,
      ]);
      return `Member ${id} is paid to ${bank.bankCode} ${bank.bankAccountNo}, ${bank.bankAccountName}.`;
    },
  },
  'address allow': {
    usage: '<address or network>',
    summary: 'lets an address in, inside a denied network',
    run: ruleFor('allow'),
  },
  'address deny': { usage: '<address or network>', summary: 'keeps an address out', run: ruleFor('deny') },
  'address forget': {
    usage: '<address or network>',
    summary: 'removes a rule',
    run: async (tx, _config, network) => {
      const { rowCount } = await tx.query('delete from address_rules where network = $1::cidr', [network]);
      if (rowCount === 0) throw new CannotDo(`There is no rule for ${network}.`);
      return `The rule for ${network} is gone.`;
    },
  },
  'address list': {
    usage: '',
    summary: 'lists the rules',
    readOnly: true,
    run: async (tx) => {
      const rules = await many<{ network: string; rule: string }>(
        tx,
        'select network, rule from address_rules order by network',
      );
      return rules.map(({ network, rule }) => `${rule.padEnd(6)}${network}`).join('\n') || 'There are no rules.';
    },
  },
  'ledger check': {
    usage: '',
    summary: 'checks the books',
    readOnly: true,
    run: async (tx) => {
      const wrong = await problems(tx);
      if (wrong.length > 0) throw new CannotDo(wrong.join('\n'));
      const { transfers } = await one<{ transfers: bigint }>(tx, 'select count(*) as transfers from ledger_transfers');
      return `The books are right: ${transfers} transfers.`;
    },
  },
  'transfers pending': {
    usage: '',
    summary: 'movements whose outcome is not known yet, oldest first',
    readOnly: true,
    run: async (tx) => {
      type Row = {
        id: string;
        member_id: string;
        what: string;
        amount: bigint;
        currency: string;
        age: string;
        tries: number;
      };
      const rows = await many<Row>(
        tx,
        `select id, member_id, from_wallet || ' → ' || to_wallet as what, amount, currency, tries,
            date_trunc('second', app_now() - created_at)::text as age
          from transfers where status = 'PENDING' order by created_at limit 200`,
      );
      const lines = rows.map(
        ({ id, member_id, what, amount, currency, age, tries }) =>
          `${id}  ${member_id}  ${what}  ${formatMoney(amount)} ${currency}  for ${age}, asked ${tries} times`,
      );
      return lines.join('\n') || 'Every movement is final.';
    },
  },
  'transfers late': {
    usage: '',
    summary: 'moves that a provider made after their money was given back: it is in two places',
    readOnly: true,
    run: async (tx) => {
      type Row = { id: string; member_id: string; code: string; direction: string; amount: bigint; at: Date };
      const rows = await many<Row>(
        tx,
        `select transfer_id as id, member_id, code, direction, amount, arrived_late_at as at
          from transfer_legs where arrived_late_at is not null order by arrived_late_at desc limit 200`,
      );
      const lines = rows.map(
        ({ id, member_id, code, direction, amount, at }) =>
          `${at.toISOString()}  ${id}  ${member_id}  ${code} ${direction}  ${formatMoney(amount)}`,
      );
      return lines.join('\n') || 'None.';
    },
  },
  'transfers ask': {
    usage: '<id>',
    summary: 'asks the provider now what became of a movement',
    run: async (tx, _config, id = '') => {
      const sql = `update transfers set next_try_at = clock_timestamp() where id::text = $1 and status = 'PENDING'`;
      if ((await tx.query(sql, [id])).rowCount === 0) throw new CannotDo(`There is no pending movement ${id}.`);
      return 'A worker asks within a second; `transfers pending` tells whether it is known now.';
    },
  },
  audit: {
    usage: '[how many]',
    summary: 'who did what, and why, newest first',
    readOnly: true,
    run: async (tx, _config, count = '20') => {
      type Row = { at: Date; operator: string; act: string; why: string };
      const rows = await many<Row>(tx, 'select at, operator, act, why from audit_log order by id desc limit $1', [
        Number(count) || 20,
      ]);
      return (
        rows.map(({ at, operator, act, why }) => `${at.toISOString()}  ${operator}  ${act}  — ${why}`).join('\n') ||
        'Nothing yet.'
      );
    },
  },
};

function ruleFor(rule: 'allow' | 'deny'): Command['run'] {
  return async (tx, _config, network) => {
    const sql = `insert into address_rules (network, rule) values ($1::cidr, $2)
      on conflict (network) do update set rule = excluded.rule`;
    try {
      await tx.query(sql, [network, rule]);
    } catch {
      throw new CannotDo(`${network} is no address and no network.`);
    }
    return rule === 'deny' ? `${network} is kept out.` : `${network} is let in.`;
  };
}

type MemberRow = { id: string; password_hash: string };

async function findMember(tx: Transaction, config: Config, who: string | undefined): Promise<MemberRow> {
  const sql = 'select * from members where edition = $1 and (id = upper($2) or phone = $2) for update';
  const member = await maybeOne<MemberRow>(tx, sql, [config.edition, who ?? '']);
  if (!member) throw new CannotDo(`There is no member ${who ?? ''}: give an id or a phone number.`);
  return member;
}

function oneOf<const T extends string>(value: string | undefined, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === value);
  if (!choice) throw new CannotDo(`Say ${choices.join(' or ')}.`);
  return choice;
}

function timeOfDay(text: string | undefined): string {
  if (!text || !/^([01]\d|2[0-3]):[0-5]\d$/.test(text))
    throw new CannotDo('Give two times of day such as 23:30 00:30.');
  return text;
}
