import { expect, test } from 'vitest';
import { newMember, newPhone, startProduct, startProductOnSandbox } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { workThrough } from '../platform/due-work.ts';
import { changesToTell } from './account/tell-changes.ts';

const { sandbox, database } = await startProductOnSandbox({ ROLE: 'api' });
const environment = {
  ROLE: 'api',
  REGISTER_OTP: 'on',
  SANDBOX_URL: sandbox.url,
  PROVIDER_TIMEOUT_MS: '5000',
  TRUST_PROXY: '127.0.0.1',
};
const LIMIT = { status: 429, body: { message: 'REQUEST_LIMIT' } };
const SENT = { status: 200 };

const ask = (call: string, limited: Awaited<ReturnType<typeof startProduct>>) => (phoneNumber: string, from: string) =>
  limited.call(`POST ${call}`, { body: { phoneNumber }, headers: { 'x-forwarded-for': from } });

test('a network, a /48 of IPv6 as an IPv4 address, is sent a twentieth of the hour’s texts', async () => {
  await sandbox.moveClock(3_601);
  const limited = await startProduct(database, { ...environment, SMS_AN_HOUR: '60' });
  const register = ask('/api/otp/send', limited);
  const addresses = ['2001:db8:a:1::1', '2001:db8:a:2::1', '2001:db8:a:3::1'];
  for (const address of addresses) expect(await register(newPhone(), address)).toMatchObject(SENT);
  expect(await register(newPhone(), '2001:db8:a:4::1')).toMatchObject(LIMIT);
  for (const _ of addresses) expect(await register(newPhone(), '203.0.113.1')).toMatchObject(SENT);
  expect(await register(newPhone(), '203.0.113.1')).toMatchObject(LIMIT);
  expect(await register(newPhone(), '2001:db8:b:1::1')).toMatchObject(SENT);
});

test('registrations leave texts for new passwords, and both leave some for notices of changes, which wait for them', async () => {
  await sandbox.moveClock(3_601);
  const limited = await startProduct(database, { ...environment, SMS_AN_HOUR: '20' });
  const [register, reset] = [ask('/api/otp/send', limited), ask('/api/account/reset/otp', limited)];
  let addresses = 0;
  const newAddress = () => `198.51.100.${++addresses}`;

  for (let sent = 0; sent < 14; sent++) expect(await register(newPhone(), newAddress())).toMatchObject(SENT);
  expect(await register(newPhone(), newAddress())).toMatchObject(LIMIT);

  const members = await Promise.all(Array.from({ length: 5 }, () => newMember(limited)));
  for (const { username } of members.slice(0, 4)) expect(await reset(username, newAddress())).toMatchObject(SENT);
  for (const phone of [members[4]?.username ?? '', newPhone()])
    expect(await reset(phone, newAddress())).toMatchObject(LIMIT);

  for (const { id } of members.slice(0, 3))
    await database.db.query(`insert into account_changes (member_id, what) values ($1, 'bank')`, [id]);
  const config = readConfig({ ...environment, DATABASE_URL: database.url, SMS_AN_HOUR: '20' });
  const told: string[] = [];
  const sendSms = async ({ to }: { to: string }) => void told.push(to);
  const tell = () => workThrough([changesToTell({ db: database.db, config, sendSms })]);
  for (let looks = 0; looks < 50; looks++) {
    await tell();
    await database.db.query('update account_changes set next_try_at = clock_timestamp() where next_try_at is not null');
  }
  expect(told).toHaveLength(2);
  const { rows } = await database.db.query('select tries from account_changes where told_at is null');
  expect(rows).toEqual([{ tries: 0 }]);
  await sandbox.moveClock(3_601);
  await tell();
  expect(told).toHaveLength(3);
});

test('a network causes a twentieth of the hour’s texts with changes too, and no change goes without its notice', async () => {
  await sandbox.moveClock(3_601);
  const limited = await startProduct(database, { ...environment, SMS_AN_HOUR: '80' });
  const from = { 'x-forwarded-for': '2001:db8:f:1::1' };
  const members = [await newMember(limited), await newMember(limited), await newMember(limited)];
  const change = ({ token, password }: (typeof members)[number]) =>
    limited.call('PUT /api/account/changepwd', {
      token,
      headers: from,
      body: { oldPassword: password, newPassword: `${password} anew` },
    });
  const [first, second, third] = members as [(typeof members)[0], (typeof members)[0], (typeof members)[0]];
  for (const member of [first, second]) expect(await change(member)).toMatchObject(SENT);
  // A code for a new password, and the notice of that password.
  const reset = ask('/api/account/reset/otp', limited);
  expect(await reset(third.username, '2001:db8:f:2::1')).toMatchObject(SENT);
  expect(await change(third)).toMatchObject(LIMIT);
  const login = { username: third.username, password: third.password };
  expect(await limited.call('POST /api/login', { body: login })).toMatchObject(SENT);
  expect(await reset(first.username, '2001:db8:f:3::1')).toMatchObject(LIMIT);
  expect(await reset(first.username, '2001:db8:e:1::1')).toMatchObject(SENT);
});

test('a flood of codes from one network holds one connection of the database', async () => {
  const limited = await startProduct(database, environment);
  const reset = ask('/api/account/reset/otp', limited);
  const holder = await database.db.connect();
  await holder.query(`begin; select pg_advisory_xact_lock(hashtextextended('otp address 192.0.2.77', 0))`);
  const flood = Promise.all(Array.from({ length: 40 }, () => reset(newPhone(), '192.0.2.77')));
  const waiting = `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  const count = async () => (await database.db.query<{ count: number }>(waiting)).rows[0]?.count;
  await expect.poll(count).toBe(1);
  await holder.query('rollback');
  holder.release();
  for (const answer of await flood) expect(answer).toMatchObject(SENT);
  expect(await count()).toBe(0);
});
