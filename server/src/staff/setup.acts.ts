import type { Currency } from '@krapao/contract/money.ts';
import type { Config } from '../config.ts';
import { one, type Queryable } from '../platform/database.ts';
import { list } from './act.ts';

/** What a new service lacks before members can use all of it, and what an operator does about it. */
type Missing = { what: string; fill: string };

export function setupActs(config: Config) {
  return {
    showSetup: list({
      name: 'setup',
      summary: 'what the service still lacks, each with the command or the setting that fills it',
      permission: 'settings.see',
      run: (tx) => missingIn(tx, config),
    }),
  };
}

/** Read from the database and the configuration as they are now. */
export async function missingIn(db: Queryable, config: Config): Promise<Missing[]> {
  const currency: Currency = config.edition === 'la' ? 'LAK' : 'BAHT';
  const there = await one<Record<string, boolean>>(
    db,
    `select
      (select count(*) >= 2 from operators where removed_at is null) as "two operators",
      exists (select from deposit_banks where is_open and currency = $1)
        or exists (select from deposit_wallets where is_open and currency = $1) as receiver,
      exists (select from deposit_wallets where is_open and mode = 'AUTO') as "heard wallet",
      exists (select from campaigns where is_open and currency = $1 and kind <> 'luckydraw') as campaign,
      exists (select from campaigns where is_open and currency = $1 and kind = 'luckydraw') as "wheel programme",
      exists (select from wheels where currency = $1 and put_up_at is not null and replaced_at is null) as wheel,
      exists (select from texts where name = 'conditions') as conditions,
      exists (select from texts where name = 'agreements') as agreements,
      exists (select from texts where name = 'contact') as contact`,
    [currency],
  );
  const texts = ['conditions', 'agreements', 'contact'].map((name) => ({
    isThere: there[name],
    what: `The text of ${name} is the one that the product comes with.`,
    fill: `texts set ${name} text.th=@… text.la=@… text.en=@…`,
  }));
  const needs = [
    ...configured(config, there['heard wallet'] === true),
    {
      isThere: there['two operators'],
      what: 'There are no two operators: nobody could agree to what needs a second one.',
      fill: 'found "<name>" "<other name>"',
    },
    {
      isThere: there.receiver,
      what: `Members cannot pay in: no account of ours is open in ${currency}.`,
      fill: `receivers add <bank> <account> AUTO ${currency} "<name>" BANK`,
    },
    {
      isThere: there.campaign,
      what: `Members receive nothing: no bonus, promotion, refund or invite programme is open in ${currency}.`,
      fill: `campaign make <kind> <code or -> ${currency} …, then campaign open <kind> <code or -> <version>`,
    },
    {
      isThere: there.wheel,
      what: `There is no wheel to spin in ${currency}.`,
      fill: `wheel make ${currency} …, then wheel put-up <wheel>`,
    },
    {
      isThere: there['wheel programme'],
      what: `The wheel does not turn: its programme is not open in ${currency}.`,
      fill: `campaign make luckydraw - ${currency} budget=…, then campaign open luckydraw - <version>`,
    },
    ...texts,
  ];
  return needs.filter(({ isThere }) => !isThere).map(({ what, fill }) => ({ what, fill }));
}

/** Outside parties are settings, not acts: their keys stay out of the database. */
function configured(config: Config, hasWallet: boolean) {
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
