import { bankByCode, banksOf } from '@krapao/contract/banks.ts';
import { SOURCES } from '@krapao/contract/members/limits.ts';
import { type Currency, type Minor, moneyToWire } from '@krapao/contract/money.ts';
import { toString as qrMarkup } from 'qrcode';
import { WITHDRAW_LIMITS } from '../../allowances/withdraw-limits.ts';
import { slipWindow } from '../../deposits/slips/slip-window.ts';
import { now } from '../../platform/clock.ts';
import { many } from '../../platform/database.ts';
import { localeOf } from '../../platform/language.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { readSettings } from '../../platform/settings.ts';
import { AGREEMENTS, CONDITIONS, CONTACT, SOURCE_NAMES } from './texts.ts';

type QrcodeOf = (bankCode: string) => { minimum: Minor; lifeMinutes: number } | null;

/** `qrcodeOf`: whether and how one can pay there by a QR code. */
export function lookupRoutes(platform: Platform, qrcodeOf: QrcodeOf): void {
  const { db, config } = platform;
  const { edition } = config;
  const settings = () => readSettings(db, config);
  const editionCurrency: Currency = edition === 'la' ? 'LAK' : 'BAHT';

  route(platform, 'GET /api/lookup/banks', async () => [...banksOf(edition)]);
  route(platform, 'GET /api/lookup/sources', async ({ query, language }) => {
    const names = SOURCE_NAMES[localeOf(query.locale, language, edition)];
    return SOURCES.map((code) => ({ code, description: names[code] }));
  });
  route(platform, 'GET /api/lookup/conditions', async ({ query, language }) => [
    ...CONDITIONS[localeOf(query.locale, language, edition)],
  ]);
  route(platform, 'GET /api/lookup/agreements', async ({ query, language }) => [
    ...AGREEMENTS[localeOf(query.locale, language, edition)],
  ]);
  route(platform, 'GET /api/lookup/info', async () => ({ name: config.serviceName, website: config.serviceWebsite }));
  route(platform, 'GET /api/lookup/contact', async ({ query, language }) => ({
    contactText: CONTACT[localeOf(query.locale, language, edition)],
    lineLink: config.lineLink,
    lineName: config.lineName,
    lineQR: await qrMarkup(config.lineLink, { type: 'svg', margin: 1 }),
  }));
  route(platform, 'GET /api/lookup/notice', async () => {
    const { notice } = await settings();
    return notice ? { html: notice } : {};
  });
  route(platform, 'GET /api/lookup/active', async () => ({
    terminated: (await settings()).service === 'gone' ? 'gone' : null,
  }));
  route(platform, 'GET /api/lookup/registerOTP', async () => ({ enabled: (await settings()).registerOtp }));
  route(platform, 'GET /api/lookup/enableChatWidget', async () => ({ enabled: (await settings()).chatWidget }));
  route(platform, 'GET /api/lookup/slip', async () => slipWindow(await now(db), (await settings()).slipsClosed));
  route(platform, 'GET /api/lookup/withdraw', async ({ member }) => {
    const { min, max } = WITHDRAW_LIMITS[member?.currency ?? editionCurrency];
    return { withdrawMin: moneyToWire(min), withdrawMax: moneyToWire(max) };
  });
  route(platform, 'GET /api/lookup/deposit', async ({ member }) => ({
    banks: await depositBanks(platform, member.currency, qrcodeOf),
    wallets: await depositWallets(platform, member.currency),
    isManual: config.manualDeposits,
  }));
}

type DepositBankRow = {
  bank_code: string;
  bank_type: string;
  mode: 'AUTO' | 'SMS';
  account_name: string;
  account_no: string;
  currency: Currency;
};

async function depositBanks({ db }: Platform, currency: Currency, qrcodeOf: QrcodeOf) {
  const sql = 'select * from deposit_banks where is_open and currency = $1 order by id';
  const rows = await many<DepositBankRow>(db, sql, [currency]);
  return rows.map((row) => ({
    bank: bankByCode(row.bank_code),
    bankCode: row.bank_code,
    bankType: row.bank_type,
    mode: row.mode,
    bankAccountName: row.account_name,
    bankAccountNo: row.account_no,
    currency: row.currency,
    qrcode: row.mode === 'AUTO' ? wireOf(qrcodeOf(row.bank_code)) : null,
  }));
}

const wireOf = (qrcode: ReturnType<QrcodeOf>) => qrcode && { ...qrcode, minimum: moneyToWire(qrcode.minimum) };

function depositWallets({ db }: Platform, currency: Currency) {
  const sql =
    'select account_name as "walletAccountName", mode from deposit_wallets where is_open and currency = $1 order by id';
  return many<{ walletAccountName: string; mode: 'AUTO' | 'GIFT' }>(db, sql, [currency]);
}
