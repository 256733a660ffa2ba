import type { Edition } from '@krapao/contract/editions.ts';
import { e164Of } from '@krapao/contract/phones.ts';
import { inviteCodeOf } from '@krapao/contract/rules.ts';
import { describe, expect, test } from 'vitest';
import {
  cloneDatabase,
  contents,
  digits,
  newLaoRegistration,
  newPhone,
  newRegistration,
  type Product,
  registerMember,
  startProduct,
} from '../../../test/harness.ts';

const database = await cloneDatabase();
const thai = await startProduct(database);
const lao = await startProduct(database, { EDITION: 'la' });

async function storedMember(username: string, edition: Edition = 'th') {
  const sql = 'select * from members where phone = $1 and edition = $2';
  return (await database.db.query(sql, [e164Of(username, edition), edition])).rows[0];
}

const register = (product: Product, body: unknown) => product.call('POST /api/account', { body });
const validate = (product: Product, body: unknown) => product.call('POST /api/account/validate', { body });

describe('registering', () => {
  test('a Thai visitor becomes a member with what they entered, in baht', async () => {
    const registration = newRegistration({ bankAccountName: ' Somying   Jaidee ', bankAccountNo: '123-456 7890' });
    const { username } = registration;

    const answer = await register(thai, registration);
    expect(answer).toMatchObject({ status: 200, body: { _id: expect.stringMatching(/^[0-9A-Z]{8}$/), username } });

    expect(await storedMember(username)).toMatchObject({
      id: (answer.body as { _id: string })._id,
      edition: 'th',
      name: 'สมหญิง ใจดี',
      currency: 'BAHT',
      source_code: 'friend',
      invited_by: null,
      coins: 0,
      blocked_at: null,
      bank_code: 'KBANK',
      bank_account_name: 'SOMYING JAIDEE',
      bank_account_no: '1234567890',
    });
    const login = await thai.call('POST /api/login', { body: { username, password: registration.password } });
    expect(login).toMatchObject({ status: 200, body: { token: expect.any(String) } });
  });

  test.each(['LAK', 'BAHT'] as const)('a Lao visitor with a Lao bank becomes a member in %s', async (currency) => {
    const registration = newLaoRegistration({ currency });
    expect((await register(lao, registration)).status).toBe(200);
    expect(await storedMember(registration.username, 'la')).toMatchObject({ currency, bank_code: 'BCEL' });
  });

  test('the Laos edition wants the currency to be chosen', async () => {
    for (const currency of ['', undefined]) {
      const answer = await register(lao, newLaoRegistration({ currency }));
      expect(answer).toMatchObject({
        status: 400,
        body: { message: 'INVALID_USER_INFO', fields: { currency: 'REQUIRED' } },
      });
    }
  });

  test.each(['205551', '02055512345', '+8562055512346'])(
    'the Laos edition does not count the digits of %s',
    async (username) => {
      expect((await register(lao, newLaoRegistration({ username }))).status).toBe(200);
    },
  );

  test('one phone is one account in whatever spelling: the second is EXISTING_USER, and all of them sign in', async () => {
    const number = `20${digits(8)}`;
    const { password } = await registerMember(lao, newLaoRegistration({ username: number }));
    for (const username of [`0${number}`, `856${number}`, `+856${number}`, `00856${number}`]) {
      for (const call of [register, validate])
        expect(await call(lao, newLaoRegistration({ username }))).toMatchObject({ body: { message: 'EXISTING_USER' } });
      const login = await lao.call('POST /api/login', { body: { username, password } });
      expect(login).toMatchObject({ status: 200 });
      const { token } = login.body as { token: string };
      const profile = await lao.call('GET /api/account/profile', { token });
      expect(profile).toMatchObject({ body: { username: `0${number}` } });
    }
  });

  test('one phone can be a member of each edition, and each has its own password', async () => {
    const username = newPhone();
    await registerMember(thai, { username, password: 'thai password' });
    await registerMember(lao, newLaoRegistration({ username, password: 'lao password' }));
    const answer = await lao.call('POST /api/login', { body: { username, password: 'thai password' } });
    expect(answer).toMatchObject({ status: 401, body: { message: 'WRONG_CREDENTIAL' } });
  });

  test('source, invite code and currency may be absent', async () => {
    const { sourceCode: _, inviteCode: __, currency: ___, ...registration } = newRegistration();
    expect((await register(thai, registration)).status).toBe(200);
    expect(await storedMember(registration.username as string)).toMatchObject({
      source_code: null,
      invited_by: null,
      currency: 'BAHT',
    });
  });

  test('a password may hold any characters and is kept only as a salted argon2id hash', async () => {
    const password = `'; drop table members; --<b>"\\🙂`;
    const first = await registerMember(thai, { password });
    const second = await registerMember(thai, { password });
    const hashes = [await storedMember(first.username), await storedMember(second.username)].map(
      (member) => member.password_hash as string,
    );
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });
});

describe('an invite code', () => {
  test('names the inviter, in either case', async () => {
    const inviter = await registerMember(thai);
    const code = inviteCodeOf(inviter.id);
    for (const inviteCode of [code, ` ${code.toLowerCase()} `]) {
      const registration = newRegistration({ inviteCode });
      expect((await register(thai, registration)).status).toBe(200);
      expect(await storedMember(registration.username)).toMatchObject({ invited_by: inviter.id });
    }
  });

  test.each(['PR00000000', '00000000', 'PR', 'x'])(
    '%s, which no member has, is refused with NO_USER',
    async (inviteCode) => {
      for (const call of [register, validate]) {
        const answer = await call(thai, newRegistration({ inviteCode }));
        expect(answer).toMatchObject({ status: 404, body: { message: 'NO_USER', fields: { inviteCode: 'NO_USER' } } });
      }
    },
  );

  test('of a member of the other edition is refused with NO_USER', async () => {
    const inviter = await registerMember(thai);
    const answer = await register(lao, newLaoRegistration({ inviteCode: inviteCodeOf(inviter.id) }));
    expect(answer).toMatchObject({ status: 404, body: { message: 'NO_USER' } });
  });
});

describe('validating', () => {
  test('says whether registering would work and changes nothing', async () => {
    const registration = newRegistration();
    const before = await contents(database.db, { except: ['rate_limit_events'] });
    expect(await validate(thai, registration)).toMatchObject({ status: 200, body: { valid: true } });
    expect(await contents(database.db, { except: ['rate_limit_events'] })).toEqual(before);
    expect((await register(thai, registration)).status).toBe(200);
  });

  test('takes what the profile step has, before there is a bank', async () => {
    const { name, username, password, sourceCode, inviteCode } = newRegistration();
    const soFar = { name, username, password, sourceCode, inviteCode };
    expect(await validate(thai, soFar)).toMatchObject({ status: 200, body: { valid: true } });
    expect(await validate(thai, { ...soFar, bankCode: '', bankAccountName: '', bankAccountNo: '' })).toMatchObject({
      status: 200,
    });
    expect(await validate(thai, { ...soFar, username: '081' })).toMatchObject({
      status: 400,
      body: { message: 'PHONE_NUMBER_REQUIRE_10_DIGIT' },
    });
    const answer = await register(thai, soFar);
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'INVALID_REQUEST', fields: { bankCode: 'REQUIRED' } },
    });
  });
});

describe('what is taken', () => {
  test.each([
    ['registering', register],
    ['validating', validate],
  ])('a phone is refused with EXISTING_USER when %s, and nothing changes', async (_, call) => {
    const { username } = await registerMember(thai);
    const before = await contents(database.db, { except: ['rate_limit_events'] });
    const answer = await call(thai, newRegistration({ username }));
    expect(answer).toMatchObject({ status: 409, body: { message: 'EXISTING_USER' } });
    expect(await contents(database.db, { except: ['rate_limit_events'] })).toEqual(before);
  });

  test.each([
    ['registering', register],
    ['validating', validate],
  ])('a bank account is refused with EXISTING_BANK when %s, however it is written', async (_, call) => {
    const bankAccountNo = digits(10);
    await registerMember(thai, { bankAccountNo });
    const before = await contents(database.db, { except: ['rate_limit_events'] });
    for (const written of [bankAccountNo, `${bankAccountNo.slice(0, 3)}-${bankAccountNo.slice(3)} `]) {
      const answer = await call(thai, newRegistration({ bankAccountNo: written, bankAccountName: 'ANOTHER NAME' }));
      expect(answer).toMatchObject({ status: 409, body: { message: 'EXISTING_BANK' } });
    }
    expect(await contents(database.db, { except: ['rate_limit_events'] })).toEqual(before);
    expect((await call(thai, newRegistration({ bankAccountNo, bankCode: 'SCB' }))).status).toBe(200);
  });

  test('wrong input is told before a taken phone, a taken phone before a taken bank account', async () => {
    const taken = (await registerMember(thai)).registration;
    for (const call of [register, validate]) {
      expect(await call(thai, { ...taken, password: 'short' })).toMatchObject({
        body: { message: 'INVALID_USER_INFO' },
      });
      expect(await call(thai, { ...taken, inviteCode: 'PR00000000' })).toMatchObject({ body: { message: 'NO_USER' } });
      expect(await call(thai, taken)).toMatchObject({ body: { message: 'EXISTING_USER' } });
      expect(await call(thai, { ...taken, username: newPhone() })).toMatchObject({
        body: { message: 'EXISTING_BANK' },
      });
    }
  });
});
