import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { operatorOf as operatorsOf } from '../../../world/operators.ts';
import { BY_ITSELF, cloneDatabase, contents, waitingForLocks } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { inTransaction, type Transaction } from '../platform/database.ts';
import { hashPassword } from '../platform/passwords.ts';
import { hashOf } from '../platform/sessions.ts';
import { CannotDo } from './act.ts';
import { foundOperators } from './founders.ts';
import {
  isOperatorDevice,
  keepOperatorDevice,
  removeOperator,
  takeCandidate,
  writeOperator,
  writeRoles,
} from './operators.queries.ts';
import type { RoleName } from './roles.ts';
import { join, operatorOf, signInOperator } from './sign-in.ts';

const { db, url } = await cloneDatabase();
const config = { ...readConfig({ DATABASE_URL: url }), loginFailuresPerPhone: 3 };
const operate = operatorsOf(db);
const PASSWORD = 'a long enough word';
const passwordHash = await hashPassword(PASSWORD);

const write = (name: string, ...roles: RoleName[]) =>
  inTransaction(db, (tx) => writeOperator(tx, { name, passwordHash, roles }));
const signIn = (name: string, password: string, place: { face?: 'desk' | 'command'; device?: string } = {}) =>
  signInOperator(db, config, { name, password }, { face: 'command', from: 'a machine', device: null, ...place });
const listed = async () => (await operate('operators list')).split('\n');
const newest = async () => (await db.query('select before, after from audit_log order by id desc limit 1')).rows[0];

/** Somebody chooses a password and is admitted. */
async function admit(name: string, roles: string): Promise<string> {
  const password = randomUUID();
  const { mark } = await join(db, { name, password });
  await operate('operators admit', name, mark, roles);
  return password;
}

/** What a call answers that has to wait for another transaction, which ends meanwhile. */
async function whileUnderWay<T>(first: (tx: Transaction) => Promise<unknown>, call: () => Promise<T>): Promise<T> {
  const tx = await db.connect();
  await tx.query('begin');
  await first(tx);
  const answer = call();
  answer.catch(() => {});
  try {
    await expect.poll(() => waitingForLocks(db), BY_ITSELF).toBe(1);
  } finally {
    await tx.query('commit');
    tx.release();
  }
  return answer;
}

const founder = (name: string) => ({ name, password: PASSWORD });

test('nobody founds the service alone, or while another is founding it; two do again when all have left', async () => {
  await expect(foundOperators(db, [founder('Nok'), founder(' Nok ')])).rejects.toThrow(
    'Name two people, not one twice.',
  );
  await expect(
    whileUnderWay(
      (tx) => writeOperator(tx, { name: 'First', passwordHash, roles: ['admin'] }),
      () => foundOperators(db, [founder('Late'), founder('Later')]),
    ),
  ).rejects.toThrow('There are operators already');
  await inTransaction(db, (tx) => removeOperator(tx, 'First'));
  await foundOperators(db, [founder('Nok'), founder(' Lek ')]);
  const { rows } = await db.query('select name, roles from operators where removed_at is null order by name');
  expect(rows).toEqual([
    { name: 'Lek', roles: ['admin'] },
    { name: 'Nok', roles: ['admin'] },
  ]);
});

test('an operator who is admitted again after having been removed has the new password and the new roles alone', async () => {
  const [before, other] = [await admit('Lek Again', 'support'), await write('Stays', 'support')];
  const { token } = await signIn('Lek Again', before);
  const { token: others } = await signIn(other.name, PASSWORD);
  await operate('operators remove', 'Lek Again');
  await expect(signIn('Lek Again', before)).rejects.toThrow('WRONG_CREDENTIAL');
  for (const words of [
    ['roles', 'Lek Again', 'admin'],
    ['remove', 'Lek Again'],
  ])
    await expect(operate(`operators ${words[0]}`, ...words.slice(1))).rejects.toThrow('There is no operator Lek Again');

  const after = await admit('Lek Again', 'cashier, auditor');
  const roles = ['cashier', 'auditor'];
  expect(await newest()).toMatchObject({
    before: { name: 'Lek Again', roles: ['support'], removed_at: expect.any(String) },
    after: { name: 'Lek Again', roles, removed_at: null },
  });
  expect(await listed()).toContain('Lek Again  cashier, auditor');
  expect(await operatorOf(db, token, 'command')).toBeNull();
  await expect(signIn('Lek Again', before)).rejects.toThrow('WRONG_CREDENTIAL');
  const again = await signIn('Lek Again', after);
  expect(again.operator).toEqual({ name: 'Lek Again', roles });
  expect(await operatorOf(db, again.token, 'command')).toEqual({ name: 'Lek Again', roles });
  expect(await operatorOf(db, again.token, 'desk')).toBeNull();
  expect(await operatorOf(db, others, 'command')).toMatchObject({ name: 'Stays' });
});

const ENDS: Record<string, (tx: Transaction, name: string) => Promise<unknown>> = {
  'is removed': removeOperator,
  'gets a new password': (tx, name) => writeOperator(tx, { name, passwordHash: 'another', roles: ['support'] }),
  'gets other roles': (tx, name) => writeRoles(tx, name, ['support']),
};

test.each(Object.entries(ENDS))('a sign-in of who %s meanwhile does not slip in behind it', async (what, end) => {
  const { name } = await write(`Slips ${what}`, 'admin');
  const outcome = await whileUnderWay(
    (tx) => end(tx, name),
    () => signIn(name, PASSWORD),
  ).catch((error: unknown) => error);
  const isOut = what !== 'gets other roles';
  expect(outcome).toMatchObject(isOut ? { code: 'WRONG_CREDENTIAL' } : { operator: { roles: ['support'] } });
  const { rowCount } = await db.query('select from operator_sessions where operator = $1', [name]);
  expect(rowCount).toBe(isOut ? 0 : 1);
});

test('a person is admitted once, by the newest mark of their own, and others go on waiting', async () => {
  const old = await join(db, { name: ' Ploy ', password: 'the first password' });
  const [{ mark }, waits] = [
    await join(db, { name: 'Ploy', password: 'the second password' }),
    await join(db, { name: 'Waits', password: 'the second password' }),
  ];
  expect(old.name).toBe('Ploy');
  expect(await listed()).toEqual(expect.arrayContaining([`Ploy  waits to be admitted, mark ${mark}`]));
  const before = await contents(db);
  for (const wrong of [old.mark, waits.mark, ''])
    await expect(operate('operators admit', 'Ploy', wrong, 'support')).rejects.toThrow(
      new CannotDo(`Nobody called Ploy waits with the mark ${wrong}.`),
    );
  for (const roles of ['', ' , ', 'chief', 'support,chief', 'constructor'])
    await expect(operate('operators admit', 'Ploy', mark, roles), roles).rejects.toThrow(/^Give roles, such as/);
  expect(await contents(db)).toEqual(before);
  expect(await operate('operators admit', 'Ploy', mark.toUpperCase(), 'support')).toBe('Ploy may sign in, as support.');
  await expect(operate('operators admit', 'Ploy', mark, 'admin')).rejects.toThrow('Nobody called Ploy waits');
  expect(await inTransaction(db, (tx) => takeCandidate(tx, 'Waits', waits.mark))).toContain('$argon2id');
});

test('nobody removes themselves', async () => {
  await expect(operate('operators remove', 'a tester')).rejects.toThrow('Nobody removes themselves.');
});

test.each([
  ['x'.repeat(100), '7 geese!', null],
  ['x', '7 geese fly over a house of '.padEnd(128, 'straw and clay, '), null],
  [' ', PASSWORD, 'Give a name of up to 100 characters.'],
  ['x'.repeat(101), PASSWORD, 'Give a name of up to 100 characters.'],
  ['x', 'x'.repeat(7), 'Choose a password of 8 to 128 characters.'],
  ['x', 'x'.repeat(129), 'Choose a password of 8 to 128 characters.'],
  ['x', 'Password1', 'Choose a password that is not among the most used.'],
])('the name %.9s… with the password %.9s… is answered %s', async (name, password, refusal) => {
  const chosen = join(db, { name, password });
  await (refusal === null ? chosen : expect(chosen).rejects.toThrow(new CannotDo(refusal)));
});

test('a browser counts as known for the operator who signed in there, and for the twenty newest of them', async () => {
  const [{ name }, other] = [await write('Many browsers', 'support'), await write('One browser', 'support')];
  const device = (at: number) => hashOf(`browser ${at}`);
  const sql = `insert into operator_devices (operator, device, seen_at) values ($1, $2, app_now() - $3 * interval '1 day')`;
  for (let at = 1; at <= 20; at++) await db.query(sql, [name, device(at), at]);
  await db.query(sql, [other.name, device(99), 99]);
  expect([await isOperatorDevice(db, name, device(20)), await isOperatorDevice(db, name, device(99))]).toEqual([
    true,
    false,
  ]);
  await keepOperatorDevice(db, name, device(20));
  await keepOperatorDevice(db, name, device(21));
  const known = [];
  for (const at of [18, 19, 20, 21]) known.push(await isOperatorDevice(db, name, device(at)));
  expect(known).toEqual([true, false, true, true]);
  expect(await isOperatorDevice(db, other.name, device(99))).toBe(true);
});

test('guesses at one face close the name to strangers at that face alone, and to no other operator', async () => {
  for (const name of ['Guessed', 'Not guessed']) await write(name, 'support');
  const guesses = `insert into rate_limit_events (scope, subject, amount) values ('desk name', 'Guessed', 30)`;
  await db.query(guesses);
  await expect(signIn('Guessed', PASSWORD, { face: 'desk' })).rejects.toThrow('REQUEST_LIMIT');
  await signIn('Not guessed', PASSWORD, { face: 'desk' });
  await signIn('Guessed', PASSWORD);
  for (const time of [1, 2, 3]) await expect(signIn('Guessed', `guess ${time}`)).rejects.toThrow('WRONG_CREDENTIAL');
  await expect(signIn('Guessed', PASSWORD)).rejects.toThrow('REQUEST_LIMIT');
  const { rows } = await db.query(`select what, about from security_events where operator = 'Guessed' order by id`);
  expect(rows).toEqual([
    { what: 'signed-in', about: { face: 'command' } },
    ...Array(3).fill({ what: 'sign-in-failed', about: { face: 'command' } }),
  ]);
});
