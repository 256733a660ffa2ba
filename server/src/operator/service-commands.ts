import { many } from '../platform/database.ts';
import { readSettings, writeSetting } from '../platform/settings.ts';
import { CannotDo, type Command, oneOf } from './command.ts';

const isOn = (value: string | undefined) => oneOf(value, ['on', 'off']) === 'on';

/** The service as a whole: what it offers, whom it lets in, who changed it. */
export const SERVICE_COMMANDS: Record<string, Command> = {
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

function timeOfDay(text: string | undefined): string {
  if (!text || !/^([01]\d|2[0-3]):[0-5]\d$/.test(text))
    throw new CannotDo('Give two times of day such as 23:30 00:30.');
  return text;
}
