import { randomUUID } from 'node:crypto';
import {
  FIXED_LINK_PROVIDERS,
  FORM_LOGIN_PROVIDERS,
  GAME_PROVIDERS,
  LINK_LOGIN_PROVIDERS,
} from '@krapao/contract/providers.ts';
import { expect, test } from 'vitest';
import {
  contents,
  type GameCredentials,
  newLaoRegistration,
  newMember,
  openGame,
  PATIENT,
  startProduct,
  startProductOnSandbox,
} from '../../../test/harness.ts';

const { product, sandbox, database } = await startProductOnSandbox(PATIENT);
const member = await newMember(product);
const TAKES_PASSWORD = ['askmebet', 'imi', 'usun', 'circus', 'slotracha', 'pgslot'];

async function reset(code: string, { token } = member, headers = {}) {
  return product.call(`GET /api/wallet/resetpassword/${code}`, { token, headers });
}

test.each(GAME_PROVIDERS)('%s: an account is opened, shown, and its password changed for good', async (code) => {
  const opened = await openGame(product, member, code.toUpperCase());
  expect(opened).toMatchObject({
    username: `kp${member.id.toLowerCase()}`,
    password: expect.stringMatching(/^\w{12}$/),
  });
  expect(await sandbox.player(code, opened.username)).toEqual({ balance: 0, inPlay: 0 });
  const shown = await product.call(`GET /api/wallet/account/${code}`, { token: member.token });
  expect(shown.body).toMatchObject({ username: opened.username, password: opened.password });

  const answer = await reset(code.toUpperCase());
  expect(answer.status).toBe(200);
  const changed = answer.body as GameCredentials;
  expect(changed.username).toBe(opened.username);
  const { event = {} } = changed;
  const canSignIn = (password: string) => sandbox.signIn(code, { username: opened.username, password, ...event });
  expect(await canSignIn(changed.password)).toBe(true);
  expect(await canSignIn(opened.password)).toBe(false);
});

test.each(LINK_LOGIN_PROVIDERS)('%s: a link opens the table, whatever the case of code and name', async (code) => {
  const shown = await product.call(`GET /api/wallet/account/${code}`, { token: member.token });
  const { username, password } = shown.body as GameCredentials;
  const path = `${code.toUpperCase()}/${username.toUpperCase()}${TAKES_PASSWORD.includes(code) ? `/${password}` : ''}`;
  const answer = await product.call(`GET /api/autoLogin/${path}`, { token: member.token });
  expect(answer.status).toBe(200);
  const table = await fetch((answer.body as { link: string }).link);
  expect(table.status).toBe(200);
  expect(await table.text()).toContain(username);
});

test.each([...FORM_LOGIN_PROVIDERS, ...FIXED_LINK_PROVIDERS])('%s: there is no link to ask for', async (code) => {
  const { token } = member;
  expect(await product.call(`GET /api/autoLogin/${code}/kp${member.id}`, { token })).toMatchObject({ status: 404 });
});

test('ufabet: the sign-in form is let in only with the form state that came with the credentials', async () => {
  const shown = await product.call('GET /api/wallet/account/ufabet', { token: member.token });
  const { username, password, event = {} } = shown.body as GameCredentials;
  expect(Object.keys(event).sort()).toEqual(['__EVENTVALIDATION', '__VIEWSTATE', '__VIEWSTATEGENERATOR']);
  expect(await sandbox.signIn('ufabet', { username, password, ...event })).toBe(true);
  expect(await sandbox.signIn('ufabet', { username, password })).toBe(false);
});

test('credentials of other games carry no form state', async () => {
  const shown = await product.call('GET /api/wallet/account/joker', { token: member.token });
  expect(Object.keys(shown.body as object).sort()).toEqual(['password', 'username']);
});

test('ufabet: without the form state the credentials are shown all the same', async () => {
  await sandbox.fault({ target: 'games/ufabet', call: 'login-state', mode: 'garbage', times: 1 });
  const shown = await product.call('GET /api/wallet/account/ufabet', { token: member.token });
  expect(shown.status).toBe(200);
  expect(Object.keys(shown.body as object).sort()).toEqual(['password', 'username']);
});

test('an open account is not opened again, but the same key gets the same credentials', async () => {
  const other = await newMember(product);
  const activate = (key: string) =>
    product.call('GET /api/wallet/activate/pg', { token: other.token, headers: { 'idempotency-key': key } });
  const key = randomUUID();
  const first = await activate(key);
  expect(first.status).toBe(200);
  expect(await activate(key.toUpperCase())).toMatchObject({ status: 200, body: first.body });
  const refused = { status: 409, body: { message: 'SLOT_ALREADY_ACTIVE' } };
  expect(await activate(randomUUID())).toMatchObject(refused);
  expect(await product.call('GET /api/wallet/activate/PG', { token: other.token })).toMatchObject(refused);
});

test('a password is changed once per key', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const first = await reset('pg', member, headers);
  expect(first.status).toBe(200);
  expect((await reset('pg', member, headers)).body).toEqual(first.body);
  expect((await reset('pg')).body).not.toEqual(first.body);
});

test.each(['activate', 'account', 'resetpassword'])('%s: a code that is no game is told so', async (call) => {
  for (const code of ['nope', 'wallet', 'constructor', '__proto__', '%20']) {
    const answer = await product.call(`GET /api/wallet/${call}/${code}`, { token: member.token });
    expect(answer).toMatchObject({ status: 404, body: { message: 'NO_GAME' } });
  }
});

test('an account that was not opened has no credentials, no new password and no link', async () => {
  const other = await newMember(product);
  const { token } = other;
  const nothing = { status: 404, body: { message: 'SLOT_NO_ACCOUNT' } };
  expect(await product.call('GET /api/wallet/account/pg', { token })).toMatchObject(nothing);
  expect(await reset('pg', other)).toMatchObject(nothing);
  expect(await product.call(`GET /api/autoLogin/pg/kp${other.id}`, { token })).toMatchObject(nothing);
});

test('visitors get none of it', async () => {
  for (const call of [
    'wallet/activate/pg',
    'wallet/account/pg',
    'wallet/resetpassword/pg',
    `autoLogin/pg/kp${member.id}`,
  ])
    expect(await product.call(`GET /api/${call}`)).toMatchObject({ status: 401, body: { message: 'invalid-token' } });
});

test('no game password can be read in the database', async () => {
  const { body } = await reset('slotxo');
  const { password } = body as GameCredentials;
  const bytes = Buffer.from(password).toString('hex');
  const kept = JSON.stringify(await contents(product.db));
  expect(kept).toContain(`kp${member.id.toLowerCase()}`);
  expect(kept).not.toContain(password);
  expect(kept).not.toContain(bytes);
  expect(kept).not.toContain(Buffer.from(password).toString('base64').replaceAll('=', ''));
});

test('a sealed password that is moved to another row opens nothing', async () => {
  const thief = await newMember(product);
  await openGame(product, thief, 'pg');
  const own = await product.call('GET /api/wallet/account/pg', { token: member.token });
  const copy = `update game_accounts set password = (select password from game_accounts where member_id = $1 and code = $2)
    where member_id = $3 and code = 'pg'`;
  for (const [owner, code] of [
    [member.id, 'pg'],
    [member.id, 'joker'],
  ]) {
    await product.db.query(copy, [owner, code, thief.id]);
    const answer = await product.call('GET /api/wallet/account/pg', { token: thief.token });
    expect(answer).toMatchObject({ status: 500, body: { message: 'INTERNAL_SERVER_ERROR' } });
    expect(JSON.stringify(answer.body)).not.toContain((own.body as GameCredentials).password);
  }
});

test('a Lao member plays in kip', async () => {
  const lao = await startProduct(database, { EDITION: 'la', SANDBOX_URL: sandbox.url });
  const { username } = await openGame(lao, await newMember(lao, newLaoRegistration()), 'laolotto');
  const players = await (await fetch(`${sandbox.url}/games/laolotto/players`)).json();
  expect(players).toContainEqual({ username, currency: 'LAK', balance: 0, inPlay: 0 });
});
