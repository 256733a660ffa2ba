import { createHash } from 'node:crypto';
import { calls } from '@krapao/contract/calls.ts';
import { describe, expect, test } from 'vitest';
import { contents, newMember, type Product, signIn, startProduct, startProductOnSandbox } from '../../test/harness.ts';
import { startOperatorSession } from './operator-sessions.ts';
import { hashOf, isSignedIn, startSession } from './sessions.ts';
import { writeSetting } from './settings.ts';

const { product, sandbox, database } = await startProductOnSandbox();
const { db } = database;
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

const wallet = (token: string, on: Product = product) => on.call('GET /api/wallet', { token });
const refused = (message: string) => ({ status: 401, body: { message } });

describe('a token', () => {
  test('is kept only as its hash', async () => {
    const { token } = await newMember(product);
    const held = JSON.stringify(await contents(db));
    expect(held).toContain(createHash('sha256').update(token).digest('hex'));
    for (const written of [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')])
      expect(held).not.toContain(written);
  });

  test('cannot be replaced by what the table holds', async () => {
    const { token } = await newMember(product);
    const hash = createHash('sha256').update(token).digest();
    for (const copied of [hash.toString('hex'), `\\x${hash.toString('hex')}`, hash.toString('base64url')])
      expect(await wallet(copied)).toMatchObject(refused('invalid-token'));
  });

  test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer nobody', "Bearer ' or '1'='1", 'Bearer a b'])(
    'missing or unknown (authorization: %j) is 401 invalid-token',
    async (authorization) => {
      const headers = authorization === undefined ? {} : { authorization };
      expect(await product.call('GET /api/wallet', { headers })).toMatchObject(refused('invalid-token'));
    },
  );

  test('of a member or an operator opens links until it has ended or run out', async () => {
    const { id } = await newMember(product);
    await db.query(`insert into operators (name, password_hash) values ('Nok', '-')`);
    const begin = [() => startSession(db, id, false), () => startOperatorSession(db, 'Nok', 'desk')];
    const hashes: Buffer[] = [];
    for (const start of begin) for (const _ of [1, 2]) hashes.push(hashOf(await start()));
    const counting = () => Promise.all(hashes.map((hash) => isSignedIn(db, hash)));
    expect(await counting()).toEqual([true, true, true, true]);
    await db.query('update sessions set expires_at = app_now() where token_hash = $1', [hashes[0]]);
    await db.query('update operator_sessions set expires_at = app_now() where token_hash = $1', [hashes[2]]);
    expect(await counting()).toEqual([false, true, false, true]);
    await db.query('update sessions set ended_at = app_now() where token_hash = $1', [hashes[1]]);
    expect(await counting()).toEqual([false, false, false, true]);
  });

  test('ends with logout, and only that one', async () => {
    const { token, username, password } = await newMember(product);
    const elsewhere = await signIn(product, { username, password });
    expect(await product.call('POST /api/logout', { token })).toMatchObject({ status: 200, body: {} });
    expect(await wallet(token)).toMatchObject(refused('invalid-token'));
    expect(await product.call('POST /api/logout', { token })).toMatchObject(refused('invalid-token'));
    expect((await wallet(elsewhere)).status).toBe(200);
  });

  test('lasts twelve hours, a remembered one thirty days; then EXPIRED_AUTH_TOKEN, and in the end forgotten', async () => {
    const { token, username, password } = await newMember(product);
    const remembered = await signIn(product, { username, password, remember: true });
    await sandbox.moveClock(12 * HOUR - 60);
    expect((await wallet(token)).status).toBe(200);
    await sandbox.moveClock(61);
    expect(await wallet(token)).toMatchObject(refused('EXPIRED_AUTH_TOKEN'));
    expect((await wallet(remembered)).status).toBe(200);

    await sandbox.moveClock(30 * DAY - 12 * HOUR - 60);
    expect((await wallet(remembered)).status).toBe(200);
    await sandbox.moveClock(60);
    expect(await wallet(remembered)).toMatchObject(refused('EXPIRED_AUTH_TOKEN'));

    await sandbox.moveClock(31 * DAY);
    expect(await wallet(remembered)).toMatchObject(refused('invalid-token'));
  });
});

describe('a member signed in', () => {
  test('who no longer exists is told INVALID_USER_1', async () => {
    const { id, token } = await newMember(product);
    await db.query('delete from member_devices where member_id = $1', [id]);
    await db.query('delete from members where id = $1', [id]);
    expect(await wallet(token)).toMatchObject(refused('INVALID_USER_1'));
  });

  test('who is blocked is told INVALID_USER_2 at once, and is back when unblocked', async () => {
    const { id, token } = await newMember(product);
    await db.query('update members set blocked_at = app_now() where id = $1', [id]);
    expect(await wallet(token)).toMatchObject(refused('INVALID_USER_2'));
    await db.query('update members set blocked_at = null where id = $1', [id]);
    expect((await wallet(token)).status).toBe(200);
  });

  test('whose sign-in an operator ended is told INVALID_USER_3, and may sign in again', async () => {
    const { id, token, username, password } = await newMember(product);
    await db.query(`update sessions set ended_at = app_now(), ended_by = 'operator' where member_id = $1`, [id]);
    expect(await wallet(token)).toMatchObject(refused('INVALID_USER_3'));
    expect((await wallet(await signIn(product, { username, password }))).status).toBe(200);
  });

  test('of the other edition is told INVALID_USER_4', async () => {
    const { token } = await newMember(product);
    const lao = await startProduct(database, { EDITION: 'la' });
    expect(await wallet(token, lao)).toMatchObject(refused('INVALID_USER_4'));
    expect((await wallet(token)).status).toBe(200);
  });
});

describe('an address', () => {
  test('is let in or kept out by the most specific rule, before anything else is looked at', async () => {
    const behindProxy = await startProduct(database, { TRUST_PROXY: '127.0.0.1' });
    const { token } = await newMember(product);
    await db.query(`insert into address_rules (network, rule) values
      ('203.0.113.0/24', 'deny'), ('203.0.113.64/26', 'allow'), ('203.0.113.70/32', 'deny'),
      ('2001:db8::/32', 'deny'), ('2001:db8:1::/48', 'allow')`);
    const from = async (address: string, name = 'GET /api/wallet') => {
      const { status, body } = await behindProxy.call(name, { token, headers: { 'x-forwarded-for': address } });
      return status === 200 ? 200 : { status, body };
    };
    const INVALID_IP = { status: 403, body: { message: 'INVALID_IP' } };
    for (const address of ['198.51.100.1', '203.0.113.64', '203.0.113.127', '2001:db8:1::5', '2001:db9::1'])
      expect({ address, answer: await from(address) }).toEqual({ address, answer: 200 });
    for (const address of [
      '203.0.113.1',
      '203.0.113.128',
      '203.0.113.70',
      '::ffff:203.0.113.1',
      '2001:db8:2::5',
      '2001:DB8::1',
    ])
      expect({ address, answer: await from(address) }).toEqual({ address, answer: INVALID_IP });
    expect(await from('203.0.113.1', 'GET /api/lookup/active')).toEqual(INVALID_IP);
    expect(await from('203.0.113.1, 198.51.100.1')).toBe(200);
    expect(await from('198.51.100.1, 203.0.113.1')).toEqual(INVALID_IP);
  });

  test('that a proxy cannot name is taken for the address of the proxy', async () => {
    const behindProxy = await startProduct(database, { TRUST_PROXY: '127.0.0.1' });
    for (const address of ['unknown', '198.51.100.1:443', "'; drop table members; --", '']) {
      const answer = await behindProxy.call('GET /api/lookup/info', { headers: { 'x-forwarded-for': address } });
      expect({ address, status: answer.status }).toEqual({ address, status: 200 });
    }
  });
});

const OPEN_WHILE_GONE =
  /^(?:GET \/api\/(?:lookup\/(?:active|contact|enableChatWidget)|account\/profile)$|\w+ \/api\/(?:chat|desk)\/)/;

describe('a service that is gone', () => {
  test('answers 410 to every call but those by which support is reached, and is back when it is back', async () => {
    const { token } = await newMember(product);
    await writeSetting(db, 'service', 'gone');
    const registered = Object.keys(calls).filter((name) => {
      const [method = '', path = ''] = name.split(' ');
      return product.app.hasRoute({ method: method as 'GET', url: path.replaceAll(/\{(\w+)\}/g, ':$1') });
    });
    expect(registered.length).toBeGreaterThanOrEqual(24);
    for (const name of registered) {
      const { status, body } = await product.call(name, { token, ...(!name.startsWith('GET') && { body: {} }) });
      if (OPEN_WHILE_GONE.test(name)) expect([name, status]).not.toEqual([name, 410]);
      else expect([name, status, body]).toEqual([name, 410, { message: 'gone' }]);
    }
    await writeSetting(db, 'service', 'active');
    expect((await wallet(token)).status).toBe(200);
  });
});

test('twenty sign-ins of a member count at once: one more ends the oldest, and nobody else’s', async () => {
  const [member, other] = [await newMember(product), await newMember(product)];
  const tokens = [member.token];
  while (tokens.length < 20) tokens.push(await startSession(db, member.id, true));
  expect((await wallet(member.token)).status).toBe(200);
  const newest = await startSession(db, member.id, false);
  expect(await wallet(member.token)).toMatchObject(refused('invalid-token'));
  for (const token of [...tokens.slice(1), newest]) expect((await wallet(token)).status).toBe(200);
  expect((await wallet(other.token)).status).toBe(200);
  // Sign-ins that are over take no place.
  await db.query(`update sessions set ended_at = app_now(), ended_by = 'member' where token_hash = $1`, [
    hashOf(newest),
  ]);
  await startSession(db, member.id, false);
  expect((await wallet(tokens[1] ?? '')).status).toBe(200);
});
