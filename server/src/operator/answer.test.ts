import { chmod, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { giveMoney, newMember } from '../../../world/people.ts';
import { cloneDatabase } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { hashPassword } from '../platform/passwords.ts';
import { answer, readTyped, sentenceFor } from './answer.ts';
import { tokenIn } from './token-file.ts';

const { db, url } = await cloneDatabase();
const config = readConfig({ DATABASE_URL: url });
const folder = await mkdtemp(join(tmpdir(), 'krapao-operators-'));

const written = async () =>
  (await db.query<{ act: string }>('select act from audit_log order by id')).rows.map(({ act }) => act);

/** A person with a token file of their own, who types a command and what it asks for. */
function at(person: string) {
  const tokenFile = join(folder, person);
  const type = (words: string[], passwords: string[] = [], settings = config) => {
    const left = [...passwords];
    const terminal = { ...tokenIn(tokenFile), askPassword: async () => left.shift() ?? '' };
    return answer(db, settings, terminal, readTyped(words)).catch(sentenceFor);
  };
  return { tokenFile, type };
}

test('two people found the service, sign in, and admit a third who has chosen a password that only they know', async () => {
  const [anong, boon, chai] = [at('anong'), at('boon'), at('chai')];
  expect(await anong.type(['audit'])).toBe('Sign in first: npm run operator -- sign-in "<your name>"');
  const passwords = ['first secret', 'first secret', 'other secret', 'other secret'];
  expect(await anong.type(['found', 'Anong', 'Boon'], passwords)).toMatch(/^Anong and Boon may sign in/);
  expect(await chai.type(['found', 'Chai', 'Dao'], passwords)).toMatch(/^There are operators already/);

  expect(await anong.type(['sign-in', 'Anong'], ['other secret'])).toBe('The name or the password is wrong.');
  expect(await anong.type(['sign-in', 'Anong'], ['first secret'])).toBe('You are Anong, admin.');
  expect((await stat(anong.tokenFile)).mode & 0o777).toBe(0o600);
  await boon.type(['sign-in', 'Boon'], ['other secret']);

  const mark =
    /mark, (\w{8})/.exec(String(await chai.type(['join', 'Chai'], ['third secret', 'third secret'])))?.[1] ?? '';
  expect(await chai.type(['sign-in', 'Chai'], ['third secret'])).toBe('The name or the password is wrong.');
  const admit = ['operators', 'admit', 'Chai', mark, 'cashier'];
  expect(await anong.type(admit)).toMatch(/^Say why: operators admit/);
  expect(await anong.type(['operators', 'remove', 'Dao', '--why', 'left'])).toMatch(/^There is no operator Dao/);
  expect(await written()).toEqual(['found']);
  expect(await anong.type([...admit, '--why', 'works here'])).toMatch(
    /^That needs a second operator\. It waits as request 1:/,
  );
  expect(await anong.type(['requests', 'approve', '1', '--why', 'me again'])).toMatch(/^Another operator has to agree/);
  expect(await boon.type(['requests', 'approve', '1', '--why', 'knows Chai'])).toBe('Chai may sign in, as cashier.');
  expect(await chai.type(['sign-in', 'Chai'], ['third secret'])).toBe('You are Chai, cashier.');

  expect(await chai.type(['audit'])).toBe('Chai may not do that: audit needs audit.see, which is for admin, auditor.');
  expect(await boon.type(['audit', '1'])).toMatch(
    /Anong with Boon {2}operators admit Chai \w{8} cashier {2}— works here; Boon: knows Chai$/,
  );
  expect(await written()).toEqual(['found', 'requests ask', 'operators admit']);
  expect(await boon.type(['sign-out'])).toBe('You are signed out.');
  expect(await boon.type(['audit'])).toMatch(/^Sign in first/);
  expect(await boon.type(['who'])).toBe('Nobody is signed in.');
  const { rows } = await db.query('select operator from operator_sessions order by 1');
  expect(rows).toEqual([{ operator: 'Anong' }, { operator: 'Chai' }]);
});

test('what is typed by mistake is answered with a sentence', async () => {
  const { type } = at('clumsy');
  expect(await type(['join', 'Dao'], ['one secret', 'another secret'])).toBe('The two differ.');
  expect(await type(['found', 'Dao'], Array(4).fill('one secret'))).toMatch(/^Name two people: one alone/);
  expect(await type(['no', 'such', 'thing'])).toBe('There is no command "no such thing". --help lists them.');
});

test('a file of a token that others could read is closed to them when the next token is kept there', async () => {
  const { tokenFile } = at('careless');
  const { keepToken, readToken, forgetToken } = tokenIn(tokenFile);
  expect(await readToken()).toBeNull();
  await keepToken('one');
  await chmod(tokenFile, 0o644);
  await keepToken('two');
  expect((await stat(tokenFile)).mode & 0o777).toBe(0o600);
  expect(await readToken()).toBe('two');
  await forgetToken();
  expect(await readToken()).toBeNull();
});

test('a report reads the replica, and the database itself keeps that it was read', async () => {
  const replica = await cloneDatabase();
  const { id } = await newMember(replica.db, 'th');
  await giveMoney(replica.db, id, 7_00n);
  const name = new URL(replica.url).pathname.slice(1);
  await replica.owner.query(`alter database ${name} set default_transaction_read_only = on`);
  const operator = `insert into operators (name, password_hash, roles) values ('Fon', $1, '{finance}')`;
  await db.query(operator, [await hashPassword('her secret')]);
  const fon = at('fon');
  await fon.type(['sign-in', 'Fon'], ['her secret']);
  const readingReplica = readConfig({ DATABASE_URL: url, DATABASE_REPLICA_URL: replica.url });
  expect(await fon.type(['ledger', 'house'], [], readingReplica)).toBe('house:demo  −7.00 BAHT');
  expect(await fon.type(['ledger', 'check'], [], readingReplica)).toBe('The books are right: 1 postings.');
  expect(await fon.type(['ledger', 'house'])).toBe('There is none.');
  const asOwner = { ...readingReplica, isProduction: true, replicaUrl: replica.ownerUrl };
  expect(await fon.type(['ledger', 'house'], [], asOwner)).toContain('of DATABASE_REPLICA_URL could rewrite');
  const { rows } = await db.query(
    `select about ->> 'act' as act from security_events where operator = 'Fon' and what = 'looked' order by id`,
  );
  expect(rows.map(({ act }) => act)).toEqual(['ledger house', 'ledger check', 'ledger house']);
});
