import { describe, expect, test } from 'vitest';
import { IN_FULL } from '../../../../world/tier.ts';
import {
  contents,
  newMember,
  type Product,
  signIn,
  spawnProduct,
  startProductOnSandbox,
} from '../../../test/harness.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api' });
const NEW = 'a brand new password';

type Passwords = { oldPassword: string; newPassword?: string };
const change = (token: string, { oldPassword, newPassword = NEW }: Passwords, on: Pick<Product, 'call'> = product) =>
  on.call('PUT /api/account/changepwd', { token, body: { oldPassword, newPassword } });
const profile = (token: string) => product.call('GET /api/account/profile', { token });
const login = (username: string, password: string) => product.call('POST /api/login', { body: { username, password } });

describe('changing the password', () => {
  test('the new one signs in, the old one no longer does', async () => {
    const { token, username, password } = await newMember(product);
    expect(await change(token, { oldPassword: password })).toMatchObject({
      status: 200,
      body: { token: expect.any(String) },
    });
    expect((await login(username, NEW)).status).toBe(200);
    expect(await login(username, password)).toMatchObject({ status: 401, body: { message: 'WRONG_CREDENTIAL' } });
  });

  test('every earlier token of the member stops working, the answered one works, others’ are left alone', async () => {
    const member = await newMember(product);
    const other = await newMember(product);
    const elsewhere = await signIn(product, { username: member.username, password: member.password, remember: true });
    const { token } = (await change(member.token, { oldPassword: member.password })).body as { token: string };

    for (const earlier of [member.token, elsewhere])
      expect(await profile(earlier)).toMatchObject({ status: 401, body: { message: 'invalid-token' } });
    expect((await profile(token)).status).toBe(200);
    expect((await profile(other.token)).status).toBe(200);
  });

  test('a remembered sign-in stays remembered, a short one stays short', async () => {
    const [forgetful, remembering] = [await newMember(product), await newMember(product)];
    const remembered = await signIn(product, {
      username: remembering.username,
      password: remembering.password,
      remember: true,
    });
    const short = (await change(forgetful.token, { oldPassword: forgetful.password })).body as { token: string };
    const long = (await change(remembered, { oldPassword: remembering.password })).body as { token: string };
    await sandbox.moveClock(12 * 60 * 60 + 1);
    expect(await profile(short.token)).toMatchObject({ status: 401, body: { message: 'EXPIRED_AUTH_TOKEN' } });
    expect((await profile(long.token)).status).toBe(200);
  });

  test(
    'of two changes at once with the same old password exactly one succeeds, on whichever nodes',
    IN_FULL,
    async () => {
      const otherNode = await spawnProduct(database, { ROLE: 'api' });
      for (const second of [product, otherNode]) {
        const { token, username, password } = await newMember(product);
        const answers = await Promise.all([
          change(token, { oldPassword: password, newPassword: 'first new password' }),
          change(token, { oldPassword: password, newPassword: 'second new password' }, second),
        ]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        // The slower call carries a token that the faster one has ended, or a password that is no longer right.
        const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body as { message: string });
        expect(['WRONG_PASSWORD', 'invalid-token']).toContain(refusals[0]?.message);
        const statuses = await Promise.all(
          ['first new password', 'second new password'].map(async (wish) => (await login(username, wish)).status),
        );
        expect(statuses).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)));
      }
    },
  );

  test('a sign-in with the old password that is under way does not survive the change', async () => {
    const { token, username, password } = await newMember(product);
    const [changed, ...signIns] = await Promise.all([
      change(token, { oldPassword: password }),
      ...Array.from({ length: 6 }, () => login(username, password)),
    ]);
    expect(changed.status).toBe(200);
    for (const { body } of signIns.filter(({ status }) => status === 200))
      expect(await profile((body as { token: string }).token)).toMatchObject({ status: 401 });
  });
});

describe('a change is refused', () => {
  test('with WRONG_PASSWORD if the old one is wrong, and the member stays as they were', async () => {
    const { token } = await newMember(product);
    const before = await contents(database.db, { except: ['rate_limit_events'] });
    expect(await change(token, { oldPassword: 'not this one' })).toMatchObject({
      status: 422,
      body: { message: 'WRONG_PASSWORD', fields: { oldPassword: 'INVALID' } },
    });
    expect(await contents(database.db, { except: ['rate_limit_events'] })).toEqual(before);
    expect((await profile(token)).status).toBe(200);
  });

  test.each([
    ['x'.repeat(7), 'PASSWORD_LENGTH'],
    ['x'.repeat(129), 'PASSWORD_LENGTH'],
    ['qwerty123', 'PASSWORD_COMMON'],
    ['x'.repeat(8), 'PASSWORD_COMMON'],
    ['Krapao2026', 'PASSWORD_COMMON'],
    ['', 'REQUIRED'],
  ])('if the new one is %j', async (newPassword, problem) => {
    const { token, password } = await newMember(product);
    const before = await contents(database.db);
    expect(await change(token, { oldPassword: password, newPassword })).toMatchObject({
      status: 400,
      body: { message: 'INVALID_USER_INFO', fields: { newPassword: problem } },
    });
    expect(await contents(database.db)).toEqual(before);
  });

  test('if the new one is the member’s own phone', async () => {
    const { token, username, password } = await newMember(product);
    expect(await change(token, { oldPassword: password, newPassword: username })).toMatchObject({
      status: 400,
      body: { fields: { newPassword: 'PASSWORD_IS_PHONE' } },
    });
  });

  test.each(['7 geese!', '7 geese fly over a house of '.padEnd(128, 'straw and clay, ')])(
    'but not if the new one is %j',
    async (newPassword) => {
      const { token, username, password } = await newMember(product);
      expect((await change(token, { oldPassword: password, newPassword })).status).toBe(200);
      expect((await login(username, newPassword)).status).toBe(200);
    },
  );

  test('after ten wrong tries in fifteen minutes: 429 with Retry-After, even with the right one', async () => {
    const { token, password } = await newMember(product);
    for (let tries = 0; tries < 10; tries++)
      expect(await change(token, { oldPassword: 'not this one' })).toMatchObject({
        body: { message: 'WRONG_PASSWORD' },
      });
    const limited = await change(token, { oldPassword: password });
    expect(limited).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(13 * 60);
    await sandbox.moveClock(15 * 60 + 1);
    expect((await change(token, { oldPassword: password })).status).toBe(200);
  });

  test('thirty wrong tries at once are no more than ten', async () => {
    const { token } = await newMember(product);
    const tries = Array.from({ length: 30 }, (_, guess) => change(token, { oldPassword: `guess number ${guess}` }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(422), ...Array(20).fill(429)]);
  });

  test('without a token', async () => {
    const answer = await product.call('PUT /api/account/changepwd', {
      body: { oldPassword: 'correct horse', newPassword: NEW },
    });
    expect(answer).toMatchObject({ status: 401, body: { message: 'invalid-token' } });
  });
});
