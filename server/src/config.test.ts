import { describe, expect, test } from 'vitest';
import { cloneDatabase, startProduct } from '../test/harness.ts';
import { BadConfig, readConfig, readMigrating } from './config.ts';

const DATABASE_URL = 'postgres://krapao:secret@localhost:5432/krapao';
const read = (environment: Record<string, string> = {}) => readConfig({ DATABASE_URL, ...environment });

describe('without settings', () => {
  test('the defaults are the decided ones', () => {
    expect(read()).toMatchObject({
      isProduction: false,
      port: 3000,
      databaseUrl: DATABASE_URL,
      edition: 'th',
      clientKey: 'member-web',
      serviceName: 'Krapao',
      iframeMode: false,
      registerOtp: false,
      chatEnabled: true,
      otpPerPhoneAnHour: 5,
      otpPerAddressAnHour: 200,
      loginFailuresPerPhone: 10,
      loginFailuresPerAddress: 200,
      maxConnections: 10_000,
      maxConnectionsPerAddress: 400,
      socketsPerAddress: 400,
      requestsPerAddressAMinute: 3_000,
      providerTimeoutMs: 10_000,
      sandboxUrl: '',
      trustProxy: [],
    });
  });

  test('outside parties are doubted as decided', () => {
    expect(read()).toMatchObject({
      providerLateMs: 120_000,
      readingsApartMs: 15_000,
      fallAgreedMs: 60_000,
      noticeableFall: 100,
      largeResult: 5_000,
      hugeResult: 1_000_000,
      doubtedAccounts: 5,
      doubtedWithinMs: 600_000,
      transferWaitMs: 8_000,
      grantWaitMs: 20_000,
      waitForFeedMs: 20_000,
      refundAWeek: 5_000,
      coinsADay: 30,
      promotionTriesAnHour: 20,
    });
    expect(read().paymentReports).toEqual({
      pairMinutes: 30,
      reportOffMinutes: 15,
      mostByOtherScript: { BAHT: 2_000_00n, LAK: 1_200_000_00n },
      slipsAloneADay: { BAHT: 5_000_00n, LAK: 3_000_000_00n },
      givenAlone: { BAHT: 20_000_00n, LAK: 12_000_000_00n },
      givenAloneADay: { BAHT: 50_000_00n, LAK: 30_000_000_00n },
    });
  });

  test('a value that is empty or blank counts as absent', () => {
    expect(read({ PORT: '', EDITION: '  ', REGISTER_OTP: '' })).toEqual(read());
  });
});

describe('a value that makes sense', () => {
  test.each([
    ['PORT', ' 8080 ', { port: 8080 }],
    ['EDITION', 'la', { edition: 'la' }],
    ['REGISTER_OTP', 'on', { registerOtp: true }],
    ['REGISTER_OTP', 'TRUE', { registerOtp: true }],
    ['CHAT_ENABLED', '0', { chatEnabled: false }],
    ['IFRAME_MODE', 'yes', { iframeMode: true }],
    [
      'SANDBOX_URL',
      'http://localhost:4000/',
      { sandboxUrl: 'http://localhost:4000', smsUrl: 'http://localhost:4000/sms' },
    ],
    ['SMS_URL', 'https://sms.example/v1', { smsUrl: 'https://sms.example/v1' }],
    ['TRUST_PROXY', '127.0.0.1, 10.0.0.0/8,::1', { trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1'] }],
    [
      'DATABASE_URL',
      'postgresql:///krapao?host=/run/postgresql',
      { databaseUrl: 'postgresql:///krapao?host=/run/postgresql' },
    ],
  ])('%s=%s is taken', (name, value, expected) => {
    expect(read({ [name]: value })).toMatchObject(expected);
  });
});

describe('outside parties of money', () => {
  test('without an address there is none of them', () => {
    const none = { url: '' };
    expect(read()).toMatchObject({
      payments: { KBANK: none, WW: none, PAYONEX: none, PAYTIMZ: none, FP: none, BCEL: none },
      bankFeed: none,
      verifier: none,
      truemoney: none,
      payouts: none,
    });
  });

  test('the sandbox plays every one of them that has no address of its own', () => {
    const config = read({
      SANDBOX_URL: 'http://localhost:4000',
      SANDBOX_KEY: 'ours',
      PAYOUTS_URL: 'https://payouts.example/v1/',
      PAYOUTS_KEY: 'theirs',
    });
    expect(config).toMatchObject({
      payments: {
        WW: { url: 'http://localhost:4000/payments/ww/api', key: 'ours' },
        BCEL: { url: 'http://localhost:4000/payments/bcel/api', key: 'ours' },
      },
      bankFeed: { url: 'http://localhost:4000/banks/api', key: 'ours' },
      verifier: { url: 'http://localhost:4000/verifier/api', key: 'ours' },
      truemoney: { url: 'http://localhost:4000/truemoney/api', key: 'ours' },
      payouts: { url: 'https://payouts.example/v1', key: 'theirs' },
    });
  });

  test('the least that a QR code is made for is the decided one, or as configured, to the satang', () => {
    expect(read().qrMinimums).toEqual({
      KBANK: 1_00n,
      WW: 100_00n,
      PAYONEX: 100_00n,
      PAYTIMZ: 10_00n,
      FP: 10_00n,
      BCEL: 1_00n,
    });
    expect(read({ QR_MINIMUM_WW: '250', QR_MINIMUM_BCEL: '20000' }).qrMinimums).toMatchObject({
      WW: 250_00n,
      BCEL: 20_000_00n,
      PAYONEX: 100_00n,
    });
  });

  test('files are kept under DATA_DIR unless they have a place of their own', () => {
    expect(read({ DATA_DIR: '/srv/krapao' })).toMatchObject({
      mediaDir: '/srv/krapao/media',
      uploadsDir: '/srv/krapao/uploads',
      truelinkSecret: 'krapao-truelink',
    });
    expect(read({ DATA_DIR: '/srv/krapao', MEDIA_DIR: '/mnt/media' })).toMatchObject({ mediaDir: '/mnt/media' });
  });
});

describe('a value that makes no sense stops the boot with a sentence that names', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['DATABASE_POOL', '0'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'mysql://localhost/krapao'],
    ['LOG_LEVEL', 'loud'],
    ['EDITION', 'TH'],
    ['EDITION', 'kh'],
    ['REGISTER_OTP', 'maybe'],
    ['CHAT_ENABLED', '2'],
    ['IFRAME_MODE', 'offf'],
    ['MANUAL_DEPOSITS', 'none'],
    ['OTP_PER_PHONE_AN_HOUR', '0'],
    ['OTP_PER_ADDRESS_AN_HOUR', 'many'],
    ['LOGIN_FAILURES_PER_PHONE', '1e3'],
    ['LOGIN_FAILURES_PER_ADDRESS', '-5'],
    ['PROVIDER_TIMEOUT_MS', '10s'],
    ['SANDBOX_URL', 'localhost:4000'],
    ['SMS_URL', 'sms.example'],
    ['SERVICE_WEBSITE', 'javascript:alert(1)'],
    ['LINE_LINK', '@krapao'],
    ['TRUST_PROXY', 'nginx'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/'],
    ['TRUST_PROXY', '2001:db8::/129'],
    ['MAX_CONNECTIONS_PER_ADDRESS', '500'],
    ['SOCKETS_PER_ADDRESS', '500'],
    ['METRICS_PORT', '65536'],
    ['API_REFERENCE', 'public'],
    ['PAYMENT_WW_URL', 'ww.example'],
    ['PAYMENT_BCEL_URL', 'ftp://bcel.example'],
    ['BANK_FEED_URL', 'banks.example'],
    ['VERIFIER_URL', '/verifier'],
    ['TRUEMONEY_URL', 'tcp://truemoney.example'],
    ['PAYOUTS_URL', 'payouts.example:443'],
    ['QR_MINIMUM_WW', '0'],
    ['QR_MINIMUM_KBANK', '-1'],
    ['QR_MINIMUM_FP', '10.50'],
    ['QR_MINIMUM_BCEL', '100000001'],
  ])('%s: %s', (name, value) => {
    const reading = () => read({ [name]: value });
    expect(reading).toThrow(BadConfig);
    expect(reading).toThrow(new RegExp(`^${name} must .*\\.$`));
  });

  test('DATABASE_URL when it is missing', () => {
    expect(() => readConfig({})).toThrow('DATABASE_URL is missing.');
  });

  test('DATABASE_URL without repeating the password in it', () => {
    expect(() => read({ DATABASE_URL: 'mysql://krapao:secret@localhost/krapao' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    );
  });

  test.each(['DATABASE_OWNER_URL', 'DATABASE_URL'])('to migrate without %s', (name) => {
    const addresses = {
      DATABASE_OWNER_URL: 'postgres://o:secret@localhost/k',
      DATABASE_URL: 'postgres://a@localhost/k',
    };
    expect(readMigrating(addresses)).toMatchObject({ lockWaitMs: 500, lockTries: 120 });
    expect(() => readMigrating({ ...addresses, [name]: '' })).toThrow(`${name} is missing.`);
  });

  test('WEB_DIST when no web app is there', async () => {
    const database = await cloneDatabase();
    await expect(startProduct(database, { WEB_DIST: '/no/such/folder' })).rejects.toThrow(
      /^WEB_DIST must .*\/no\/such\/folder/,
    );
  });
});

describe('production', () => {
  const production = { NODE_ENV: 'production', SANDBOX_URL: 'http://localhost:4000' };

  test('knows no sandbox, even if one is named, and has no key by default', () => {
    expect(read(production)).toMatchObject({
      isProduction: true,
      sandboxUrl: '',
      smsUrl: '',
      smsKey: '',
      credentialsKeys: [''],
    });
  });

  test('has no party to pay or be paid by unless one is named, not even a sandbox’s', () => {
    expect(read(production)).toMatchObject({
      payments: { WW: { url: '', key: '' }, KBANK: { url: '', key: '' } },
      bankFeed: { url: '', key: '' },
      payouts: { url: '', key: '' },
    });
  });
});
