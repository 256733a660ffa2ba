import { expect, test, vi } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { BY_ITSELF, digits, newMember, startProductOnSandbox } from '../../../test/harness.ts';
import { noteEvent } from '../../platform/security-events.ts';
import { hashOf, startSession } from '../../platform/sessions.ts';

const { product, sandbox, database } = await startProductOnSandbox({ TRUST_PROXY: '127.0.0.1' });
const { db } = database;
const operator = operatorOf(db);

const PHONE =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36';
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
const from = (agent: string, address: string) => ({ 'user-agent': agent, 'x-forwarded-for': address });

type Entry = { what: string; device: string | null; place: string | null; isByService: boolean; isNewDevice: boolean };
type Security = { signIns: number; events: Entry[] };

const securityOf = async (token: string) =>
  (await product.call('GET /api/account/security', { token })).body as Security;
const whatOf = async (token: string) => (await securityOf(token)).events.map(({ what }) => what);

async function signIn({ username, password }: { username: string; password: string }, headers: Record<string, string>) {
  const { body } = await product.call('POST /api/login', { body: { username, password }, headers });
  return (body as { token: string }).token;
}

const storedOf = async (memberId: string) =>
  (
    await db.query('select what, operator, address, device from security_events where member_id = $1 order by id', [
      memberId,
    ])
  ).rows;

test('a member sees sign-ins, failures and changes of the own account, newest first, with device and shortened address', async () => {
  const [member, another] = [await newMember(product), await newMember(product)];
  const seenAt = (agent: string, memberId = member.id) =>
    noteEvent(db, { what: 'signed-in', memberId, from: { agent, address: '198.51.100.9' } });
  await seenAt(LAPTOP, another.id);
  const token = await signIn(member, from(PHONE, '203.0.113.77'));
  const wrong = { username: member.username, password: 'not this one' };
  await product.call('POST /api/login', { body: wrong, headers: from(LAPTOP, '2001:db8:1:2:3:4:5:6') });
  const other = await signIn(member, from(LAPTOP, '198.51.100.9'));
  await product.call('POST /api/logout', { token: other, headers: from(LAPTOP, '198.51.100.9') });
  const body = { oldPassword: member.password, newPassword: 'a brand new password' };
  const changed = await product.call('PUT /api/account/changepwd', {
    token,
    body,
    headers: from(PHONE, '203.0.113.77'),
  });
  await seenAt(LAPTOP);
  await seenAt('a browser that nobody knows');

  const { events } = await securityOf((changed.body as { token: string }).token);
  const atPhone = { device: 'Chrome · Android', place: '203.0.113.x', isByService: false, isNewDevice: false };
  const atLaptop = { device: 'Firefox · Linux', place: '198.51.100.x', isByService: false, isNewDevice: false };
  expect(events).toMatchObject([
    { what: 'signed-in', ...atLaptop, device: null },
    { what: 'signed-in', ...atLaptop },
    { what: 'password-changed', ...atPhone },
    { what: 'signed-out', ...atLaptop },
    { what: 'signed-in', ...atLaptop, isNewDevice: true },
    { what: 'sign-in-failed', ...atLaptop, place: '2001:db8:1:…' },
    { what: 'signed-in', ...atPhone },
  ]);
  expect((await storedOf(member.id)).at(-3)).toMatchObject({ address: '203.0.113.77' });
});

test('a member sees the fifty newest events', async () => {
  const { id, token } = await newMember(product);
  await db.query(
    `insert into security_events (what, member_id, device) select 'signed-in', $1, n::text from generate_series(1, 51) n`,
    [id],
  );
  const { events } = await securityOf(token);
  expect(events.map(({ device }) => Number(device))).toEqual(Array.from({ length: 50 }, (_, at) => 51 - at));
});

test.each([1_000_000_000n, 10_000_000_000n])(
  'events stand in order of time also where ids grow by a digit, at %s',
  async (base) => {
    const { id, token } = await newMember(product);
    for (const n of [-1n, 0n, 1n])
      await db.query(
        `insert into security_events (id, what, member_id, device) overriding system value
        values ($2, 'signed-in', $1, $3)`,
        [id, base + n, String(n)],
      );
    const { events } = await securityOf(token);
    expect(events.map(({ device }) => device)).toEqual(['1', '0', '-1']);
  },
);

test('nobody sees of another member, and nobody of a phone that is no member’s', async () => {
  const [mine, other] = [await newMember(product), await newMember(product)];
  await signIn(other, from(PHONE, '203.0.113.1'));
  await product.call('POST /api/login', { body: { username: '0800000000', password: 'x' } });
  expect((await securityOf(mine.token)).events).toEqual([]);
  expect(await product.call('GET /api/account/security')).toMatchObject({ status: 401 });
  const { rows } = await db.query(`select from security_events where what = 'sign-in-failed' and member_id is null`);
  expect(rows).toHaveLength(1);
});

test('signing out everywhere else ends the other sign-ins, not this one and nobody else’s', async () => {
  const [member, other] = [await newMember(product), await newMember(product)];
  const here = await signIn(member, from(PHONE, '203.0.113.1'));
  expect((await securityOf(here)).signIns).toBe(2);
  const end = () => product.call('POST /api/account/security/signOutElsewhere', { token: here });
  expect(await end()).toMatchObject({ status: 200, body: { ended: 1 } });
  expect(await end()).toMatchObject({ status: 200, body: { ended: 0 } });
  expect((await securityOf(here)).signIns).toBe(1);
  expect(await product.call('GET /api/wallet', { token: member.token })).toMatchObject({ status: 401 });
  expect(await product.call('GET /api/wallet', { token: other.token })).toMatchObject({ status: 200 });
  expect(await whatOf(here)).toEqual(['signed-out-elsewhere', 'signed-in']);
});

test('signing out everywhere else neither counts nor tells sign-ins that have run out by themselves', async () => {
  const member = await newMember(product);
  const here = await signIn(member, from(PHONE, '203.0.113.1'));
  const runOut = 'update sessions set expires_at = app_now() where member_id = $1 and token_hash <> $2';
  await db.query(runOut, [member.id, hashOf(here)]);
  const ended = await product.call('POST /api/account/security/signOutElsewhere', { token: here });
  expect(ended).toMatchObject({ status: 200, body: { ended: 0 } });
  expect((await securityOf(here)).signIns).toBe(1);
  expect(await whatOf(here)).toEqual(['signed-in']);
});

const bankOf = (bankAccountNo: string) => ({ bankCode: 'KBANK', bankAccountName: 'SOMYING JAIDEE', bankAccountNo });

/** The texts that tell of a change, newest first. */
const toldTo = async (phone: string) => (await sandbox.messagesTo(phone)).map(({ text }) => text);
const tellsOf = (word: string) => expect.stringContaining(`เปลี่ยน${word}แล้ว`);

test('a new password and a new bank account are told to the phone, by whomever they were changed, and in the app', async () => {
  const member = await newMember(product);
  const { id, token, username } = member;
  const profile = { name: 'สมหญิง ใจดี', ...bankOf(digits(10)) };
  expect(await product.call('PUT /api/account/profile', { token, body: profile })).toMatchObject({ status: 200 });
  await vi.waitFor(async () => expect(await toldTo(username)).toEqual([tellsOf('บัญชีธนาคาร')]), BY_ITSELF);
  await operator('member password', id);
  await vi.waitFor(
    async () => expect(await toldTo(username)).toEqual([tellsOf('รหัสผ่านและรหัสผ่านเกม'), tellsOf('บัญชีธนาคาร')]),
    BY_ITSELF,
  );

  await sandbox.moveClock(3601);
  const { bankCode, bankAccountNo, bankAccountName } = bankOf(digits(10));
  await operator('member bank', id, bankCode, bankAccountNo, bankAccountName);
  await vi.waitFor(async () => expect(await toldTo(username)).toHaveLength(3), BY_ITSELF);
  const stored = await storedOf(id);
  expect(stored).toMatchObject([
    { what: 'bank-changed', operator: null },
    { what: 'password-changed', operator: 'a tester' },
    { what: 'bank-changed', operator: 'a tester' },
  ]);
  const own = (await securityOf(await startSession(db, id, false))).events;
  expect(own.map(({ isByService }) => isByService)).toEqual([true, true, false]);
  const { rows } = await db.query('select what from account_changes where member_id = $1 order by id', [id]);
  expect(rows).toEqual([{ what: 'bank' }, { what: 'password' }, { what: 'bank' }]);
});

test('a change is told although the gateway fails at first, and once an hour at most', async () => {
  const { token, username } = await newMember(product);
  await sandbox.fault({ target: 'sms', mode: 'refuse', times: 1 });
  const change = (bankAccountNo: string) =>
    product.call('PUT /api/account/profile', { token, body: { name: 'สมหญิง ใจดี', ...bankOf(bankAccountNo) } });
  await change(digits(10));
  await vi.waitFor(async () => expect(await toldTo(username)).toHaveLength(1), BY_ITSELF);
  await change(digits(10));
  const open = () => db.query('select from account_changes where next_try_at is not null');
  await vi.waitFor(async () => expect((await open()).rowCount).toBe(0), BY_ITSELF);
  expect(await toldTo(username)).toHaveLength(1);
});

test('an operator reads what is kept of a member, and an auditor what is kept of an operator', async () => {
  const member = await newMember(product);
  const token = await signIn(member, from(PHONE, '203.0.113.77'));
  await operator('member show', member.username);
  const [looked, signedIn] = (await operator('member events', member.id)).split('\n');
  expect(looked).toMatch(new RegExp(`Z  looked  member show  ${member.id}  by a tester$`));
  expect(signedIn).toMatch(new RegExp(`Z  signed-in  ${member.id}  203\\.0\\.113\\.77  Chrome · Android$`));
  expect((await operator('audit events', 'a tester')).split('\n').slice(0, 2)).toEqual([
    expect.stringContaining(`looked  member events  ${member.id}`),
    looked,
  ]);
  // Who of the service looked is not the member's to know.
  expect(await whatOf(token)).toEqual(['signed-in']);
});

test('the trail is append-only', async () => {
  await newMember(product).then((member) => signIn(member, from(PHONE, '203.0.113.1')));
  for (const sql of [
    'delete from security_events',
    `update security_events set address = null`,
    'truncate security_events',
  ])
    for (const role of [db, database.owner])
      await expect(role.query(sql)).rejects.toThrow(/APPEND_ONLY|permission denied/);
});
