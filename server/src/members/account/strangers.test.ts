import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  BY_ITSELF,
  cloneDatabase,
  newMember,
  newPhone,
  newRegistration,
  type Product,
  startProduct,
  waitingForLocks,
} from '../../../test/harness.ts';

const database = await cloneDatabase();
const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1', ROLE: 'api' };
const product = await startProduct(database, {
  ...BEHIND_PROXY,
  REGISTRATIONS_PER_ADDRESS_AN_HOUR: '3',
  VALIDATIONS_PER_ADDRESS_AN_HOUR: '2',
  LOGIN_FAILURES_PER_PHONE: '2',
  LOGIN_FAILURES_PER_ADDRESS: '3',
});

const WRONG = { status: 401, body: { message: 'WRONG_CREDENTIAL' } };
const LIMIT = { status: 429, body: { message: 'REQUEST_LIMIT' } };

type Place = { address: string; device?: string };
const headersOf = ({ address, device }: Place) => ({
  'x-forwarded-for': address,
  ...(device && { 'x-device-id': device }),
});
const register = (address: string, overrides = {}, on: Product = product) =>
  on.call('POST /api/account', { body: newRegistration(overrides), headers: headersOf({ address }) });
const validate = (address: string, username = newPhone()) =>
  product.call('POST /api/account/validate', { body: newRegistration({ username }), headers: headersOf({ address }) });
const login = (username: string, password: string, from: Place) =>
  product.call('POST /api/login', { body: { username, password }, headers: headersOf(from) });

/** Addresses that nobody has come from yet. */
const addresses = Array.from({ length: 250 }, (_, at) => `203.0.113.${at + 1}`);
const newAddress = () => addresses.pop() ?? expect.fail('no address is left');

describe('registering', () => {
  test('one address makes as many as its budget; another address goes on', async () => {
    const address = newAddress();
    for (let times = 0; times < 3; times++) expect((await register(address)).status).toBe(200);
    const refused = await register(address);
    expect(refused).toMatchObject(LIMIT);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await register(newAddress())).status).toBe(200);
  });

  test('what is told of other members is counted as well: nobody asks by registering instead of validating', async () => {
    const { username } = await newMember(product);
    const address = newAddress();
    for (let times = 0; times < 3; times++)
      expect(await register(address, { username })).toMatchObject({ body: { message: 'EXISTING_USER' } });
    expect(await register(address, { username })).toMatchObject(LIMIT);
  });

  test('all addresses together make as many as the service allows; what is refused for less takes none of them', async () => {
    const { rows } = await database.db.query(`select from rate_limit_events where scope = 'register'`);
    const small = await startProduct(database, { ...BEHIND_PROXY, REGISTRATIONS_AN_HOUR: String(rows.length + 1) });
    const { username } = await newMember(small);
    for (let times = 0; times < 2; times++)
      expect(await register(newAddress(), { username }, small)).toMatchObject({ status: 409 });
    expect((await register(newAddress(), {}, small)).status).toBe(200);
    expect(await register(newAddress(), {}, small)).toMatchObject(LIMIT);
  });
});

describe('asking who is a member', () => {
  test('one address asks as often as its budget, and then is told nothing', async () => {
    const { username } = await newMember(product);
    const address = newAddress();
    expect(await validate(address, username)).toMatchObject({ body: { message: 'EXISTING_USER' } });
    expect((await validate(address)).status).toBe(200);
    expect(await validate(address, username)).toMatchObject(LIMIT);
    expect(await validate(`::ffff:${address}`)).toMatchObject(LIMIT);
    expect((await validate(newAddress())).status).toBe(200);
  });

  test('a /64 of IPv6 is one address, and its /48 is ten', async () => {
    const from = (network: number, host: string) => validate(`2001:db8:a:${network.toString(16)}::${host}`);
    for (let network = 0; network < 10; network++) {
      expect((await from(network, '1')).status).toBe(200);
      expect((await from(network, 'ffff:2')).status).toBe(200);
      if (network < 9) expect(await from(network, '3')).toMatchObject(LIMIT);
    }
    expect(await from(10, '1')).toMatchObject(LIMIT);
    expect((await validate('2001:db8:b:0::1')).status).toBe(200);
  });
});

test('a flood from one network holds one connection to the database, and others are answered meanwhile', async () => {
  const lock = await database.db.connect();
  const key = 'validate address 2001:db8:f::/48';
  await lock.query('begin');
  await lock.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  const flood = Array.from({ length: 12 }, (_, at) => validate(`2001:db8:f:${at}::1`));
  await expect.poll(() => waitingForLocks(database.db), BY_ITSELF).toBe(1);
  expect((await validate(newAddress())).status).toBe(200);
  expect(await waitingForLocks(database.db)).toBe(1);
  await lock.query('commit');
  lock.release();
  await Promise.all(flood);
});

describe('a browser that a member signed in from before', () => {
  /** Guesses until the phone is closed to strangers. */
  async function lockOut(username: string) {
    for (let times = 0; times < 2; times++)
      expect(await login(username, 'not this one', { address: newAddress() })).toMatchObject(WRONG);
    expect(await login(username, 'not this one', { address: newAddress() })).toMatchObject(LIMIT);
  }

  test('is not locked out by guesses from elsewhere; a browser that is new to the member is', async () => {
    const { username, password } = await newMember(product);
    const [own, other] = [randomUUID(), randomUUID()];
    expect((await login(username, password, { address: newAddress(), device: own })).status).toBe(200);
    await lockOut(username);
    expect((await login(username, password, { address: newAddress(), device: own })).status).toBe(200);
    expect((await login(username, password, { address: newAddress(), device: own.toUpperCase() })).status).toBe(200);
    expect(await login(username, password, { address: newAddress(), device: other })).toMatchObject(LIMIT);
    expect(await login(username, password, { address: newAddress() })).toMatchObject(LIMIT);
  });

  test('is not locked out by guesses at other phones from the same address', async () => {
    const { username, password } = await newMember(product);
    const from = { address: newAddress(), device: randomUUID() };
    expect((await login(username, password, from)).status).toBe(200);
    for (let times = 0; times < 3; times++)
      expect(await login(newPhone(), 'not this one', { address: from.address })).toMatchObject(WRONG);
    expect(await login(newPhone(), 'not this one', { address: from.address })).toMatchObject(LIMIT);
    expect((await login(username, password, from)).status).toBe(200);
  });

  test('is the browser that registered, too', async () => {
    const registration = newRegistration();
    const from = { address: newAddress(), device: randomUUID() };
    await product.call('POST /api/account', { body: registration, headers: headersOf(from) });
    await lockOut(registration.username);
    expect((await login(registration.username, registration.password, from)).status).toBe(200);
  });

  test('has guesses of its own, which end, and none at the phones of other members', async () => {
    const [member, other] = [await newMember(product), await newMember(product)];
    const from = () => ({ address: newAddress(), device });
    const device = randomUUID();
    expect((await login(member.username, member.password, from())).status).toBe(200);
    for (let times = 0; times < 2; times++)
      expect(await login(member.username, 'not this one', from())).toMatchObject(WRONG);
    expect(await login(member.username, member.password, from())).toMatchObject(LIMIT);
    await lockOut(other.username);
    expect(await login(other.username, other.password, from())).toMatchObject(LIMIT);
  });
});
