import { expect, test } from 'vitest';
import { cloneDatabase, newMember, startProduct } from '../../../test/harness.ts';
import { hashPassword } from '../../platform/passwords.ts';

const database = await cloneDatabase();
const product = await startProduct(database, { TRUST_PROXY: '127.0.0.1', ROLE: 'api', SIGN_INS_AN_HOUR: '3' });

/** More than any lane has places for. */
const MANY = 520;
const LIMIT = { status: 429, body: { message: 'REQUEST_LIMIT' } };

type SigningIn = { username: string; password: string };
const signIn = ({ username, password }: SigningIn, address: string) =>
  product.call('POST /api/login', { body: { username, password }, headers: { 'x-forwarded-for': address } });
const change = (
  { token, password }: { token: string; password: string },
  address: string,
  newPassword = 'another one',
) =>
  product.call('PUT /api/account/changepwd', {
    token,
    body: { oldPassword: password, newPassword },
    headers: { 'x-forwarded-for': address },
  });
const members = (count: number) => Promise.all(Array.from({ length: count }, () => newMember(product)));

/** All members of others sign in, from an address each, while the flood is under way. */
async function signInsDuring(flood: () => Promise<{ status: number }>[], prefix: string): Promise<number[]> {
  const others = await members(12);
  const answers = flood();
  // The flood stands in its lane when the first of it was done.
  await Promise.race(answers);
  const signedIn = await Promise.all(others.map((other, at) => signIn(other, `${prefix}${at + 1}`)));
  await Promise.all(answers);
  return signedIn.map(({ status }) => status);
}

test('accounts of one address that change passwords, however many, keep nobody from signing in', async () => {
  const flood = await members(MANY);
  const statuses = await signInsDuring(() => flood.map((account) => change(account, '192.0.2.1')), '203.0.113.');
  expect(statuses).toEqual(Array(12).fill(200));
});

test('a /48 that signs in with right passwords from all its networks keeps nobody else from signing in', async () => {
  const flood = await members(MANY);
  const from = (at: number) => `2001:db8:a:${at.toString(16)}::1`;
  const statuses = await signInsDuring(() => flood.map((account, at) => signIn(account, from(at))), '198.51.100.');
  expect(statuses).toEqual(Array(12).fill(200));
});

test('whoever signs in, or sets a password, at the most takes turns with others who do the same', async () => {
  const member = await newMember(product);
  for (let times = 0; times < 2; times++) expect((await signIn(member, '192.0.2.2')).status).toBe(200);
  const done: string[] = [];
  const note = (what: string, work: Promise<unknown>) => work.then(() => done.push(what));
  const setting = Array.from({ length: 12 }, (_, at) =>
    note('set', hashPassword('a password', `192.0.2.${at + 10}`, 'set')),
  );
  const other = await newMember(product);
  const often = note('often', signIn(member, '192.0.2.3'));
  await note('sign-in', signIn(other, '192.0.2.4'));
  await Promise.all([often, ...setting]);
  expect(done.at(-1)).toBe('often');
  expect(done.indexOf('sign-in')).toBeLessThan(done.length - 2);
});

test('one member changes the password so many times an hour; wrong tries count apart', async () => {
  const member = await newMember(product);
  let { token } = member;
  let password = member.password;
  for (const next of ['the first one', 'the second one', 'the third one']) {
    expect(await change({ token, password: 'not this one' }, '192.0.2.5')).toMatchObject({ status: 422 });
    const { status, body } = await change({ token, password }, '192.0.2.5', next);
    expect(status).toBe(200);
    token = (body as { token: string }).token;
    password = next;
  }
  const refused = await change({ token, password }, '192.0.2.5', 'the fourth one');
  expect(refused).toMatchObject(LIMIT);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50 * 60);
  expect((await signIn({ username: member.username, password }, '192.0.2.6')).status).toBe(200);
});
