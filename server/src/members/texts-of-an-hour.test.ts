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
