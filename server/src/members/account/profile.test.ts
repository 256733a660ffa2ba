import { describe, expect, test } from 'vitest';
import { cloneDatabase, contents, digits, newLaoRegistration, newMember, startProduct } from '../../../test/harness.ts';
import { hold, post } from '../../ledger/ledger.ts';

const database = await cloneDatabase();
const product = await startProduct(database, { ROLE: 'api' });
const lao = await startProduct(database, { ROLE: 'api', EDITION: 'la' });

type Member = Awaited<ReturnType<typeof newMember>>;
const read = ({ token }: Member) => product.call('GET /api/account/profile', { token });
const edit = ({ token, registration }: Member, changes: Record<string, unknown>) => {
  const { name, bankCode, bankAccountName, bankAccountNo } = registration;
  const body = { name, bankCode, bankAccountName, bankAccountNo, ...changes };
  return product.call('PUT /api/account/profile', { token, body });
};
const rewriteName = ({ token }: Member, bankCode: string, bankAccountName: string) =>
  product.call('PUT /api/account/bankAccountName', { token, body: { bankCode, bankAccountName } });

const eventsOf = async ({ id }: Member) =>
  (await database.db.query('select what, address from security_events where member_id = $1', [id])).rows;

async function deposit(memberId: string) {
  const key = `deposit/${memberId}`;
  const amount = 100_00n;
  await post(database.db, {
    key,
    reason: 'deposit',
    memberId,
    currency: 'BAHT',
    from: 'house:payments:ww',
    to: 'main',
    amount,
  });
}

/** The call is refused and the database is what it was. */
async function expectRefusal(call: () => Promise<unknown>, status: number, body: unknown) {
  const before = await contents(database.db, { except: ['rate_limit_events'] });
  expect(await call()).toMatchObject({ status, body });
  expect(await contents(database.db, { except: ['rate_limit_events'] })).toEqual(before);
}

describe('reading the profile', () => {
  test('shows what was registered, and not the password', async () => {
    const member = await newMember(product);
    const { name, username, bankAccountNo } = member.registration;
    const answer = await read(member);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      _id: member.id,
      name,
      username,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      coin: 0,
      currency: 'BAHT',
      bankCode: 'KBANK',
      bankAccountName: 'SOMYING JAIDEE',
      bankAccountNo,
      bank: { code: 'KBANK', nameTH: 'ธนาคารกสิกรไทย', nameLA: 'ທະນາຄານກະສິກອນໄທ', nameEN: 'Kasikornbank' },
    });
  });

  test('shows a Lao member their own bank and currency', async () => {
    const { token } = await newMember(lao, newLaoRegistration());
    expect(await lao.call('GET /api/account/profile', { token })).toMatchObject({
      status: 200,
      body: { currency: 'LAK', bankCode: 'BCEL', bank: { nameEN: 'Banque pour le Commerce Extérieur Lao' } },
    });
  });

  test.each(['GET /api/account/profile', 'PUT /api/account/profile', 'PUT /api/account/bankAccountName'])(
    '%s needs a member',
    async (name) => {
      const answer = await product.call(name, name.startsWith('PUT') ? { body: {} } : {});
      expect(answer).toMatchObject({ status: 401, body: { message: 'invalid-token' } });
    },
  );
});

describe('before the first deposit or withdrawal', () => {
  test('name and bank can change, and the answer is the new profile', async () => {
    const member = await newMember(product);
    const bankAccountNo = digits(10);
    const changed = await edit(member, {
      name: ' สมหญิง ใจงาม ',
      bankCode: 'SCB',
      bankAccountName: 'somying  jai-ngam',
      bankAccountNo: `${bankAccountNo.slice(0, 3)}-${bankAccountNo.slice(3)}`,
    });
    const profile = { name: 'สมหญิง ใจงาม', bankCode: 'SCB', bankAccountName: 'SOMYING JAI-NGAM', bankAccountNo };
    expect(changed).toMatchObject({ status: 200, body: profile });
    expect((await read(member)).body).toEqual(changed.body);
  });

  test.each([
    [{ name: '' }, 'INVALID_USER_INFO'],
    [{ name: 'Robot 3000' }, 'INVALID_USER_INFO'],
    [{ bankCode: 'NOBANK' }, 'INVALID_BANK'],
    [{ bankCode: 'BCEL' }, 'INVALID_BANK'],
    [{ bankCode: 'BBL', bankAccountName: 'สมหญิง ใจดี' }, 'BANK_ACCOUNT_NAME_ENG'],
    [{ bankAccountNo: '123' }, 'INVALID_USER_INFO'],
    [{ bankAccountName: '' }, 'INVALID_USER_INFO'],
  ])('%j is refused with %s and nothing changes', async (changes, message) => {
    const member = await newMember(product);
    await expectRefusal(() => edit(member, changes), 400, { message });
  });

  test("another member's bank account is refused with EXISTING_BANK and nothing changes", async () => {
    const [member, other] = [await newMember(product), await newMember(product)];
    const { bankAccountNo } = other.registration;
    await expectRefusal(() => edit(member, { name: 'ชื่อใหม่', bankAccountNo }), 409, { message: 'EXISTING_BANK' });
  });

  test('of two members who take one account at the same time one gets it, the other EXISTING_BANK', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => newMember(product)));
    const bankAccountNo = digits(10);
    const answers = await Promise.all(members.map((member) => edit(member, { bankAccountNo })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual(
      Array(5).fill({ message: 'EXISTING_BANK' }),
    );
  });
});

describe('after money has moved', () => {
  const changes = [{ bankCode: 'SCB' }, { bankAccountNo: '9999999999' }, { bankAccountName: 'ANOTHER NAME' }];

  test.each(changes)('a deposit fixes the bank: %j is refused with INVALID_USER_INFO', async (change) => {
    const member = await newMember(product);
    await deposit(member.id);
    await expectRefusal(() => edit(member, { name: 'ชื่อใหม่', ...change }), 400, { message: 'INVALID_USER_INFO' });
  });

  test('the name alone may still change', async () => {
    const member = await newMember(product);
    await deposit(member.id);
    const { bankAccountNo } = member.registration;
    const answer = await edit(member, { name: 'ชื่อใหม่', bankAccountName: ' somying jaidee' });
    expect(answer).toMatchObject({
      status: 200,
      body: { name: 'ชื่อใหม่', bankAccountName: 'SOMYING JAIDEE', bankAccountNo },
    });
    expect(await eventsOf(member)).toEqual([]);
  });

  test('a withdrawal that is only on its way fixes the bank too', async () => {
    const member = await newMember(product);
    const step = { memberId: member.id, currency: 'BAHT', amount: 10_00n } as const;
    await post(database.db, { ...step, key: `gift/${member.id}`, reason: 'bonus', from: 'house:bonus', to: 'main' });
    expect((await edit(member, { bankCode: 'SCB' })).status).toBe(200);
    await hold(database.db, { ...step, key: `w/${member.id}`, reason: 'withdraw', from: 'main', to: 'held_for_bank' });
    await expectRefusal(() => edit(member, { bankCode: 'BAY' }), 400, { message: 'INVALID_USER_INFO' });
  });
});

describe('rewriting the account name in English', () => {
  /** A name that an operator or an earlier rule may have left: registering would refuse it. */
  async function memberWithThaiName(bankCode: string) {
    const member = await newMember(product, { bankCode });
    await database.db.query(`update members set bank_account_name = 'สมหญิง ใจดี' where id = $1`, [member.id]);
    return member;
  }

  test.each(['KTB', 'TMB', 'BBL'])(
    'is open to a member of %s, whose name is then upper case, even after a deposit',
    async (bankCode) => {
      const member = await memberWithThaiName(bankCode);
      await deposit(member.id);
      const answer = await rewriteName(member, bankCode, ' Somying  Jaidee ');
      expect(answer).toMatchObject({ status: 200, body: { bankCode, bankAccountName: 'SOMYING JAIDEE' } });
      expect((await read(member)).body).toEqual(answer.body);
      expect(await eventsOf(member)).toEqual([{ what: 'bank-changed', address: '127.0.0.1' }]);
    },
  );

  test.each(['สมหญิง', 'SOMYING 2', "O'NEIL", 'JOSÉ', 'A-B', 'A.'])(
    '%j is refused with BANK_ACCOUNT_NAME_ENG',
    async (name) => {
      const member = await memberWithThaiName('KTB');
      await expectRefusal(() => rewriteName(member, 'KTB', name), 400, { message: 'BANK_ACCOUNT_NAME_ENG' });
    },
  );

  test('an empty name is refused', async () => {
    const member = await memberWithThaiName('KTB');
    const fields = { bankAccountName: 'REQUIRED' };
    await expectRefusal(() => rewriteName(member, 'KTB', '  '), 400, { message: 'INVALID_USER_INFO', fields });
  });

  test('happens once: a name that is English already stays', async () => {
    const member = await memberWithThaiName('KTB');
    expect((await rewriteName(member, 'KTB', 'SOMYING JAIDEE')).status).toBe(200);
    await expectRefusal(() => rewriteName(member, 'KTB', 'SOMEBODY ELSE'), 400, { message: 'INVALID_USER_INFO' });
  });

  test('is closed to members of other banks', async () => {
    const member = await memberWithThaiName('KBANK');
    await expectRefusal(() => rewriteName(member, 'KBANK', 'SOMYING JAIDEE'), 400, { message: 'INVALID_USER_INFO' });
  });

  test("works on the member's own bank alone", async () => {
    const member = await memberWithThaiName('KTB');
    for (const bankCode of ['BBL', 'KBANK', ''])
      await expectRefusal(() => rewriteName(member, bankCode, 'SOMYING JAIDEE'), 400, { message: 'INVALID_BANK' });
  });
});
