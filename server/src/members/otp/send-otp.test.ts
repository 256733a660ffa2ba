import { e164Of } from '@krapao/contract/phones.ts';
import { describe, expect, test } from 'vitest';
import {
  contents,
  digits,
  newMember,
  newPhone,
  type Product,
  startProduct,
  startProductOnSandbox,
} from '../../../test/harness.ts';
import { ONE_PART } from '../../providers/sms/one-part.ts';

const { product, sandbox, database } = await startProductOnSandbox({ REGISTER_OTP: 'on', PROVIDER_TIMEOUT_MS: '5000' });
const send = (phoneNumber: unknown, on: Product = product, headers: Record<string, string> = {}) =>
  on.call('POST /api/otp/send', { body: { phoneNumber }, headers });

async function attemptsOf(subject: string): Promise<number> {
  const sql = 'select count(*)::int as count from rate_limit_events where subject in ($1, $2)';
  return (await database.db.query(sql, [subject, e164Of(subject, 'th')])).rows[0].count;
}

const withOtp = { REGISTER_OTP: 'on', SANDBOX_URL: sandbox.url, PROVIDER_TIMEOUT_MS: '5000' };
const lao = await startProduct(database, { ...withOtp, EDITION: 'la' });

/** Moves past the minute in which a phone gets no second code. */
const nextMinute = () => sandbox.moveClock(61);

describe('sending a code', () => {
  test('sends one text with a six-digit code and the reference that the screen shows', async () => {
    const phone = newPhone();
    const answer = await send(phone);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        otpRef: expect.stringMatching(/^[0-9A-F]{6}$/),
        otpToken: expect.stringMatching(/^[\w-]{32}$/),
        code: 'OTP_SENT',
      },
    });
    const messages = await sandbox.messagesTo(phone);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.code).toMatch(/^\d{6}$/);
    expect(messages[0]?.text).toContain((answer.body as { otpRef: string }).otpRef);
  });

  test('keeps neither the code nor the token in readable form', async () => {
    const phone = newPhone();
    const { otpToken } = (await send(phone)).body as { otpToken: string };
    const code = await sandbox.codeFor(phone);
    const { otp_codes: rows = [] } = await contents(database.db);
    const kept = e164Of(phone, 'th') ?? '';
    const mine = rows.find((row) => row.includes(kept)) ?? '';
    expect(mine).not.toBe('');
    expect(mine).not.toContain(otpToken);
    expect(mine).not.toContain(Buffer.from(otpToken).toString('hex'));
    expect(mine.replace(kept, '').split(',')).not.toContain(code);
  });

  test.each(['081234567', '08123456789', 'abcdefghij', '+66812345678'])(
    'to %j is refused with PHONE_NUMBER_REQUIRE_10_DIGIT and changes nothing',
    async (phone) => {
      const before = await contents(database.db);
      expect(await send(phone)).toMatchObject({ status: 400, body: { message: 'PHONE_NUMBER_REQUIRE_10_DIGIT' } });
      expect(await contents(database.db)).toEqual(before);
    },
  );

  test('in the Laos edition takes phones of other lengths and writes in Lao', async () => {
    expect(await send('+8562055512345', lao)).toMatchObject({ status: 200, body: { code: 'OTP_SENT' } });
    expect((await sandbox.messagesTo('+8562055512345'))[0]?.text).toContain('ລະຫັດ OTP');
    expect(await send('12', lao)).toMatchObject({ status: 400, body: { message: 'INVALID_REQUEST' } });
  });
});

describe('a text', () => {
  test.each([
    ['th', 'รหัส OTP', 'ลืมรหัสผ่าน'],
    ['la', 'ລະຫັດ OTP', 'ລືມລະຫັດຜ່ານ'],
    ['en', 'OTP', 'Forgot password?'],
  ])('in %s has the words of the asker and fits in one part, with the service’s name', async (locale, code, forgot) => {
    const ask = async (phoneNumber: string) => {
      const answer = await product.call(`POST /api/otp/send?locale=${locale}`, { body: { phoneNumber } });
      expect(answer.status).toBe(200);
      return (await sandbox.messagesTo(phoneNumber))[0]?.text ?? '';
    };
    const texts = [await ask(newPhone()), await ask((await newMember(product)).username)];
    expect(texts[0]).toContain(code);
    expect(texts[1]).toContain(forgot);
    for (const text of texts) {
      expect(text).toMatch(/^Krapao: /);
      expect(text.length).toBeLessThanOrEqual(ONE_PART);
    }
  });

  test('goes without a name that is too long for one part', async () => {
    const named = await startProduct(database, { ...withOtp, SERVICE_NAME: 'The Krapao Member Wallet' });
    const phone = newPhone();
    await send(phone, named);
    expect((await sandbox.messagesTo(phone))[0]?.text).toMatch(/^รหัส OTP \d{6} /);
  });
});

describe('no code is sent', () => {
  test.each(['+8821234567890', '+12025550123', '+3725555555', '0012025550123'])(
    'to %s, which is in no country of the edition',
    async (phone) => {
      const before = await contents(database.db);
      expect(await send(phone, lao)).toMatchObject({ status: 400, body: { message: 'INVALID_REQUEST' } });
      expect(await contents(database.db)).toEqual(before);
      expect(await sandbox.messagesTo(phone)).toEqual([]);
    },
  );

  test.each(['1900111222', '0212345678', '0712345678'])('to %s, which is no mobile', async (phone) => {
    const before = await contents(database.db);
    expect(await send(phone)).toMatchObject({ status: 400, body: { fields: { phoneNumber: 'INVALID' } } });
    expect(await contents(database.db)).toEqual(before);
    expect(await sandbox.messagesTo(phone)).toEqual([]);
  });

  test('where registering asks for none: the answer sends the newcomer on', async () => {
    const phone = newPhone();
    const withoutOtp = await startProduct(database, { ...withOtp, REGISTER_OTP: 'off' });
    const before = await contents(database.db);
    expect(await send(phone, withoutOtp)).toMatchObject({ status: 200, body: { otpToken: '', code: 'OTP_VERIFIED' } });
    expect(await contents(database.db)).toEqual(before);
    expect(await sandbox.messagesTo(phone)).toEqual([]);
  });

  test('to a member, who is told so by the text, while the answer is the one that everybody gets', async () => {
    const { username } = await newMember(product);
    const spelled = { ofMember: await send(username), ofOther: await send(newPhone()) };
    expect(Object.keys(spelled.ofMember.body as object)).toEqual(Object.keys(spelled.ofOther.body as object));
    expect(spelled.ofMember).toMatchObject({ status: 200, body: { code: 'OTP_SENT' } });
    expect(await sandbox.messagesTo(username)).toEqual([
      expect.objectContaining({ code: null, text: expect.stringContaining('ลืมรหัสผ่าน') }),
    ]);
    const guess = { otpToken: (spelled.ofMember.body as { otpToken: string }).otpToken, otpCode: '000000x' };
    const verified = await product.call('POST /api/otp/verify', { body: guess });
    expect(verified).toMatchObject({ status: 422, body: { message: 'OTP_CODE_INVALID' } });
  });

  test('beyond what registrations may take of the hour’s texts, to whomever and from wherever', async () => {
    await sandbox.moveClock(3601);
    const limited = await startProduct(database, { ...withOtp, SMS_AN_HOUR: '3', TRUST_PROXY: '127.0.0.1' });
    const from = (address: string) => send(newPhone(), limited, { 'x-forwarded-for': address });
    expect((await from('203.0.113.20')).status).toBe(200);
    expect((await from('203.0.113.21')).status).toBe(200);
    expect(await from('203.0.113.22')).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } });
    await sandbox.moveClock(3601);
    expect((await from('203.0.113.22')).status).toBe(200);
  });
});

describe('one phone', () => {
  test('is one phone in whatever spelling: one text a minute', async () => {
    const number = `20${digits(8)}`;
    expect((await send(`0${number}`, lao)).status).toBe(200);
    for (const spelling of [number, `856${number}`, `+856${number}`, `00856${number}`])
      expect(await send(spelling, lao)).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT_1MIN' } });
    expect(await sandbox.messagesTo(number)).toHaveLength(1);
  });

  test('gets no second code within a minute: 429 REQUEST_LIMIT_1MIN with Retry-After, and one text', async () => {
    const phone = newPhone();
    await send(phone);
    const again = await send(phone);
    expect(again).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT_1MIN' } });
    const retryAfter = Number(again.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    await sandbox.moveClock(retryAfter - 30);
    expect((await send(phone)).status).toBe(429);
    await sandbox.moveClock(31);
    expect((await send(phone)).status).toBe(200);
    expect(await sandbox.messagesTo(phone)).toHaveLength(2);
  });

  test('gets five codes an hour, the sixth is refused with REQUEST_LIMIT until the first is an hour old', async () => {
    const phone = newPhone();
    for (let sent = 0; sent < 5; sent++) {
      expect((await send(phone)).status).toBe(200);
      await nextMinute();
    }
    const sixth = await send(phone);
    expect(sixth).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } });
    const retryAfter = Number(sixth.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(3600 - 5 * 61 - 60);
    expect(retryAfter).toBeLessThanOrEqual(3600 - 5 * 61);
    expect(await sandbox.messagesTo(phone)).toHaveLength(5);

    await sandbox.moveClock(retryAfter + 1);
    expect((await send(phone)).status).toBe(200);
  });

  test('asked for ten times at once gets one text', async () => {
    const phone = newPhone();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(phone)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual(
      Array(9).fill({ message: 'REQUEST_LIMIT_1MIN' }),
    );
    expect(await sandbox.messagesTo(phone)).toHaveLength(1);
    expect(await attemptsOf(phone)).toBe(1);
  });
});

describe('one address', () => {
  const limits = { ...withOtp, OTP_PER_ADDRESS_AN_HOUR: '3' };

  test('sends no more than its budget an hour, to whichever phones; another address has its own', async () => {
    const limited = await startProduct(database, { ...limits, TRUST_PROXY: '127.0.0.1' });
    const from = (address: string) => send(newPhone(), limited, { 'x-forwarded-for': address });
    for (let sent = 0; sent < 3; sent++) expect((await from('203.0.113.1')).status).toBe(200);
    const fourth = await from('203.0.113.1');
    expect(fourth).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } });
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect((await from('203.0.113.2')).status).toBe(200);
    await sandbox.moveClock(3601);
    expect((await from('203.0.113.1')).status).toBe(200);
  });

  test('cannot pass its budget by asking for many phones at once', async () => {
    const limited = await startProduct(database, { ...limits, TRUST_PROXY: '127.0.0.1' });
    const phones = Array.from({ length: 20 }, newPhone);
    const answers = await Promise.all(
      phones.map((phone) => send(phone, limited, { 'x-forwarded-for': '203.0.113.3' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const inboxes = await Promise.all(phones.map((phone) => sandbox.messagesTo(phone)));
    expect(inboxes.flat()).toHaveLength(3);
  });

  test('cannot get a new budget by a forged x-forwarded-for', async () => {
    await sandbox.moveClock(3601);
    const limited = await startProduct(database, limits);
    const from = (address: string) => send(newPhone(), limited, { 'x-forwarded-for': address });
    for (const address of ['203.0.113.4', '203.0.113.5', '203.0.113.6']) expect((await from(address)).status).toBe(200);
    expect((await from('203.0.113.7')).status).toBe(429);
  });
});

describe('a gateway that fails', () => {
  const address = '127.0.0.1';

  test.each(['refuse', 'garbage', 'timeout-before', 'timeout-after', 'error-after'])(
    '(%s) is OTP_SEND_FAIL; the member may ask again at once and has lost nothing of the budget',
    async (mode) => {
      const hasty = await startProduct(database, { ...withOtp, PROVIDER_TIMEOUT_MS: '300' });
      const phone = newPhone();
      const spentBefore = await attemptsOf(address);
      await sandbox.fault({ target: 'sms', mode, times: 2 });
      for (const _ of [1, 2])
        expect(await send(phone, hasty)).toMatchObject({ status: 502, body: { message: 'OTP_SEND_FAIL' } });
      expect(await attemptsOf(phone)).toBe(0);
      expect(await attemptsOf(address)).toBe(spentBefore);

      expect(await send(phone)).toMatchObject({ status: 200, body: { code: 'OTP_SENT' } });
      expect(await attemptsOf(phone)).toBe(1);
      expect(await attemptsOf(address)).toBe(spentBefore + 1);
    },
  );

  test('does not spoil the code that was sent before', async () => {
    const phone = newPhone();
    const { otpToken } = (await send(phone)).body as { otpToken: string };
    const otpCode = await sandbox.codeFor(phone);
    await nextMinute();
    await sandbox.fault({ target: 'sms', mode: 'refuse', times: 1 });
    expect((await send(phone)).status).toBe(502);
    const verified = await product.call('POST /api/otp/verify', { body: { otpToken, otpCode } });
    expect(verified).toMatchObject({ status: 200, body: { message: 'OTP_CODE_VALID' } });
  });

  test('that cannot be reached at all is OTP_SEND_FAIL too', async () => {
    const alone = await startProduct(database, { ...withOtp, SMS_URL: 'http://127.0.0.1:9' });
    expect(await send(newPhone(), alone)).toMatchObject({ status: 502, body: { message: 'OTP_SEND_FAIL' } });
  });
});
