import { spawn } from 'node:child_process';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cloneDatabase } from '../../test/harness.ts';

const database = await cloneDatabase();
const folder = await mkdtemp(join(tmpdir(), 'krapao-operators-'));
const main = fileURLToPath(new URL('./main.ts', import.meta.url));

const written = async () =>
  (await database.db.query<{ act: string }>('select act from audit_log order by id')).rows.map(({ act }) => act);

/** A person with a token file of their own, who types a command and, line by line, what it asks for. */
function at(person: string) {
  const tokenFile = join(folder, person);
  const type = async (words: string[], typed: string[] = []) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: database.url, OPERATOR_TOKEN_FILE: tokenFile };
    const child = spawn(process.execPath, [main, ...words], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.end(typed.map((line) => `${line}\n`).join(''));
    const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return (out + error).trim();
  };
  return { tokenFile, type };
}

test('two people found the service, sign in, and admit a third who has chosen a password that only they know', async () => {
  const [anong, boon, chai] = [at('anong'), at('boon'), at('chai')];
  expect(await anong.type(['audit'])).toBe('Sign in first: npm run operator -- sign-in "<your name>"');
  const passwords = ['first secret', 'first secret', 'other secret', 'other secret'];
  expect(await anong.type(['found', 'Anong', 'Boon'], passwords)).toMatch(/^Anong and Boon may sign in/);
  expect(await chai.type(['found', 'Chai', 'Dao'], passwords)).toMatch(/^There are operators already/);

  expect(await anong.type(['sign-in', 'Anong'], ['other secret'])).toMatch(/^Refused: WRONG_CREDENTIAL/);
  expect(await anong.type(['sign-in', 'Anong'], ['first secret'])).toBe('You are Anong, admin.');
  expect((await stat(anong.tokenFile)).mode & 0o777).toBe(0o600);
  await boon.type(['sign-in', 'Boon'], ['other secret']);

  const mark = /mark, (\w{8})/.exec(await chai.type(['join', 'Chai'], ['third secret', 'third secret']))?.[1] ?? '';
  expect(await chai.type(['sign-in', 'Chai'], ['third secret'])).toMatch(/^Refused/);
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
    /Anong with Boon {2}operators admit Chai \w{8} cashier {2}— works here$/,
  );
  expect(await written()).toEqual(['found', 'requests ask', 'operators admit']);
  expect(await boon.type(['sign-out'])).toBe('You are signed out.');
  expect(await boon.type(['audit'])).toMatch(/^Sign in first/);
});

test('nobody says by a word whose act it is', async () => {
  expect(await at('anong').type(['audit', '--by', 'the-chief'])).toContain(`Unknown option '--by'`);
});
