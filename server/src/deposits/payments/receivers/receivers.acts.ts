import { banksOf } from '@krapao/contract/banks.ts';
import { EDITIONS } from '@krapao/contract/editions.ts';
import { CURRENCIES, type Currency } from '@krapao/contract/money.ts';
import { PAYMENT_PROVIDERS } from '@krapao/contract/providers.ts';
import { Type } from 'typebox';
import type { Transaction } from '../../../platform/database.ts';
import { CannotDo, change, choice, fields, list, MOST_LISTED, text } from '../../../staff/act.ts';
import { TRUEMONEY } from '../ingest/payment-report.ts';
import {
  closeDepositBanks,
  depositBanks,
  lockDepositBanks,
  lockFeeds,
  lockUnparsedReport,
  markLookedAt,
  openDepositBank,
  setFeedCursor,
  unparsedReports,
} from './receivers.queries.ts';
import { closeWallet, depositWallets, lockWallet, openWallet } from './wallets.queries.ts';

const description = 'Say the bank, the number and the name.';

/** Our accounts that members pay to, and lines of their feeds that could not be read. */
export const receiverActs = {
  listUnread: list({
    name: 'feeds unread',
    summary: 'what feeds, SMS and gateways told that cannot be read: it may be money',
    permission: 'payments.see',
    run: (tx) => unparsedReports(tx, MOST_LISTED),
  }),
  finishUnread: change({
    name: 'feeds done',
    summary: 'takes something unread off the list, once it was looked at (see `payments record`)',
    permission: 'payments.give',
    needsSecond: false,
    schema: fields({ id: text('Say which, by its number: `feeds unread` lists them.') }),
    run: async (tx, _operator, { id }) => {
      const before = await lockUnparsedReport(tx, id);
      if (!before) throw new CannotDo(`There is nothing unread with the number ${id}.`);
      const after = await markLookedAt(tx, before.id);
      return { data: after, before, after };
    },
  }),
  rewindFeed: change({
    name: 'feeds rewind',
    summary: 'reads a feed again from a line on; what was reported before is known and not taken twice',
    permission: 'movements.mend',
    needsSecond: true,
    schema: fields({
      bank: text('Say at which bank.'),
      account: text('Say which account.'),
      cursor: Type.String({
        pattern: '^\\d{1,18}$',
        description: 'Say after which cursor, a number; 0 is the beginning.',
      }),
      mode: Type.Optional(choice(['AUTO', 'SMS'])),
    }),
    run: async (tx, _operator, { bank, account, cursor, mode }) => {
      const feeds = (await lockFeeds(tx, bank, account)).filter((feed) => !mode || feed.mode === mode);
      const [before, another] = feeds;
      if (!before) throw new CannotDo(`${bank} ${account} has no feed.`);
      if (another) throw new CannotDo(`${bank} ${account} has two feeds: say AUTO or SMS.`);
      if (BigInt(cursor) >= before.feed_cursor) throw new CannotDo(`It was read to ${before.feed_cursor} only.`);
      const after = await setFeedCursor(tx, before, BigInt(cursor));
      return { data: after, before, after };
    },
  }),
  listReceivers: list({
    name: 'receivers list',
    summary: 'our accounts that members can pay to',
    permission: 'receivers.see',
    run: async (tx) => [...(await depositBanks(tx)), ...(await depositWallets(tx))],
  }),
  openReceiver: change({
    name: 'receivers add',
    summary: 'shows members another account to pay to',
    permission: 'receivers.open',
    needsSecond: true,
    schema: fields({
      bank: Type.String({ pattern: '^[A-Za-z]{2,10}$', description }),
      account: Type.String({ pattern: '^\\d{6,20}$', description }),
      mode: choice(['AUTO', 'SMS', 'GIFT']),
      currency: choice(CURRENCIES),
      name: Type.String({ minLength: 1, maxLength: 200, description }),
    }),
    run: async (tx, _operator, { bank, account, mode, currency, name }) => {
      const code = bank.toUpperCase();
      if (code === TRUEMONEY) return openTrueWallet(tx, { phone: account, mode, currency, name });
      if (mode === 'GIFT') throw new CannotDo('Only a True Wallet takes gifts: say AUTO or SMS.');
      const bankType = typeOf(code);
      if (!bankType) throw new CannotDo(`There is no bank ${bank}.`);
      if (bankType === 'PAYMENT' && mode !== 'AUTO') throw new CannotDo(`${code} makes QR codes: say AUTO.`);
      const before = (await lockDepositBanks(tx, code, account)).find((receiver) => receiver.mode === mode) ?? null;
      const terms = { mode, currency, account_name: name, bank_type: bankType };
      const after = await openDepositBank(tx, { bank_code: code, account_no: account, ...terms });
      return { data: { bank: code, account }, before, after };
    },
  }),
  closeReceiver: change({
    name: 'receivers close',
    summary: 'no longer shows an account; what is paid there all the same is still credited',
    permission: 'receivers.close',
    needsSecond: false,
    schema: fields({ bank: text('Say at which bank.'), account: text('Say which account.') }),
    run: async (tx, _operator, { bank, account }) => {
      if (bank.toUpperCase() === TRUEMONEY) return closeTrueWallet(tx, account);
      const before = await lockDepositBanks(tx, bank, account);
      if (before.length === 0) throw new CannotDo(`There is no ${bank} ${account}.`);
      const after = await closeDepositBanks(tx, bank, account);
      return { data: { bank: bank.toUpperCase(), account }, before, after };
    },
  }),
};

type TrueWallet = { phone: string; mode: 'AUTO' | 'SMS' | 'GIFT'; currency: Currency; name: string };

/** A wallet keeps its mode: what is sent to one that takes gifts only is reported by nobody. */
async function openTrueWallet(tx: Transaction, { phone, mode, currency, name }: TrueWallet) {
  if (mode === 'SMS' || currency !== 'BAHT') throw new CannotDo('A True Wallet is AUTO or GIFT, and in BAHT.');
  if (!/^0\d{9}$/.test(phone)) throw new CannotDo(`${phone} is no phone number of a True Wallet.`);
  const before = await lockWallet(tx, phone);
  if (before && before.mode !== mode)
    throw new CannotDo(`${TRUEMONEY} ${phone} is of mode ${before.mode} and stays so.`);
  const after = await openWallet(tx, { phone, name, mode });
  return { data: { bank: TRUEMONEY, account: phone }, before, after };
}

async function closeTrueWallet(tx: Transaction, phone: string) {
  const before = await lockWallet(tx, phone);
  if (!before) throw new CannotDo(`There is no ${TRUEMONEY} ${phone}.`);
  const after = await closeWallet(tx, phone);
  return { data: { bank: TRUEMONEY, account: phone }, before, after };
}

/**
 * Members see the account of a bank, but of a gateway only its QR codes. Null: an unknown one is a typing error, which
 * members would see and no feed would tell of.
 */
function typeOf(code: string): 'BANK' | 'PAYMENT' | null {
  if (EDITIONS.flatMap(banksOf).some((bank) => bank.code === code)) return 'BANK';
  return PAYMENT_PROVIDERS.some((name) => name === code) ? 'PAYMENT' : null;
}
