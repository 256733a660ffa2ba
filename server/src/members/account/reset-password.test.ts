import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import {
  BY_ITSELF,
  contents,
  newMember,
  newPhone,
  type Product,
  startProduct,
  startProductOnSandbox,
} from '../../../test/harness.ts';
import { ONE_PART } from '../../providers/sms/one-part.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api', PROVIDER_TIMEOUT_MS: '5000' });
const withOtp = await startProduct(database, { ROLE: 'api', REGISTER_OTP: 'on', SANDBOX_URL: sandbox.url });
const NEW = 'a brand new password';

const ask = (phoneNumber: string, on: Product = product) =>
  on.call('POST /api/account/reset/otp', { body: { phoneNumber } });
const reset = (otpToken: string, otpCode: string, password = NEW) =>
  product.call('POST /api/account/reset', { body: { otpToken, otpCode, password } });
const login = (username: string, password: string) => product.call('POST /api/login', { body: { username, password } });
const tokenIn = ({ body }: { body: unknown }) => (body as { otpToken: string }).otpToken;

/** The text is sent after the answer. */
const codeFor = (phone: string, texts = 1) =>
  vi.waitFor(async () => {
    const messages = await sandbox.messagesTo(phone);
    expect(messages).toHaveLength(texts);
    return messages[0]?.code ?? '';
  }, BY_ITSELF);

const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a member who forgot the password', () => {
  test('sets a new one by the code sent to the phone, and every sign-in of before is over', async () => {
    const member = await newMember(product);
    const other = await newMember(product);
    const otpToken = tokenIn(await ask(member.username));
    expect(await reset(otpToken, await codeFor(member.username))).toMatchObject({ status: 200, body: {} });
    expect(await product.call('GET /api/account/profile', { token: member.token })).toMatchObject({
      status: 401,
      body: { message: 'invalid-token' },
    });
    expect((await product.call('GET /api/account/profile', { token: other.token })).status).toBe(200);
    expect((await login(member.username, member.password)).status).toBe(401);
    expect((await login(member.username, NEW)).status).toBe(200);
    const changes = await database.db.query('select what from account_changes where member_id = $1', [member.id]);
    expect(changes.rows).toEqual([{ what: 'password' }]);
    const events = await database.db.query(
      'select what, operator, address from security_events where member_id = $1 order by id limit 1',
      [member.id],
    );
    expect(events.rows).toEqual([{ what: 'password-reset', operator: null, address: '127.0.0.1' }]);
  });

  test('uses a code once, and a refused password does not use it up', async () => {
    const member = await newMember(product);
    const otpToken = tokenIn(await ask(member.username));
    const code = await codeFor(member.username);
    for (const [password, problem] of [
      ['short', 'PASSWORD_LENGTH'],
      ['Iloveyou1', 'PASSWORD_COMMON'],
      [`+66${member.username.slice(1)}`, 'PASSWORD_IS_PHONE'],
    ] as const)
      expect(await reset(otpToken, code, password)).toMatchObject({
        status: 400,
        body: { message: 'INVALID_USER_INFO', fields: { password: problem } },
      });
    expect(await reset(otpToken, wrong(code))).toMatchObject({ status: 422, body: { message: 'OTP_CODE_INVALID' } });
    expect((await reset(otpToken, code)).status).toBe(200);
    expect(await reset(otpToken, code, 'yet another password')).toMatchObject({ body: { message: 'OTP_EXPIRED' } });
    expect((await login(member.username, NEW)).status).toBe(200);
  });

  test.each([
    ['th', 'รหัสผ่านใหม่'],
    ['la', 'ລະຫັດຜ່ານໃໝ່'],
    ['en', 'New password'],
  ])('the text in %s has the words of the asker and fits in one part', async (locale, words) => {
    const { username: phoneNumber } = await newMember(product);
    await product.call(`POST /api/account/reset/otp?locale=${locale}`, { body: { phoneNumber } });
    await codeFor(phoneNumber);
    const text = (await sandbox.messagesTo(phoneNumber))[0]?.text ?? '';
    expect(text).toContain(words);
    expect(text).toMatch(/^Krapao: /);
    expect(text.length).toBeLessThanOrEqual(ONE_PART);
  });

  test('who has the phone in another spelling is the same member', async () => {
    const lao = await startProduct(database, {
      ROLE: 'api',
      EDITION: 'la',
      SANDBOX_URL: sandbox.url,
      PROVIDER_TIMEOUT_MS: '5000',
    });
    const { username } = await newMember(lao);
    const otpToken = tokenIn(await ask(`+856${username}`, lao));
    const body = { otpToken, otpCode: await codeFor(username), password: NEW };
    expect(await lao.call('POST /api/account/reset', { body })).toMatchObject({ status: 200 });
    expect(await lao.call('POST /api/login', { body: { username, password: NEW } })).toMatchObject({ status: 200 });
    expect((await sandbox.messagesTo(username))[0]?.text).toContain('ລະຫັດຜ່ານໃໝ່');
  });
});

describe('who is a member is not told', () => {
  /** All that a caller sees of asking and guessing, tokens aside. */
  const seen = async (phone: string) => {
    const first = await ask(phone);
    const again = await ask(phone);
    const guesses = [];
    for (let tries = 0; tries < 6; tries++) guesses.push(await reset(tokenIn(first), '12345x'));
    return [first, again, ...guesses].map(({ status, body }) => [status, Object.keys(body as object), messageOf(body)]);
  };
  const messageOf = (body: unknown) => (body as { message?: string }).message;

  test('by what is answered: to asking, asking again and guessing', async () => {
    const { username } = await newMember(product);
    const ofMember = await seen(username);
    expect(ofMember).toEqual(await seen(newPhone()));
    expect(ofMember.map(([, , message]) => message)).toEqual([
      undefined,
      'REQUEST_LIMIT_1MIN',
      ...Array(4).fill('OTP_CODE_INVALID'),
      ...Array(2).fill('OTP_BLOCK'),
    ]);
    await codeFor(username);
  });

  test('by a gateway that fails or hangs: nobody waits for it', async () => {
    const [{ username }, stranger] = [await newMember(product), newPhone()];
    // It would wait for a silent gateway for a minute.
    const patient = await startProduct(database, {
      ROLE: 'api',
      SANDBOX_URL: sandbox.url,
      PROVIDER_TIMEOUT_MS: '60000',
    });
    await sandbox.fault({ target: 'sms', mode: 'timeout-before', times: 1 });
    for (const phone of [username, stranger])
      expect(await Promise.race([ask(phone, patient), delay(30_000, 'still waiting', { ref: false })])).toMatchObject({
        status: 200,
      });
    await vi.waitFor(async () => expect(await sandbox.faultsLeft('sms', 'send')).toBe(0), BY_ITSELF);
    for (const phone of [username, stranger])
      expect(await ask(phone)).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT_1MIN' } });
    expect(await sandbox.messagesTo(stranger)).toEqual([]);
  });

  test('by the ceiling of the service, which strangers’ phones do not use up', async () => {
    await sandbox.moveClock(3601);
    const environment = { ROLE: 'api', SMS_AN_HOUR: '2', TRUST_PROXY: '127.0.0.1', SANDBOX_URL: sandbox.url };
    const limited = await startProduct(database, environment);
    const members = [await newMember(product), await newMember(product)] as const;
    let addresses = 0;
    const askFromElsewhere = (phoneNumber: string) =>
      limited.call('POST /api/account/reset/otp', {
        body: { phoneNumber },
        headers: { 'x-forwarded-for': `203.0.113.${++addresses}` },
      });
    for (let asked = 0; asked < 3; asked++) expect((await askFromElsewhere(newPhone())).status).toBe(200);
    expect((await askFromElsewhere(members[0].username)).status).toBe(200);
    for (const phone of [members[1].username, newPhone()])
      expect(await askFromElsewhere(phone)).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } });
  });
});

test('a network guesses at so many codes, of whichever phones; its right codes and other networks go on', async () => {
  await sandbox.moveClock(3601);
  const guarded = await startProduct(database, {
    ...{ ROLE: 'api', TRUST_PROXY: '127.0.0.1', SANDBOX_URL: sandbox.url, PROVIDER_TIMEOUT_MS: '5000' },
    RESET_GUESSES_PER_ADDRESS_AN_HOUR: '2',
  });
  const from = (address: string, otpToken: string, otpCode: string) =>
    guarded.call('POST /api/account/reset', {
      body: { otpToken, otpCode, password: NEW },
      headers: { 'x-forwarded-for': address },
    });
  const asked = async () => {
    const { username } = await newMember(product);
    const otpToken = tokenIn(await ask(username));
    return { otpToken, code: await codeFor(username) };
  };
  const [first, second, third] = [await asked(), await asked(), await asked()];
  expect((await from('203.0.113.50', first.otpToken, first.code)).status).toBe(200);
  for (const { otpToken, code } of [second, third])
    expect(await from('203.0.113.50', otpToken, wrong(code))).toMatchObject({ body: { message: 'OTP_CODE_INVALID' } });
  const refused = { status: 429, body: { message: 'REQUEST_LIMIT' } };
  expect(await from('203.0.113.50', second.otpToken, second.code)).toMatchObject(refused);
  expect((await from('203.0.113.51', second.otpToken, second.code)).status).toBe(200);
});

test('a code for registering sets no password, and a code for a new password verifies no phone', async () => {
  const { username } = await newMember(product);
  const otpToken = tokenIn(await ask(username));
  const otpCode = await codeFor(username);
  const verified = await withOtp.call('POST /api/otp/verify', { body: { otpToken, otpCode } });
  expect(verified).toMatchObject({ status: 400, body: { message: 'OTP_TOKEN_INVALID' } });

  const newcomer = newPhone();
  const sent = await withOtp.call('POST /api/otp/send', { body: { phoneNumber: newcomer } });
  const before = await contents(database.db);
  expect(await reset(tokenIn(sent), await codeFor(newcomer))).toMatchObject({
    status: 400,
    body: { message: 'OTP_TOKEN_INVALID' },
  });
  expect(await contents(database.db)).toEqual(before);
  expect((await reset(otpToken, otpCode)).status).toBe(200);
});

test('a stranger who asks for a new password keeps the holder of the phone neither from a code for registering nor from using it', async () => {
  const newcomer = newPhone();
  expect((await ask(newcomer)).status).toBe(200);
  const sent = await withOtp.call('POST /api/otp/send', { body: { phoneNumber: newcomer } });
  expect(sent).toMatchObject({ status: 200, body: { code: 'OTP_SENT' } });
  await sandbox.moveClock(61);
  expect((await ask(newcomer)).status).toBe(200);
  const given = { otpToken: tokenIn(sent), otpCode: await codeFor(newcomer) };
  const verified = await withOtp.call('POST /api/otp/verify', { body: given });
  expect(verified).toMatchObject({ status: 200, body: { message: 'OTP_CODE_VALID' } });
});

test('a stranger who knows only the phone and gives wrong codes keeps the member from no new password', async () => {
  const { username } = await newMember(product);
  const strangers = tokenIn(await ask(username));
  const code = wrong(await codeFor(username));
  for (let tries = 0; tries < 6; tries++) await reset(strangers, code);
  expect(await reset(strangers, code)).toMatchObject({ status: 429, body: { message: 'OTP_BLOCK' } });
  await sandbox.moveClock(61);
  const asked = await ask(username);
  expect(asked).toMatchObject({ status: 200 });
  for (const guessed of [strangers, 'x'.repeat(32)]) await reset(guessed, code);
  expect(await reset(tokenIn(asked), await codeFor(username, 2))).toMatchObject({ status: 200, body: {} });
  expect((await login(username, NEW)).status).toBe(200);
});

test('one phone gets ten codes for a new password a day, whoever asks for them', async () => {
  const { username } = await newMember(product);
  for (let sent = 0; sent < 10; sent++) {
    expect((await ask(username)).status).toBe(200);
    await sandbox.moveClock(15 * 60);
  }
  expect(await ask(username)).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } });
  await sandbox.moveClock(24 * 3600);
  expect((await ask(username)).status).toBe(200);
});
