import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { type CallName, calls } from './calls.ts';
import { QR_PROVIDERS } from './deposits/limits.ts';
import {
  FIXED_LINK_PROVIDERS,
  FORM_LOGIN_PROVIDERS,
  GAME_PROVIDERS,
  LINK_LOGIN_PROVIDERS,
  PAYMENT_PROVIDERS,
} from './providers.ts';
import type { CallSchema } from './schemas.ts';

const all: [string, CallSchema][] = Object.entries(calls);
const namesWhere = (holds: (call: CallSchema) => boolean) =>
  all
    .filter(([, call]) => holds(call))
    .map(([name]) => name)
    .sort();

const EVERY_CALL = [
  'POST /api/account/reset/otp',
  'POST /api/account/reset',
  'GET /api/account/security',
  'POST /api/account/security/signOutElsewhere',
  'GET /api/lookup/banks',
  'GET /api/lookup/deposit',
  'GET /api/lookup/conditions',
  'GET /api/lookup/agreements',
  'GET /api/lookup/info',
  'GET /api/lookup/notice',
  'GET /api/lookup/contact',
  'GET /api/lookup/withdraw',
  'GET /api/lookup/slip',
  'GET /api/lookup/sources',
  'GET /api/lookup/active',
  'GET /api/lookup/registerOTP',
  'GET /api/lookup/enableChatWidget',
  'POST /api/account/validate',
  'POST /api/account',
  'GET /api/account/profile',
  'PUT /api/account/profile',
  'PUT /api/account/bankAccountName',
  'PUT /api/account/changepwd',
  'POST /api/login',
  'POST /api/logout',
  'POST /api/otp/send',
  'POST /api/otp/verify',
  'GET /api/wallet',
  'GET /api/wallet/refresh/slot',
  'GET /api/wallet/activate/{slotCode}',
  'GET /api/wallet/account/{slotCode}',
  'GET /api/wallet/resetpassword/{slotCode}',
  'POST /api/wallet/add',
  'POST /api/wallet/transfer',
  'GET /api/wallet/transfer/{id}',
  'POST /api/wallet/transferAll',
  'POST /api/wallet/withdraw',
  'POST /api/wallet/withdrawAll',
  'DELETE /api/wallet/withdraw/{id}',
  'POST /api/wallet/slip',
  'POST /api/wallet/truelink',
  'POST /api/invite',
  'GET /api/invite/bonus',
  'GET /api/invite/banners',
  'POST /api/refund',
  'GET /api/refund/check',
  'GET /api/refund/receive',
  'GET /api/refund/addWallet',
  'GET /api/refund/banners',
  'GET /api/bonus',
  'GET /api/bonus/activate/{code}',
  'GET /api/bonus/check/active',
  'GET /api/bonus/check/minimum',
  'GET /api/bonus/clear',
  'GET /api/promotion/current',
  'GET /api/promotion/find/{code}',
  'GET /api/promotion/activate/{code}',
  'POST /api/statement',
  'POST /api/statement/slip',
  'GET /api/statement/movement/{id}',
  'GET /api/statement/slip/reference/{reference}',
  'GET /api/statement/usual',
  'GET /api/spinwheel/setup',
  'POST /api/spinwheel/spin',
  'POST /api/spinwheel/history',
  'GET /api/spinwheel/coupon',
  'POST /api/spinwheel/coupon/claim',
  'GET /api/spinwheel/active',
  'GET /api/qrcode/{provider}',
  'POST /api/qrcode/{provider}',
  'DELETE /api/qrcode/{qrcodeId}',
  'GET /api/autoLogin/pg/{username}',
  'GET /api/autoLogin/betflix/{username}',
  'GET /api/autoLogin/askmebet/{username}/{password}',
  'GET /api/autoLogin/imi/{username}/{password}',
  'GET /api/autoLogin/usun/{username}/{password}',
  'GET /api/autoLogin/areaslot/{username}',
  'GET /api/autoLogin/circus/{username}/{password}',
  'GET /api/autoLogin/slotracha/{username}/{password}',
  'GET /api/autoLogin/pgslot/{username}/{password}',
  'GET /api/autoLogin/joker2/{username}',
  'GET /api/autoLogin/huayhd/{username}',
  'GET /api/chat/config',
  'POST /api/chat/send-message',
  'POST /api/chat/history',
  'POST /api/chat/upload-image',
  'POST /api/chat/upload-video',
  'PUT /api/chat/read-customer/',
  'POST /api/desk/login',
  'POST /api/desk/logout',
  'POST /api/desk/conversations',
  'POST /api/desk/history',
  'POST /api/desk/reply',
  'POST /api/desk/movement',
  'POST /api/desk/read',
  'POST /api/desk/close',
  'POST /api/desk/close-many',
];

describe('the calls', () => {
  test('are those of the specification and of the desk, no fewer and no more', () => {
    expect(Object.keys(calls).sort()).toEqual([...EVERY_CALL].sort());
  });

  test('without a sign-in are registration, sign-in and a forgotten password, OTP, chat and every lookup but one', () => {
    const open = EVERY_CALL.filter((name) => /\/lookup\/|\/otp\/|\/chat\//.test(name)).filter(
      (name) => name !== 'GET /api/lookup/deposit',
    );
    const ofAccount = ['', '/validate', '/reset/otp', '/reset'].map((path) => `POST /api/account${path}`);
    const signIn = [...ofAccount, 'POST /api/login', 'POST /api/desk/login'];
    expect(namesWhere((call) => call.public === true)).toEqual([...open, ...signIn].sort());
  });

  test('that need an operator are those of the desk', () => {
    const desk = EVERY_CALL.filter((name) => name.includes('/desk/') && name !== 'POST /api/desk/login');
    expect(namesWhere((call) => call.operator === true)).toEqual(desk.sort());
  });

  test('that read like a GET but have an effect say so', () => {
    expect(namesWhere((call) => call.effect === true).filter((name) => name.startsWith('GET '))).toEqual([
      'GET /api/bonus/activate/{code}',
      'GET /api/bonus/clear',
      'GET /api/invite/bonus',
      'GET /api/promotion/activate/{code}',
      'GET /api/refund/addWallet',
      'GET /api/refund/receive',
      'GET /api/wallet/activate/{slotCode}',
      'GET /api/wallet/resetpassword/{slotCode}',
    ]);
  });

  test('that take an amount of money have an effect', () => {
    const moving = namesWhere((call) => JSON.stringify(call.body ?? {}).includes('"amount"'));
    expect(moving.length).toBeGreaterThan(0);
    expect(namesWhere((call) => call.effect === true)).toEqual(expect.arrayContaining(moving));
  });

  test('with an effect always need a sign-in', () => {
    expect(namesWhere((call) => call.effect === true && call.public === true)).toEqual([]);
  });

  test('to enter a game are one for each provider with a link', () => {
    const entered = all.flatMap(([name]) => /\/autoLogin\/([^/]+)\//.exec(name)?.[1] ?? []);
    expect(entered.sort()).toEqual([...LINK_LOGIN_PROVIDERS].sort());
  });
});

describe('every call', () => {
  test('is a method and a path under /api', () => {
    const shape = /^(GET|POST|PUT|DELETE) \/api(\/([A-Za-z0-9-]+|\{[a-zA-Z]+\}))+\/?$/;
    expect(all.map(([name]) => name).filter((name) => !shape.test(name))).toEqual([]);
  });

  test('has a parameter for each placeholder of its path and no other', () => {
    const placeholders = all.map(([name]) => [name, [...name.matchAll(/\{(\w+)\}/g)].map((match) => match[1])]);
    expect(all.map(([name, call]) => [name, Object.keys(propertiesOf(call.params))])).toEqual(placeholders);
  });

  test('sends a body only where its method has one, and never beside a file', () => {
    const bodiless = all.filter(([name, call]) => /^(GET|DELETE) /.test(name) || call.upload);
    expect(bodiless.filter(([, call]) => call.body)).toEqual([]);
    expect(namesWhere((call) => call.upload !== undefined).filter((name) => !name.startsWith('POST '))).toEqual([]);
  });

  test('refuses unknown fields at every depth of its body', () => {
    const open = (schema: Json) => schema.type === 'object' && schema.additionalProperties !== false;
    expect(namesWhere((call) => schemasIn(call.body).some(open))).toEqual([]);
  });

  test('bounds every text it takes', () => {
    const unbounded = (schema: Json) =>
      schema.type === 'string' && !('maxLength' in schema || 'format' in schema || 'const' in schema);
    expect(namesWhere((call) => schemasIn([call.params, call.query, call.body]).some(unbounded))).toEqual([]);
  });

  test('has schemas that compile', () => {
    for (const [name, call] of all) {
      for (const schema of [call.params, call.query, call.body, call.reply]) {
        if (schema) expect(() => Compile(schema).Check({}), name).not.toThrow();
      }
    }
  });
});

const ID = '7b0f4d1e-3c55-4a53-9d0e-1f0a6f6c2b11';
const NOW = '2025-01-31T10:00:00.000Z';

function takes(name: CallName, part: 'body' | 'reply' | 'params', value: unknown): boolean {
  const call: CallSchema = calls[name];
  return Compile(call[part] ?? Type.Never()).Check(value);
}

describe('an amount', () => {
  test.each([0, 0.01, 0.07, 1.15, 33.33, 100, 9_999_999_999.99])('%d is taken', (amount) => {
    expect(takes('POST /api/wallet/withdraw', 'body', { amount })).toBe(true);
  });

  test.each([-0.01, 10_000_000_000, Number.NaN, Number.POSITIVE_INFINITY, '100', null])('%j is refused', (amount) => {
    expect(takes('POST /api/wallet/withdraw', 'body', { amount })).toBe(false);
  });
});

describe('a page', () => {
  test.each([
    [{ page: 1, limit: 10 }, true],
    [{ page: 1, limit: 100 }, true],
    [{ page: 0, limit: 10 }, false],
    [{ page: 1, limit: 0 }, false],
    [{ page: 1, limit: 101 }, false],
    [{ page: 1.5, limit: 10 }, false],
    [{ page: 1 }, false],
    [{ page: 1, limit: 10, sort: 'x' }, false],
  ])('%j: %s', (page, taken) => {
    expect(takes('POST /api/statement', 'body', page)).toBe(taken);
  });
});

describe('refusals that answer 200', () => {
  test('a spin says success false and why, or success true and what was won', () => {
    const seeds = { serverSeed: 's', clientSeed: 'c', nextServerSeedHash: 'h' };
    const result = { _id: ID, code: 'A', label: '10', remainingCoin: 0, ...seeds };
    expect(takes('POST /api/spinwheel/spin', 'reply', { success: true, result })).toBe(true);
    expect(takes('POST /api/spinwheel/spin', 'reply', { success: false, error: 'NO_DATA' })).toBe(true);
    expect(takes('POST /api/spinwheel/spin', 'reply', { success: true, error: 'NO_DATA' })).toBe(false);
    expect(takes('POST /api/spinwheel/spin', 'reply', { success: false })).toBe(false);
  });

  test('a spin needs no body', () => {
    expect(takes('POST /api/spinwheel/spin', 'body', null)).toBe(true);
    expect(takes('POST /api/spinwheel/spin', 'body', {})).toBe(true);
    expect(takes('POST /api/spinwheel/spin', 'body', { clientSeed: 'mine' })).toBe(true);
    expect(takes('POST /api/spinwheel/spin', 'body', { seed: 'mine' })).toBe(false);
  });

  test('a QR code is there with all it needs, or not there with a reason', () => {
    const made = { hasQrcode: true, qrcodeId: ID, qrcode: '<svg/>', amount: 100, expireIn: NOW };
    expect(takes('POST /api/qrcode/{provider}', 'reply', made)).toBe(true);
    expect(takes('POST /api/qrcode/{provider}', 'reply', { hasQrcode: false, message: 'QR_FAIL' })).toBe(true);
    expect(takes('POST /api/qrcode/{provider}', 'reply', { hasQrcode: false })).toBe(false);
    expect(takes('POST /api/qrcode/{provider}', 'reply', { ...made, hasQrcode: false })).toBe(false);
    expect(takes('GET /api/qrcode/{provider}', 'reply', { hasQrcode: false })).toBe(true);
  });

  test('a promotion is whole or nothing at all', () => {
    const terms = { credit: 50, percentSuccess: 300, percentFail: 5 };
    const promotion = { code: 'WELCOME50', ...terms, description: '50 baht' };
    expect(takes('GET /api/promotion/find/{code}', 'reply', promotion)).toBe(true);
    expect(takes('GET /api/promotion/find/{code}', 'reply', {})).toBe(true);
    expect(takes('GET /api/promotion/find/{code}', 'reply', { code: 'WELCOME50' })).toBe(false);
    expect(takes('GET /api/promotion/activate/{code}', 'reply', {})).toBe(false);
  });
});

describe('providers', () => {
  test('of games are entered in one way each: by a link, a form or one fixed address', () => {
    const ways = [LINK_LOGIN_PROVIDERS, FORM_LOGIN_PROVIDERS, FIXED_LINK_PROVIDERS];
    expect(new Set(GAME_PROVIDERS).size).toBe(ways.flat().length);
  });

  test('that show QR codes are among those that take payments', () => {
    expect(PAYMENT_PROVIDERS).toEqual(expect.arrayContaining([...QR_PROVIDERS]));
  });
});

type Json = Record<string, unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function schemasIn(schema: unknown): Json[] {
  if (Array.isArray(schema)) return schema.flatMap(schemasIn);
  if (!isJson(schema)) return [];
  return [schema, ...schemasIn([schema.anyOf, schema.items, Object.values(propertiesOf(schema))])];
}

function propertiesOf(schema: unknown): Json {
  return isJson(schema) && isJson(schema.properties) ? schema.properties : {};
}
