import { QR_PROVIDERS } from '@krapao/contract/deposits/limits.ts';
import { GAME_PROVIDERS } from '@krapao/contract/providers.ts';
import type { Config } from '../config.ts';
import { many, type Queryable } from '../platform/database.ts';
import { type AskReport, type PartyReport, reportByKey, reportBySignature } from '../providers/reports/party-report.ts';
import { movesAt, paymentsTo, payouts, type Records } from './our-records.queries.ts';

/** Somebody outside who holds or moves money, and gives a report of each day. */
export type Party = {
  name: string;
  ask: AskReport;
  records: Records;
  /** What the report of a day says of our records before they are compared. */
  onReport?: (day: string, report: PartyReport) => Promise<void>;
};

/** Ends what only the report of an account of ours can end. */
export type OnAccountReport = (
  account: { bank: string; account: string },
  told: { day: string; items: PartyReport['items'] },
) => Promise<void>;

const TRUEMONEY = 'TRUEMONEY';
const BANKS = ['KBANK', 'BCEL'];

/** Every account of ours, the payout channel, and the game providers that have an address. */
export async function openParties(config: Config, db: Queryable, onReport: OnAccountReport): Promise<Party[]> {
  const timeoutMs = config.providerTimeoutMs;
  const accounts = await many<{ bank: string; account: string }>(
    db,
    `select bank_code as bank, account_no as account from deposit_banks
      union select '${TRUEMONEY}', phone from deposit_wallets order by 1, 2`,
  );
  const games = GAME_PROVIDERS.flatMap((code) => {
    const { url, key } = config.games[code];
    return url ? [{ name: code, ask: reportBySignature({ url, key, timeoutMs }), records: movesAt(code) }] : [];
  });
  const channel = { name: 'payouts', ask: reportBySignature({ ...config.payouts, timeoutMs }), records: payouts() };
  return [
    ...accounts.map(({ bank, account }) => ({
      name: `${bank} ${account}`,
      ask: askAccount(config, bank, account),
      records: paymentsTo(bank, account),
      onReport: (day: string, { items }: PartyReport) => onReport({ bank, account }, { day, items }),
    })),
    ...(config.payouts.url ? [channel] : []),
    ...games,
  ];
}

/** A bank that also makes QR codes reports them with all else that reaches the account. */
function askAccount(config: Config, bank: string, account: string): AskReport {
  const timeoutMs = config.providerTimeoutMs;
  const gateway = QR_PROVIDERS.find((code) => code === bank && !BANKS.includes(code));
  if (gateway)
    return known(config.payments[gateway].url, reportBySignature({ ...config.payments[gateway], timeoutMs }));
  const { url, key } = bank === TRUEMONEY ? config.truemoney : config.bankFeed;
  return known(url, reportByKey({ url: `${url}/accounts/${bank}/${account}`, key, timeoutMs }));
}

/** An account whose reports cannot be asked for is not passed over in silence. */
function known(url: string, ask: AskReport): AskReport {
  return url
    ? ask
    : async () => {
        throw new Error('it has no address');
      };
}
