import { describe, expect, test } from 'vitest';
import { sized } from '../../../../world/stress-size.ts';
import {
  contents,
  newMember,
  newPhone,
  type Product,
  registerMember,
  startProduct,
  startProductOnSandbox,
} from '../../../test/harness.ts';

const { product, sandbox, database } = await startProductOnSandbox();
const MINUTE = 60;
const WRONG = { status: 401, body: { message: 'WRONG_CREDENTIAL' } };
const LIMIT = { status: 429, body: { message: 'REQUEST_LIMIT' } };

type Credentials = { username: string; password: string; remember?: boolean };
const login = ({ username, password, remember }: Credentials, on: Product = product, headers = {}) =>
  on.call('POST /api/login', { body: { username, password, remember }, headers });

async function fail(times: number, username: string, on: Product = product) {
  for (let failures = 0; failures < times; failures++)
    expect(await login({ username, password: 'not this one' }, on)).toMatchObject(WRONG);
}

describe('signing in', () => {
  test('a right password is answered with a token that opens the wallet', async () => {
    const member = await newMember(product);
    const answer = await login(member);
    expect(answer).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^[\w-]{43}$/) } });
    const { token } = answer.body as { token: string };
    expect((await product.call('GET /api/wallet', { token })).status).toBe(200);
  });

  test('an unknown phone and a wrong password get the very same answer', async () => {
    const { username } = await newMember(product);
    const wrongPassword = await login({ username, password: 'not this one' });
    const unknownPhone = await login({ username: newPhone(), password: 'not this one' });
    const headers = (answer: typeof wrongPassword) =>
      Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date'));
    expect(wrongPassword).toMatchObject(WRONG);
    expect(unknownPhone.body).toEqual(wrongPassword.body);
    expect(unknownPhone.status).toBe(wrongPassword.status);
    expect(headers(unknownPhone)).toEqual(headers(wrongPassword));
  });

  test('an unknown phone takes as long as a wrong password', async () => {
    const { username } = await newMember(product);
    const timeOf = async (phone: string) => {
      const start = performance.now();
      await login({ username: phone, password: 'not this one' });
      return performance.now() - start;
    };
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let round = 0; round < 7; round++) {
      times.known.push(await timeOf(username));
      times.unknown.push(await timeOf(newPhone()));
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[3] ?? 0;
    // If no hash was computed for the unknown phone, its answer would take a tenth of the time.
    expect(median(times.unknown)).toBeGreaterThan(median(times.known) / 3);
  });

  test('a password is case-sensitive and taken as it is, spaces included', async () => {
    const { username } = await registerMember(product, { password: ' Correct Horse ' });
    expect((await login({ username, password: ' Correct Horse ' })).status).toBe(200);
    for (const password of ['Correct Horse', ' correct horse '])
      expect(await login({ username, password })).toMatchObject(WRONG);
  });

  test('a blocked member is told INACTIVE_USER, but only with the right password', async () => {
    const member = await newMember(product);
    await database.db.query('update members set blocked_at = app_now() where id = $1', [member.id]);
    expect(await login({ ...member, password: 'not this one' })).toMatchObject(WRONG);
    const before = await contents(database.db);
    expect(await login(member)).toMatchObject({ status: 403, body: { message: 'INACTIVE_USER' } });
    expect(await contents(database.db)).toEqual(before);
    await database.db.query('update members set blocked_at = null where id = $1', [member.id]);
    expect((await login(member)).status).toBe(200);
  });
});

describe('failures at one phone', async () => {
  /** Each judged password is hashed, so few of them are judged where their number is not the point. */
  const strict = await startProduct(database, { LOGIN_FAILURES_PER_PHONE: '4' });

  test('ten in fifteen minutes are judged, then 429 with Retry-After even for the right password', async () => {
    const member = await newMember(product);
    const other = await newMember(product);
    await fail(10, member.username);
    const limited = await login(member);
    expect(limited).toMatchObject(LIMIT);
    const retryAfter = Number(limited.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(13 * MINUTE);
    expect(retryAfter).toBeLessThanOrEqual(15 * MINUTE);
    expect((await login(other)).status).toBe(200);

    await sandbox.moveClock(retryAfter + 1);
    expect((await login(member)).status).toBe(200);
  });

  test('an unknown phone is limited just the same', async () => {
    const username = newPhone();
    await fail(4, username, strict);
    expect(await login({ username, password: 'not this one' }, strict)).toMatchObject(LIMIT);
  });

  test('the window slides: each failure is forgotten fifteen minutes after it', async () => {
    const { username } = await newMember(product);
    await fail(2, username, strict);
    await sandbox.moveClock(10 * MINUTE);
    await fail(2, username, strict);
    const limited = await login({ username, password: 'not this one' }, strict);
    expect(limited).toMatchObject(LIMIT);
    expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(5 * MINUTE);

    await sandbox.moveClock(5 * MINUTE + 1);
    await fail(2, username, strict);
    expect(await login({ username, password: 'not this one' }, strict)).toMatchObject(LIMIT);
  });

  test('successes do not count, and do not wipe out the failures before them', async () => {
    const member = await newMember(product);
    for (let times = 0; times < 5; times++) expect((await login(member, strict)).status).toBe(200);
    await fail(3, member.username, strict);
    expect((await login(member, strict)).status).toBe(200);
    await fail(1, member.username, strict);
    expect(await login(member, strict)).toMatchObject(LIMIT);
  });

  test('of fifty guesses at once ten are judged, forty are turned away', async () => {
    const { username } = await newMember(product);
    const guesses = Array.from({ length: 50 }, (_, guess) => login({ username, password: `guess number ${guess}` }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(40).fill(429)]);
  });
});

describe('one member at many doors at once', () => {
  /** More than failures are judged. Each costs a hash. */
  const SIGN_INS = sized(12, 50);

  test('sign-ins with the right password all succeed, each with a token of its own', async () => {
    const member = await newMember(product);
    const answers = await Promise.all(Array.from({ length: SIGN_INS }, () => login(member)));
    expect(answers.map(({ status }) => status)).toEqual(Array(SIGN_INS).fill(200));
    expect(new Set(answers.map(({ body }) => (body as { token: string }).token)).size).toBe(SIGN_INS);
  });

  test('fifty calls trip no limit', async () => {
    const { token } = await newMember(product);
    const answers = await Promise.all(Array.from({ length: 50 }, () => product.call('GET /api/wallet', { token })));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  });
});

describe('failures from one address', () => {
  test('are limited over all phones; another address, and who signs in rightly before, are not', async () => {
    const limited = await startProduct(database, { LOGIN_FAILURES_PER_ADDRESS: '4', TRUST_PROXY: '127.0.0.1' });
    const member = await newMember(product);
    const from = (address: string, credentials: Credentials) =>
      login(credentials, limited, { 'x-forwarded-for': address });
    const stranger = () => ({ username: newPhone(), password: 'not this one' });
    for (let failures = 0; failures < 4; failures++) {
      expect((await from('203.0.113.1', member)).status).toBe(200);
      expect(await from('203.0.113.1', stranger())).toMatchObject(WRONG);
    }
    const turnedAway = await from('203.0.113.1', stranger());
    expect(turnedAway).toMatchObject(LIMIT);
    expect(Number(turnedAway.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await from('203.0.113.1', member)).toMatchObject(LIMIT);
    expect((await from('203.0.113.2', member)).status).toBe(200);

    await sandbox.moveClock(15 * MINUTE + 1);
    expect((await from('203.0.113.1', member)).status).toBe(200);
  });

  test('cannot be hidden by a forged x-forwarded-for', async () => {
    await sandbox.moveClock(15 * MINUTE + 1);
    const limited = await startProduct(database, { LOGIN_FAILURES_PER_ADDRESS: '2' });
    const from = (address: string) =>
      login({ username: newPhone(), password: 'not this one' }, limited, { 'x-forwarded-for': address });
    expect(await from('203.0.113.3')).toMatchObject(WRONG);
    expect(await from('203.0.113.4')).toMatchObject(WRONG);
    expect(await from('203.0.113.5')).toMatchObject(LIMIT);
  });
});
