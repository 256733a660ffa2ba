import { SOURCES } from '@krapao/contract/members/limits.ts';
import { describe, expect, test } from 'vitest';
import {
  newLaoRegistration,
  newMember,
  type Product,
  startProduct,
  startProductOnSandbox,
} from '../../../test/harness.ts';
import { type Settings, writeSetting } from '../../platform/settings.ts';

const { product, sandbox, database } = await startProductOnSandbox();
const lao = await startProduct(database, { EDITION: 'la' });

async function look(name: string, { on = product, language = '', token = '' } = {}): Promise<unknown> {
  const headers = language ? { 'accept-language': language } : {};
  const answer = await on.call(`GET /api/lookup/${name}`, { headers, ...(token && { token }) });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return answer.body;
}

async function set<N extends keyof Settings>(name: N, value: Settings[N]) {
  await writeSetting(database.db, name, value);
}

const THAI = /\p{Script=Thai}/u;
const LAO = /\p{Script=Lao}/u;
const ENGLISH = /^[^\p{Script=Thai}\p{Script=Lao}]*[A-Za-z][^\p{Script=Thai}\p{Script=Lao}]*$/u;

describe('banks', () => {
  test('are the Thai banks in the Thai edition and the Lao banks in the Laos edition', async () => {
    const thaiBanks = (await look('banks')) as { code: string }[];
    const laoBanks = (await look('banks', { on: lao })) as { code: string }[];
    expect(thaiBanks).toContainEqual({
      ...{ code: 'KBANK', nameTH: 'ธนาคารกสิกรไทย', nameLA: 'ທະນາຄານກະສິກອນໄທ', nameEN: 'Kasikornbank' },
    });
    expect(laoBanks.map(({ code }) => code)).toContain('BCEL');
    const codes = [...thaiBanks, ...laoBanks].map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe('texts', () => {
  const named = {
    conditions: (body: unknown) => body as string[],
    agreements: (body: unknown) => body as string[],
    contact: (body: unknown) => [(body as { contactText: string }).contactText],
    sources: (body: unknown) => (body as { description: string }[]).map(({ description }) => description).slice(-1),
  };

  describe.each(Object.entries(named))('of %s', (name, textsIn) => {
    test.each([
      ['the locale asked for', `${name}?locale=th`, 'en', THAI],
      ['the locale asked for', `${name}?locale=la`, 'en', LAO],
      ['the locale asked for', `${name}?locale=en`, 'th', ENGLISH],
      ["the browser's language", name, 'en-GB,en;q=0.9', ENGLISH],
      ["the browser's language", name, 'th-TH', THAI],
      ["the browser's language", name, 'lo-LA,lo;q=0.9,en;q=0.5', LAO],
      ['the first language of the browser that there is', name, 'fr-FR, de;q=0.9, en;q=0.8', ENGLISH],
      ["the edition's own without any", name, '', THAI],
      ["the edition's own for others", name, 'fr-FR', THAI],
    ])('are in %s: %s (%s)', async (_, path, language, script) => {
      const texts = textsIn(await look(path, { language }));
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) expect(text).toMatch(script);
    });

    test('are Lao in the Laos edition by default', async () => {
      for (const text of textsIn(await look(name, { on: lao }))) expect(text).toMatch(LAO);
    });

    test('a locale that does not exist is refused', async () => {
      const answer = await product.call(`GET /api/lookup/${name}?locale=fr`);
      expect(answer).toMatchObject({
        status: 400,
        body: { message: 'INVALID_REQUEST', fields: { locale: 'INVALID' } },
      });
    });
  });

  test('conditions and agreements are the same number in every language', async () => {
    for (const name of ['conditions', 'agreements']) {
      const lists = await Promise.all(['th', 'la', 'en'].map((locale) => look(`${name}?locale=${locale}`)));
      expect(new Set(lists.map((list) => (list as string[]).length)).size).toBe(1);
    }
  });

  test('sources have every code that registering takes, each with a name', async () => {
    const sources = (await look('sources?locale=en')) as { code: string; description: string }[];
    expect(sources.map(({ code }) => code)).toEqual([...SOURCES]);
    expect(sources.map(({ description }) => description)).toContain('A friend');
  });
});

describe('service', () => {
  test('info and contact are what the environment says, with a QR code of the link', async () => {
    const named = await startProduct(database, {
      SERVICE_NAME: 'กระเป๋าดี',
      SERVICE_WEBSITE: 'https://wallet.example',
      LINE_NAME: '@wallet',
      LINE_LINK: 'https://line.me/R/ti/p/@wallet',
    });
    expect(await look('info', { on: named })).toEqual({ name: 'กระเป๋าดี', website: 'https://wallet.example' });
    expect(await look('contact', { on: named })).toEqual({
      contactText: expect.stringMatching(THAI),
      lineLink: 'https://line.me/R/ti/p/@wallet',
      lineName: '@wallet',
      lineQR: expect.stringMatching(/^<svg .*<\/svg>\s*$/s),
    });
    expect(await look('info')).toEqual({ name: 'Krapao', website: 'http://localhost:3000' });
  });

  test('notice is empty until an operator writes one', async () => {
    expect(await look('notice')).toEqual({});
    await set('notice', '<b>ปิดปรับปรุง</b>');
    expect(await look('notice')).toEqual({ html: '<b>ปิดปรับปรุง</b>' });
    await set('notice', null);
    expect(await look('notice')).toEqual({});
  });

  test('active says when the service is gone', async () => {
    expect(await look('active')).toEqual({ terminated: null });
    await set('service', 'gone');
    expect(await look('active')).toEqual({ terminated: 'gone' });
    await set('service', 'active');
    expect(await look('active')).toEqual({ terminated: null });
  });

  test.each([
    ['registerOTP', 'registerOtp', 'REGISTER_OTP', false],
    ['enableChatWidget', 'chatWidget', 'CHAT_ENABLED', true],
  ] as const)('%s follows the environment until an operator decides', async (name, setting, variable, standard) => {
    const turned = await startProduct(database, { [variable]: standard ? 'off' : 'on' });
    const enabled = async (on: Product) => ((await look(name, { on })) as { enabled: boolean }).enabled;
    expect([await enabled(product), await enabled(turned)]).toEqual([standard, !standard]);
    for (const decided of [true, false]) {
      await set(setting, decided);
      expect([await enabled(product), await enabled(turned)]).toEqual([decided, decided]);
    }
  });
});

describe('slip', () => {
  test("follows the product's clock into the window and out of it", async () => {
    const { closesAt } = (await look('slip')) as { closesAt: string };
    const now = (await database.db.query<{ now: Date }>('select app_now() as now')).rows[0]?.now ?? new Date();
    const untilClosing = Math.ceil((Date.parse(closesAt) - now.getTime()) / 1000);
    await sandbox.moveClock(untilClosing + 1);
    expect(await look('slip')).toMatchObject({ open: false });
    await sandbox.moveClock(60 * 60);
    expect(await look('slip')).toMatchObject({ open: true });
  });

  test("follows the operator's window", async () => {
    await set('slipsClosed', { from: '00:00', to: '23:59' });
    expect(await look('slip')).toMatchObject({
      closesAt: expect.stringMatching(/T17:00:00\.000Z$/),
      opensAt: expect.stringMatching(/T16:59:00\.000Z$/),
    });
    await set('slipsClosed', { from: '12:00', to: '12:00' });
    expect(await look('slip')).toMatchObject({ open: true });
  });
});

describe('withdraw', () => {
  const baht = { withdrawMin: 100, withdrawMax: 50_000 };
  const kip = { withdrawMin: 50_000, withdrawMax: 30_000_000 };

  test('shows the bounds of the edition to a visitor and those of their own currency to a member', async () => {
    expect(await look('withdraw')).toEqual(baht);
    expect(await look('withdraw', { on: lao })).toEqual(kip);
    for (const [currency, bounds] of [
      ['LAK', kip],
      ['BAHT', baht],
    ] as const) {
      const { token } = await newMember(lao, newLaoRegistration({ currency }));
      expect(await look('withdraw', { on: lao, token })).toEqual(bounds);
    }
  });

  test('a visitor with a dead token is a visitor', async () => {
    expect(await look('withdraw', { token: 'dead' })).toEqual(baht);
  });
});

describe('deposit', () => {
  test('needs a member', async () => {
    const answer = await product.call('GET /api/lookup/deposit');
    expect(answer).toMatchObject({ status: 401, body: { message: 'invalid-token' } });
  });

  test("shows the open accounts and wallets of the member's currency, and whether manual deposits are taken", async () => {
    await database.db.query(`
      insert into deposit_banks (bank_code, bank_type, mode, account_name, account_no, currency, is_open) values
        ('SCB', 'BANK', 'AUTO', 'KRAPAO', '0000000011', 'BAHT', true),
        ('KBANK', 'BANK', 'SMS', 'KRAPAO', '0000000012', 'BAHT', true),
        ('GSB', 'BANK', 'AUTO', 'KRAPAO', '000000000013', 'BAHT', false),
        ('BCEL', 'BANK', 'AUTO', 'KRAPAO', '0000000014', 'LAK', true)`);
    await database.db.query(`
      insert into deposit_wallets (account_name, phone, mode, currency, is_open) values
        ('KRAPAO', '0000000015', 'AUTO', 'BAHT', true),
        ('KRAPAO GIFT', '0000000016', 'GIFT', 'BAHT', true),
        ('CLOSED', '0000000017', 'GIFT', 'BAHT', false)`);
    await set('registerOtp', false);
    const thaiMember = await newMember(product);
    expect(await look('deposit', { token: thaiMember.token })).toEqual({
      banks: [
        {
          bank: { nameTH: 'ธนาคารไทยพาณิชย์', nameLA: 'ທະນາຄານໄທພານິດ', nameEN: 'Siam Commercial Bank' },
          bankCode: 'SCB',
          bankType: 'BANK',
          mode: 'AUTO',
          bankAccountName: 'KRAPAO',
          bankAccountNo: '0000000011',
          currency: 'BAHT',
          qrcode: null,
        },
        expect.objectContaining({ bankCode: 'KBANK', mode: 'SMS', bankAccountNo: '0000000012', qrcode: null }),
      ],
      wallets: [
        { walletAccountName: 'KRAPAO', walletAccountNo: '0000000015', mode: 'AUTO' },
        { walletAccountName: 'KRAPAO GIFT', walletAccountNo: null, mode: 'GIFT' },
      ],
      isManual: true,
    });

    // Nobody would hear of money that is sent to a wallet where TrueMoney cannot be asked.
    const deaf = await startProduct(database, { ROLE: 'api' });
    const { wallets } = (await look('deposit', { on: deaf, token: thaiMember.token })) as { wallets: unknown };
    expect(wallets).toEqual([{ walletAccountName: 'KRAPAO GIFT', walletAccountNo: null, mode: 'GIFT' }]);

    const byTransferOnly = await startProduct(database, { EDITION: 'la', MANUAL_DEPOSITS: 'off' });
    const laoMember = await newMember(lao, newLaoRegistration());
    expect(await look('deposit', { on: byTransferOnly, token: laoMember.token })).toEqual({
      banks: [expect.objectContaining({ bankCode: 'BCEL', currency: 'LAK' })],
      wallets: [],
      isManual: false,
    });
  });
});
