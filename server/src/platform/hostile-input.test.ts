import { type CallName, calls } from '@krapao/contract/calls.ts';
import { ERRORS } from '@krapao/contract/errors.ts';
import { expect, test } from 'vitest';
import { IN_FULL } from '../../../world/tier.ts';
import {
  contents,
  newMember,
  newPhone,
  newRegistration,
  registerMember,
  startProduct,
  startProductOnSandbox,
} from '../../test/harness.ts';
import { many } from './database.ts';

/** The budgets are out of the way: each value is judged here, not the number of calls. */
const { product, sandbox, database } = await startProductOnSandbox({
  LOGIN_FAILURES_PER_PHONE: '1000000',
  LOGIN_FAILURES_PER_ADDRESS: '1000000',
  PROVIDER_TIMEOUT_MS: '5000',
});
const member = await newMember(product, { bankCode: 'KTB' });
await database.db.query(`update members set bank_account_name = 'สมหญิง' where id = $1`, [member.id]);
const phone = newPhone();
const withOtp = await startProduct(database, { REGISTER_OTP: 'on', SANDBOX_URL: sandbox.url });
const sent = await withOtp.call('POST /api/otp/send', { body: { phoneNumber: phone } });
const { otpToken } = sent.body as { otpToken: string };
expect(await sandbox.codeFor(phone)).not.toBe('000000');
const asked = await product.call('POST /api/account/reset/otp', { body: { phoneNumber: newPhone() } });
const { otpToken: resetToken } = asked.body as { otpToken: string };

const { name, bankCode, bankAccountName, bankAccountNo, username, password } = member.registration;

/** Every call of this part that takes a body, with one that is good but for what a test puts into it. */
const CALLS: Partial<Record<CallName, Record<string, unknown>>> = {
  'POST /api/account/validate': newRegistration(),
  'POST /api/account': newRegistration(),
  'POST /api/login': { username, password },
  'POST /api/otp/send': { phoneNumber: newPhone() },
  'POST /api/otp/verify': { otpToken, otpCode: '000000' },
  'POST /api/account/reset/otp': { phoneNumber: newPhone() },
  'POST /api/account/reset': { otpToken: resetToken, otpCode: '00000x', password: 'a brand new password' },
  'PUT /api/account/profile': { name, bankCode, bankAccountName, bankAccountNo },
  'PUT /api/account/bankAccountName': { bankCode, bankAccountName: 'SOMYING' },
  'PUT /api/account/changepwd': { oldPassword: 'not this one', newPassword: 'a brand new password' },
};

const NEVER_GOOD: [string, unknown][] = [
  ['a number', 1],
  ['a boolean', true],
  ['null', null],
  ['a list', ['0812345678']],
  ['an object', { $ne: '' }],
  ['a deep nest', JSON.parse('['.repeat(1_000) + ']'.repeat(1_000))],
  ['a NUL', 'som\u0000chai'],
  ['half a character', 'som\ud800chai'],
  ['10,000 characters', 'x'.repeat(10_000)],
];
const HOSTILE_TEXTS: [string, string][] = [
  ['SQL', `'; drop table members; --`],
  ['SQL that is always true', `' or '1'='1`],
  ['HTML', '<script>alert(1)</script>'],
  ['HTML out of an attribute', '"><img src=x onerror=alert(1)>'],
  ['control characters', 'som\u0007\u001b[31mchai'],
  ['a right-to-left override', 'som\u202echai'],
  ['a format string', '%s%n{0}{{7*7}}'],
];

/** Any characters are legal in a new password, and at login: both have a test of their own below. */
const mayHoldAnyText = (call: string, field: string) =>
  (call.startsWith('POST /api/account') && field === 'password') ||
  field === 'newPassword' ||
  call === 'POST /api/login';

/** Tables that a refusal may change: where failures are counted. */
const COUNTERS = ['rate_limit_events', 'otp_phones', 'otp_codes'];

/** Everything but the counters. */
async function written() {
  const codes =
    'select token_hash, verified_at, proof_hash, proof_until, expires_at from otp_codes order by token_hash';
  return { ...(await contents(database.db, { except: COUNTERS })), codes: await many(database.db, codes) };
}

function fieldsOf(call: CallName): string[] {
  const { body } = calls[call] as { body?: { properties: Record<string, { type?: string }> } };
  return Object.keys(body?.properties ?? {}).filter((field) => field !== 'remember');
}

async function judge(call: string, body: unknown): Promise<string> {
  const answer = await product.call(call, { body, token: member.token });
  const { message } = answer.body as { message: string };
  if (answer.status < 400 || answer.status > 499) return `${answer.status} ${message}`;
  return ERRORS[message as keyof typeof ERRORS] === answer.status
    ? 'refused'
    : `${answer.status} without its code: ${message}`;
}

test('every call of this part that takes a body is here', () => {
  const taking = Object.keys(calls).filter((call) => 'body' in calls[call as CallName]);
  const ofThisPart = taking.filter((call) => /^\w+ \/api\/(account|login|otp)/.test(call));
  expect(Object.keys(CALLS).sort()).toEqual(ofThisPart.sort());
});

test.each(Object.entries(CALLS))(
  '%s refuses hostile values in every field with a code of the catalogue, and nothing changes',
  IN_FULL,
  async (call, good) => {
    const before = await written();
    const wrong: string[] = [];
    for (const field of fieldsOf(call as CallName)) {
      const values = mayHoldAnyText(call, field) ? NEVER_GOOD : [...NEVER_GOOD, ...HOSTILE_TEXTS];
      for (const [what, value] of values) {
        const verdict = await judge(call, { ...good, [field]: value });
        if (verdict !== 'refused') wrong.push(`${what} in ${field}: ${verdict}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await written()).toEqual(before);
  },
);

test.each(Object.entries(CALLS))('%s names a missing and an unknown field', async (call, good) => {
  const before = await contents(database.db);
  const { body } = calls[call as CallName] as unknown as { body: { required: string[] } };
  for (const field of body.required) {
    const { [field]: _, ...rest } = good ?? {};
    const answer = await product.call(call, { body: rest, token: member.token });
    const failure = { message: 'INVALID_REQUEST', fields: { [field]: 'REQUIRED' } };
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 400, body: failure });
  }
  for (const field of ['isAdmin', 'password_hash', '<b>', '\u0000', 'toString']) {
    const answer = await product.call(call, { body: { ...good, [field]: 'x' }, token: member.token });
    const failure = { message: 'INVALID_REQUEST', fields: { [field]: 'UNKNOWN_FIELD' } };
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 400, body: failure });
  }
  expect(await contents(database.db)).toEqual(before);
});

test('hostile texts at login are just wrong credentials', async () => {
  for (const [, text] of HOSTILE_TEXTS) {
    for (const credentials of [
      { username: text, password: 'x' },
      { username, password: text },
    ]) {
      const answer = await product.call('POST /api/login', { body: credentials });
      expect(answer).toMatchObject({ status: 401, body: { message: 'WRONG_CREDENTIAL' } });
    }
  }
});

test('hostile texts are legal in a new password, and it signs in', async () => {
  for (const [, text] of HOSTILE_TEXTS) {
    const registered = await registerMember(product, { password: text });
    expect((await product.call('GET /api/account/profile', { token: registered.token })).status).toBe(200);
  }
});

test('hostile texts in the query and in headers are refused or ignored, never a failure of ours', async () => {
  for (const [, text] of HOSTILE_TEXTS.filter(([what]) => what !== 'half a surrogate pair')) {
    const query = await product.call(`GET /api/lookup/conditions?locale=${encodeURIComponent(text)}`);
    expect(query).toMatchObject({ status: 400, body: { message: 'INVALID_REQUEST' } });
    const printable = text.replaceAll(/[^\x20-\x7e]/g, '');
    const headers = { authorization: `Bearer ${printable}`, 'accept-language': printable };
    expect((await product.call('GET /api/lookup/conditions', { headers })).status).toBe(200);
    expect((await product.call('GET /api/wallet', { headers })).status).toBe(401);
  }
});
