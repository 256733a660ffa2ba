import { describe, expect, test } from 'vitest';
import { cloneDatabase, startProduct } from '../test/harness.ts';
import { BadConfig, readConfig } from './config.ts';

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
      providerTimeoutMs: 10_000,
      sandboxUrl: '',
      trustProxy: [],
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
    ['METRICS_NETWORK', '10.0.0.0/'],
    ['METRICS_NETWORK', '2001:db8::/129'],
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

  test('WEB_DIST when no web app is there', async () => {
    const database = await cloneDatabase();
    await expect(startProduct(database, { WEB_DIST: '/no/such/folder' })).rejects.toThrow(
      /^WEB_DIST must .*\/no\/such\/folder/,
    );
  });
});

describe('production', () => {
  const production = {
    NODE_ENV: 'production',
    SMS_KEY: 'a-key-of-its-own',
    SMS_URL: 'https://sms.example',
    CREDENTIALS_KEY: 'a-key-of-its-own',
  };

  test('refuses the key that every sandbox is born with, and has none by default', () => {
    const SMS_KEY = 'sandbox-key-not-a-secret';
    expect(() => read({ ...production, SMS_KEY })).toThrow(/^SMS_KEY is the sandbox's key/);
    expect(read({ ...production, SMS_KEY: '' })).toMatchObject({ smsKey: '' });
    expect(read(production)).toMatchObject({ isProduction: true, smsKey: 'a-key-of-its-own' });
  });

  test('does not ask members for a code that it has no gateway to send with', () => {
    expect(() => read({ ...production, SMS_URL: '', REGISTER_OTP: 'on' })).toThrow(/^SMS_URL is missing/);
    expect(read({ ...production, REGISTER_OTP: 'on' })).toMatchObject({ registerOtp: true });
  });

  test('knows no sandbox, even if one is named', () => {
    const { SMS_URL: _, ...withoutGateway } = production;
    expect(read({ ...withoutGateway, SANDBOX_URL: 'http://localhost:4000' })).toMatchObject({
      sandboxUrl: '',
      smsUrl: '',
    });
  });
});
