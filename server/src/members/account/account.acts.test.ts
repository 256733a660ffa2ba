import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import * as people from '../../../../world/people.ts';
import { cloneDatabase, contents, digits, newMember, type Player, startProduct } from '../../../test/harness.ts';
import { startSession } from '../../platform/sessions.ts';
import { CannotDo } from '../../staff/act.ts';

const database = await cloneDatabase();
const { db } = database;
const product = await startProduct(database, { ROLE: 'api' });
const operator = operatorOf(db);
const profile = ({ token }: Player) => product.call('GET /api/account/profile', { token });
const newest = async () =>
  (await db.query('select act, before, after from audit_log order by id desc limit 1')).rows[0] as unknown;

test('a member is shown by id in any case or by phone, without the password', async () => {
  const { id, username, registration } = await newMember(product);
  const shown = await operator('member show', username);
  expect(JSON.parse(shown)).toMatchObject({
    id,
    phone: `+66${username.slice(1)}`,
    name: registration.name,
    accounts: [],
  });
  for (const who of [id.toLowerCase(), `+66${username.slice(1)}`])
    expect(await operator('member show', who)).toBe(shown);
  expect(shown).not.toMatch(/password|argon2/);
});

test('a member is shown with the money and the flags that stand, and none of another edition', async () => {
  const [{ id }, other] = [await newMember(product), await newMember(product)];
  await people.giveMoney(db, id, 12_34n);
  await db.query(
    `insert into member_flags (member_id, reason, cleared_at) values
      ($1, 'stands', null), ($1, 'was cleared', app_now()), ($2, 'of another', null)`,
    [id, other.id],
  );
  expect(JSON.parse(await operator('member show', id))).toMatchObject({
    accounts: [{ name: 'main', balance: '12.34 BAHT' }],
    flags: [{ reason: 'stands', since: expect.any(String) }],
  });
  const lao = await people.newMember(db, 'la');
  for (const who of [lao.id, lao.username])
    await expect(operator('member show', who)).rejects.toThrow(`There is no member ${who}`);
});

test('a phone that is kept as it was typed once comes before the one that it stands for', async () => {
  const [first, second] = [await newMember(product), await newMember(product)];
  await db.query('update members set phone = $2 where id = $1', [second.id, first.username]);
  const shown = async (who: string) => JSON.parse(await operator('member show', who)).id;
  expect([await shown(first.username), await shown(`+66${first.username.slice(1)}`)]).toEqual([second.id, first.id]);
  expect(await operator('member sign-out', first.username)).toContain(second.id);
  const body = { username: first.username, password: second.password };
  const { token } = (await product.call('POST /api/login', { body })).body as { token: string };
  expect(await profile({ id: second.id, token })).toMatchObject({ body: { _id: second.id } });
});

test('a blocked member is out until unblocked, and a second block keeps the time of the first', async () => {
  const [member, other] = [await newMember(product), await newMember(product)];
  const left = { id: member.id, token: await startSession(db, member.id, false) };
  await product.call('POST /api/logout', { token: left.token });
  expect(await operator('member block', member.username)).toBe(`Member ${member.id} is blocked.`);
  expect(await profile(other)).toMatchObject({ status: 200 });
  // The member's own end of a sign-in is not told as the operator's.
  expect(await profile(left)).toMatchObject({ status: 401, body: { message: 'invalid-token' } });
  expect(await profile(member)).toMatchObject({ status: 401, body: { message: 'INVALID_USER_2' } });
  expect(await newest()).toMatchObject({
    act: 'member block',
    before: { id: member.id, blocked_at: null },
    after: { id: member.id, blocked_at: expect.any(String) },
  });
  await operator('member block', member.id);
  const { before, after } = (await newest()) as Record<'before' | 'after', { blocked_at: string }>;
  expect(after.blocked_at).toBe(before.blocked_at);
  expect(await operator('member unblock', member.id)).toBe(`Member ${member.id} may sign in.`);
  // The sign-ins of before are over.
  expect(await profile(member)).toMatchObject({ status: 401, body: { message: 'INVALID_USER_3' } });
  const body = { username: member.username, password: member.password };
  expect(await product.call('POST /api/login', { body })).toMatchObject({ status: 200 });
});

test('every sign-in of a member ends, and no other member’s', async () => {
  const [member, other] = await Promise.all([newMember(product), newMember(product)]);
  expect(await operator('member sign-out', member.id)).toBe(`Every sign-in of member ${member.id} is ended.`);
  expect(await profile(member)).toMatchObject({ status: 401, body: { message: 'INVALID_USER_3' } });
  expect(await profile(other)).toMatchObject({ status: 200 });
  expect(await newest()).toMatchObject({ before: { id: member.id, signIns: 1 }, after: { signIns: 0 } });
});

test('a bank account is kept tidy, however it was typed', async () => {
  const member = await newMember(product);
  const number = digits(10);
  const typed = `${number.slice(0, 3)}-${number.slice(3, 4)} ${number.slice(4)}`;
  const said = await operator('member bank', member.username, 'SCB', typed, '  somying   jaidee ');
  expect(said).toBe(`Member ${member.id} is paid to SCB ${number}, SOMYING JAIDEE.`);
  const bank = { bankCode: 'SCB', bankAccountNo: number, bankAccountName: 'SOMYING JAIDEE' };
  expect((await profile(member)).body).toMatchObject(bank);
  expect(await newest()).toMatchObject({
    before: { bank_code: 'KBANK', bank_account_no: member.registration.bankAccountNo },
    after: { bank_code: 'SCB', bank_account_no: number, bank_account_name: 'SOMYING JAIDEE' },
  });
});

test('a bank account that cannot be, or is another member’s however it is typed, is refused and changes nothing', async () => {
  const [member, other] = await Promise.all([newMember(product), newMember(product)]);
  const before = await contents(db);
  const { bankAccountNo: taken } = other.registration;
  const refused = (...bank: string[]) => expect(operator('member bank', member.id, ...bank)).rejects;
  await refused('KBANK', `${taken.slice(0, 4)}-${taken.slice(4)}`, 'SOMYING JAIDEE').toThrow('EXISTING_BANK');
  await refused('NOBANK', digits(10), 'SOMYING JAIDEE').toMatchObject({ fields: { bankCode: 'INVALID_BANK' } });
  await refused('KBANK', '123', 'SOMYING JAIDEE').toMatchObject({ fields: { bankAccountNo: 'ACCOUNT_NO_INVALID' } });
  await refused('KBANK', digits(10)).toThrow(CannotDo);
  for (const command of ['show', 'block', 'unblock', 'sign-out'])
    await expect(operator(`member ${command}`, 'NOBODY00')).rejects.toThrow('There is no member NOBODY00');
  expect(await contents(db)).toEqual(before);
});

test('a member who lost phone and password signs in with the one that two operators gave, and nobody else any more', async () => {
  const [member, other] = [await newMember(product), await newMember(product)];
  await startSession(db, member.id, true);
  const answer = await operator('member password', member.id);
  expect(await newest()).toEqual({
    act: 'member password',
    before: { id: member.id, signIns: 2 },
    after: { id: member.id, signIns: 0 },
  });
  expect(await profile(other)).toMatchObject({ status: 200 });
  const password = /signs in with (\S+),/.exec(answer)?.[1] ?? '';
  const { username } = member.registration;
  const login = (given: string) => product.call('POST /api/login', { body: { username, password: given } });
  expect((await login(member.registration.password)).status).toBe(401);
  expect((await login(password)).status).toBe(200);
  expect((await profile(member)).status).toBe(401);
  const { rows } = await db.query(
    'select a::text from audit_log a, act_requests r where (a::text || r::text) like $1',
    [`%${password}%`],
  );
  expect(rows).toEqual([]);
});
