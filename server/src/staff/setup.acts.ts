import { QR_PROVIDERS } from '@krapao/contract/deposits/limits.ts';
import type { Currency } from '@krapao/contract/money.ts';
import type { Config } from '../config.ts';
import { one, type Queryable } from '../platform/database.ts';
import { readSettings } from '../platform/settings.ts';
import { list } from './act.ts';
import { allOperators } from './operators.queries.ts';
import { type Permission, type RoleName, reachOf, rolesThat } from './roles.ts';

/** What a new service lacks before members can use all of it, and what an operator does about it. */
type Missing = { what: string; fill: string };
type Need = Missing & { isThere: boolean };

export function setupActs(config: Config) {
  return {
    showSetup: list({
      name: 'setup',
      summary: 'what the service still lacks, each with the command or the setting that fills it, and the roles for it',
      permission: 'settings.see',
      run: (tx) => missingIn(tx, config),
    }),
  };
}

/** Read from the database and the configuration as they are now. */
export async function missingIn(db: Queryable, config: Config): Promise<Missing[]> {
  const needs = [
    ...configured(config, await hearsWallet(db)),
    ...(await staffed(db, config)),
    ...(await payableByQr(db, config)),
    ...(await filled(db, config.edition === 'la' ? 'LAK' : 'BAHT')),
  ];
  return needs.filter(({ isThere }) => !isThere).map(({ what, fill }) => ({ what, fill }));
}

async function hearsWallet(db: Queryable): Promise<boolean> {
  const sql = `select exists (select from deposit_wallets where is_open and mode = 'AUTO') as "isHeard"`;
  return (await one<{ isHeard: boolean }>(db, sql)).isHeard;
}

/** Outside parties are settings, not acts: their keys stay out of the database. */
function configured(config: Config, hasWallet: boolean): Need[] {
  const isLocal = new URL(config.serviceWebsite).hostname === 'localhost';
  const party = (isThere: boolean, what: string, name: string) => ({ isThere, what, fill: `${name}_URL, ${name}_KEY` });
  return [
    party(config.payouts.url !== '', 'Nobody can withdraw: there is no payout channel.', 'PAYOUTS'),
    party(config.bankFeed.url !== '', 'Nobody tells of money that reaches our bank accounts.', 'BANK_FEED'),
    party(config.verifier.url !== '', 'Nobody verifies the slips that members upload.', 'VERIFIER'),
    party(config.smsUrl !== '', 'No OTP can be sent.', 'SMS'),
    party(
      config.truemoney.url !== '' || !hasWallet,
      'Members are not shown our True Wallet, since TrueMoney cannot be asked.',
      'TRUEMONEY',
    ),
    party(
      Object.values(config.games).some(({ url }) => url !== ''),
      'There is no game to play.',
      'GAME_<CODE>',
    ),
    {
      isThere: !isLocal,
      what: `The service is told to be at ${config.serviceWebsite}.`,
      fill: 'SERVICE_NAME, SERVICE_WEBSITE, LINE_NAME, LINE_LINK',
    },
  ];
}

/** What nobody does alone: an operator asks, and another, whose role checks, agrees. */
const FOR_TWO: [Permission, string][] = [
  ['receivers.open', 'accounts to pay to'],
  ['rewards.open', 'rewards'],
  ['payments.give', 'payments that wait'],
  ['withdrawals.decide', 'withdrawals'],
  ['corrections', 'corrections'],
];

async function staffed(db: Queryable, config: Config): Promise<Need[]> {
  const operators = await allOperators(db);
  const lacking = FOR_TWO.filter(([permission]) => !hasTwoFor(operators, permission)).map(([, what]) => what);
  const admit = (roles: string) => ({
    fill: `join "<name>", then operators admit "<name>" <mark> ${roles}  (${by('operators')})`,
  });
  return [
    {
      isThere: operators.length >= 2,
      what: 'There are no two operators: nobody could agree to what needs a second one.',
      fill: 'found "<name>" "<other name>"',
    },
    {
      isThere: lacking.length === 0,
      what: `No operator asks for these while another agrees: ${lacking.join(', ')}.`,
      ...admit('<roles, such as cashier,marketing of one person and finance of another>'),
    },
    {
      isThere:
        !(await readSettings(db, config)).chatWidget || operators.some(({ roles }) => reachOf(roles, 'chat') !== null),
      what: 'Nobody answers members who write in the chat.',
      ...admit('support'),
    },
  ];
}

function hasTwoFor(operators: { name: string; roles: RoleName[] }[], permission: Permission): boolean {
  const able = operators.filter(({ roles }) => reachOf(roles, permission) !== null);
  return able.length >= 2 && able.some(({ roles }) => reachOf(roles, permission) === 'checks');
}

/** The roles that type a command, and those that agree to it where it needs two. */
function by(permission: Permission): string {
  return `${rolesThat('asks', permission)}; agreed to by ${rolesThat('checks', permission)}`;
}

/** A gateway takes both: its address and key are settings, and operators open it as an account of ours. */
async function payableByQr(db: Queryable, config: Config): Promise<Need[]> {
  const sql = `select array(select bank_code from deposit_banks where is_open and mode = 'AUTO') as any,
    array(select bank_code from deposit_banks where is_open and bank_type = 'PAYMENT') as gateways`;
  const open = await one<{ any: string[]; gateways: string[] }>(db, sql);
  return QR_PROVIDERS.flatMap((code) => [
    {
      isThere: config.payments[code].url === '' || open.any.includes(code),
      what: `Members cannot pay by QR codes of ${code}: no account of ours is open there.`,
      fill: `receivers add ${code} <account> AUTO ${code === 'BCEL' ? 'LAK' : 'BAHT'} "<name>"  (${by('receivers.open')})`,
    },
    {
      isThere: config.payments[code].url !== '' || !open.gateways.includes(code),
      what: `Members cannot pay by QR codes of ${code}: it cannot be asked for one.`,
      fill: `PAYMENT_${code}_URL, PAYMENT_${code}_KEY`,
    },
  ]);
}

/** What operators make by acts. */
async function filled(db: Queryable, currency: Currency): Promise<Need[]> {
  const there = await one<Record<string, boolean>>(
    db,
    `with given as (select kind from campaigns
        where is_open and currency = $1 and (closes_at is null or closes_at > app_now()))
      select
        exists (select from deposit_banks where is_open and currency = $1)
          or exists (select from deposit_wallets where is_open and currency = $1) as receiver,
        exists (select from given where kind <> 'luckydraw') as campaign,
        exists (select from given where kind = 'luckydraw') as "wheel programme",
        exists (select from wheels where currency = $1 and put_up_at is not null and replaced_at is null) as wheel,
        exists (select from texts where name = 'conditions') as conditions,
        exists (select from texts where name = 'agreements') as agreements,
        exists (select from texts where name = 'contact') as contact`,
    [currency],
  );
  const need = (name: string, what: string, fill: string) => ({ isThere: there[name] === true, what, fill });
  return [
    need(
      'receiver',
      `Members cannot pay in: no account of ours is open in ${currency}.`,
      `receivers add <bank> <account> AUTO ${currency} "<name>"  (${by('receivers.open')})`,
    ),
    need(
      'campaign',
      `Members receive nothing: no bonus, promotion, refund or invite programme is open in ${currency}.`,
      `campaign make <kind> <code or -> ${currency} …, then campaign open <kind> <code or -> <version>  (${by('rewards.open')})`,
    ),
    need(
      'wheel',
      `There is no wheel to spin in ${currency}.`,
      `wheel make ${currency} …, then wheel put-up <wheel>  (${by('rewards.open')})`,
    ),
    need(
      'wheel programme',
      `The wheel does not turn: its programme is not open in ${currency}.`,
      `campaign make luckydraw - ${currency} budget=…, then campaign open luckydraw - <version>  (${by('rewards.open')})`,
    ),
    ...['conditions', 'agreements', 'contact'].map((name) =>
      need(
        name,
        `The text of ${name} is the one that the product comes with.`,
        `texts set ${name} text.th=@… text.la=@… text.en=@…  (${rolesThat('does', 'texts')})`,
      ),
    ),
  ];
}
