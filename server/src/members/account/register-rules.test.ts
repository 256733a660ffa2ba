import { banksOf } from '@krapao/contract/banks.ts';
import { describe, expect, test } from 'vitest';
import {
  cloneDatabase,
  contents,
  digits,
  newLaoRegistration,
  newRegistration,
  startProduct,
} from '../../../test/harness.ts';

const database = await cloneDatabase();
const thai = await startProduct(database);
const lao = await startProduct(database, { EDITION: 'la' });
const editions = {
  th: { product: thai, registration: newRegistration },
  la: { product: lao, registration: newLaoRegistration },
};

const VALIDATE = 'POST /api/account/validate';
const BOTH = [VALIDATE, 'POST /api/account'];

type Refused = [overrides: Record<string, unknown>, message: string, fields: Record<string, string>];

/** Both calls refuse alike, and neither leaves a trace. */
async function expectRefusal(edition: 'th' | 'la', [overrides, message, fields]: Refused) {
  const { product, registration } = editions[edition];
  const before = await contents(database.db);
  for (const call of BOTH) {
    const { status, body } = await product.call(call, { body: registration(overrides) });
    expect({ call, status, body }).toEqual({ call, status: 400, body: { message, fields } });
  }
  expect(await contents(database.db)).toEqual(before);
}

async function expectAcceptance(edition: 'th' | 'la', overrides: Record<string, unknown>, by = BOTH) {
  const { product, registration } = editions[edition];
  const body = registration(overrides);
  for (const call of by) expect(await product.call(call, { body })).toMatchObject({ status: 200 });
}

describe('the Thai edition refuses', () => {
  const tenDigits = 'PHONE_NUMBER_REQUIRE_10_DIGIT';
  test.each<Refused>([
    ...['081234567', '08123456789', '081234567a', '๐๘๑๒๓๔๕๖๗๘', ' 0812345678', '+66812345678'].map(
      (username): Refused => [{ username }, tenDigits, { username: tenDigits }],
    ),
    [{ username: '' }, 'INVALID_USER_INFO', { username: 'REQUIRED' }],
  ])('the phone of %j', (...refused) => expectRefusal('th', refused));

  test.each<Refused>([
    [{ name: '' }, 'INVALID_USER_INFO', { name: 'REQUIRED' }],
    [{ name: '   ' }, 'INVALID_USER_INFO', { name: 'REQUIRED' }],
    [{ name: 'ก'.repeat(101) }, 'INVALID_USER_INFO', { name: 'TOO_LONG' }],
    [{ name: 'ก'.repeat(201) }, 'INVALID_REQUEST', { name: 'TOO_LONG' }],
    ...['Robot 3000', '<b>Somchai</b>', 'a@b.c', '😀', 'A  B', '-Somchai', 'Som\nchai'].map(
      (name): Refused => [{ name }, 'INVALID_USER_INFO', { name: 'NAME_INVALID' }],
    ),
  ])('the name of %j', (...refused) => expectRefusal('th', refused));

  test.each<Refused>([
    [{ password: '' }, 'INVALID_USER_INFO', { password: 'REQUIRED' }],
    [{ password: 'x'.repeat(8) }, 'INVALID_USER_INFO', { password: 'PASSWORD_COMMON' }],
    [{ password: 'krapao2026' }, 'INVALID_USER_INFO', { password: 'PASSWORD_COMMON' }],
    [{ password: 'x'.repeat(7) }, 'INVALID_USER_INFO', { password: 'PASSWORD_LENGTH' }],
    [{ password: 'x'.repeat(129) }, 'INVALID_USER_INFO', { password: 'PASSWORD_LENGTH' }],
    [{ password: 'x'.repeat(257) }, 'INVALID_REQUEST', { password: 'TOO_LONG' }],
    ...['12345678', 'password', 'PassWord1', '11223344'].map(
      (password): Refused => [{ password }, 'INVALID_USER_INFO', { password: 'PASSWORD_COMMON' }],
    ),
    ...['0898715432', '898715432', '+66898715432', '66898715432', '089-871 5432', '98715432', '(66) 89.871.5432'].map(
      (password): Refused => [
        { username: '0898715432', password },
        'INVALID_USER_INFO',
        { password: 'PASSWORD_IS_PHONE' },
      ],
    ),
  ])('the password of %j', (...refused) => expectRefusal('th', refused));

  test.each<Refused>([
    ...['NOBANK', 'kbank', 'BCEL', ' KBANK', 'constructor'].map(
      (bankCode): Refused => [{ bankCode }, 'INVALID_BANK', { bankCode: 'INVALID_BANK' }],
    ),
    ...['KTB', 'TMB', 'BBL'].flatMap((bankCode) =>
      ['สมชาย ใจดี', 'SOMCHAI ใจดี', 'JOSÉ SOUSA', "O'NEIL", 'SOMCHAI J.'].map(
        (bankAccountName): Refused => [
          { bankCode, bankAccountName },
          'BANK_ACCOUNT_NAME_ENG',
          { bankAccountName: 'BANK_ACCOUNT_NAME_ENG' },
        ],
      ),
    ),
    [{ bankAccountName: '' }, 'INVALID_USER_INFO', { bankAccountName: 'REQUIRED' }],
    [{ bankAccountName: ' ' }, 'INVALID_USER_INFO', { bankAccountName: 'REQUIRED' }],
    [{ bankAccountName: 'A'.repeat(101) }, 'INVALID_USER_INFO', { bankAccountName: 'TOO_LONG' }],
    [{ bankAccountName: 'SOMCHAI 2' }, 'INVALID_USER_INFO', { bankAccountName: 'NAME_INVALID' }],
    [{ bankCode: 'KTB', bankAccountName: '' }, 'INVALID_USER_INFO', { bankAccountName: 'REQUIRED' }],
  ])('the bank of %j', (...refused) => expectRefusal('th', refused));

  test.each<Refused>([
    [{ bankAccountNo: '' }, 'INVALID_USER_INFO', { bankAccountNo: 'REQUIRED' }],
    ...[
      ['KBANK', '123456789'],
      ['KBANK', '12345678901'],
      ['KBANK', '12345๖7890'],
      ['KBANK', 'ABCDEFGHIJ'],
      ['GSB', '1234567890'],
      ['GHB', '12345678901'],
      ['BAAC', '123456789'],
      ['TISCO', '123456789012'],
    ].map(
      ([bankCode, bankAccountNo]): Refused => [
        { bankCode, bankAccountNo },
        'INVALID_USER_INFO',
        { bankAccountNo: 'ACCOUNT_NO_INVALID' },
      ],
    ),
  ])('the account number of %j', (...refused) => expectRefusal('th', refused));

  test.each<Refused>([
    [{ sourceCode: 'newspaper' }, 'INVALID_USER_INFO', { sourceCode: 'INVALID' }],
    [{ currency: 'LAK' }, 'INVALID_USER_INFO', { currency: 'INVALID' }],
    [{ currency: 'USD' }, 'INVALID_REQUEST', { currency: 'INVALID' }],
  ])('the choice of %j', (...refused) => expectRefusal('th', refused));

  test('everything that is wrong at once, with the code of the rule that has one', () =>
    expectRefusal('th', [
      { name: '', password: 'short', bankAccountNo: '1', bankCode: 'KTB', bankAccountName: 'สมชาย' },
      'BANK_ACCOUNT_NAME_ENG',
      {
        name: 'REQUIRED',
        password: 'PASSWORD_LENGTH',
        bankAccountNo: 'ACCOUNT_NO_INVALID',
        bankAccountName: 'BANK_ACCOUNT_NAME_ENG',
      },
    ]));
});

test('a bank left empty is refused by the bank step alone', async () => {
  const answer = await thai.call('POST /api/account', { body: newRegistration({ bankCode: '' }) });
  expect(answer).toMatchObject({
    status: 400,
    body: { message: 'INVALID_USER_INFO', fields: { bankCode: 'REQUIRED' } },
  });
});

describe('the Thai edition accepts', () => {
  test.each([
    { name: 'ก'.repeat(100) },
    { name: "Mary-Jane O'Neil Jr." },
    { name: ' ສົມສັກ ວົງສາ ' },
    { password: '7 geese!' },
    { password: '7 geese fly over a house of '.padEnd(128, 'straw and clay, ') },
    { currency: 'BAHT' },
    { sourceCode: '' },
    { bankAccountName: 'สมชาย ใจดี' },
  ])('%j', (overrides) => expectAcceptance('th', overrides));

  const unusualLengths: Record<string, number[]> = { GSB: [12], GHB: [10, 12], BAAC: [10, 12], TISCO: [10, 14] };
  test.each(
    banksOf('th').flatMap(({ code }) => (unusualLengths[code] ?? [10]).map((length) => [code, length] as const)),
  )('an account at %s of %i digits with an English name', (bankCode, length) =>
    expectAcceptance('th', { bankCode, bankAccountNo: digits(length), bankAccountName: 'somchai jaidee' }, [VALIDATE]),
  );
});

describe('the Laos edition refuses', () => {
  test.each<Refused>([
    [{ username: '20555-12345' }, 'INVALID_USER_INFO', { username: 'INVALID' }],
    [{ username: 'abcdefghij' }, 'INVALID_USER_INFO', { username: 'INVALID' }],
    [{ bankCode: 'KBANK' }, 'INVALID_BANK', { bankCode: 'INVALID_BANK' }],
    [{ bankAccountNo: '12345' }, 'INVALID_USER_INFO', { bankAccountNo: 'ACCOUNT_NO_INVALID' }],
    [{ bankAccountNo: '1'.repeat(21) }, 'INVALID_USER_INFO', { bankAccountNo: 'ACCOUNT_NO_INVALID' }],
    [{ password: 'x'.repeat(7) }, 'INVALID_USER_INFO', { password: 'PASSWORD_LENGTH' }],
    [{ currency: 'THB' }, 'INVALID_REQUEST', { currency: 'INVALID' }],
  ])('%j', (...refused) => expectRefusal('la', refused));
});

describe('the Laos edition accepts', () => {
  test.each(banksOf('la').map(({ code }) => code))('an account at %s', (bankCode) =>
    expectAcceptance('la', { bankCode, bankAccountNo: digits(16), bankAccountName: 'ສົມສັກ ວົງສາ' }, [VALIDATE]),
  );
});
