import { spawn } from 'node:child_process';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { IN_FULL } from '../../../world/tier.ts';
import { cloneDatabase } from '../../test/harness.ts';

const { url, owner } = await cloneDatabase();
const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const tokenFile = join(await mkdtemp(join(tmpdir(), 'krapao-operator-')), 'kept', 'token');

/** What a process prints of a command and, line by line, of what is typed when it asks. */
async function run(words: string[], typed: string[] = []): Promise<string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url, OPERATOR_TOKEN_FILE: tokenFile };
  const child = spawn(process.execPath, [main, ...words], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(typed.map((line) => `${line}\n`).join(''));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return (out + error).trim();
}

test(
  'a sign-in at the terminal lasts for the next commands, in a file that only its owner can read',
  IN_FULL,
  async () => {
    expect(await run(['audit'])).toBe('Sign in first: npm run operator -- sign-in "<your name>"');
    const passwords = ['first secret', 'first secret', 'other secret', 'other secret'];
    expect(await run(['found', 'Anong', 'Boon'], passwords)).toMatch(/Anong and Boon may sign in/);
    expect(await run(['sign-in', 'Anong'], ['first secret'])).toMatch(/You are Anong, admin\.$/);
    expect((await stat(tokenFile)).mode & 0o777).toBe(0o600);
    expect(await run(['who'])).toBe('Anong, admin');
  },
);

test(
  'the command does not migrate: it refuses a database that is older than itself, and takes a newer one',
  IN_FULL,
  async () => {
    const before = await run(['who']);
    const [{ name, hash }] = (await owner.query('select name, hash from migrations order by applied_at desc limit 1'))
      .rows;
    await owner.query('delete from migrations where name = $1', [name]);
    expect(await run(['who'])).toBe(
      `The database is older than this version, it lacks ${name}: run "npm run migrate" first.`,
    );
    await owner.query(`insert into migrations (name, hash) values ($1, $2), ('9999_later.sql', '')`, [name, hash]);
    expect(await run(['who'])).toBe(before);
    await owner.query(`delete from migrations where name = '9999_later.sql'`);
  },
);

test('nobody says by a word whose act it is', async () => {
  expect(await run(['audit', '--by', 'the-chief'])).toBe(`Unknown option '--by'. --help lists what can be said.`);
});

test('an amount below zero is refused by one sentence', async () => {
  const typed = ['correct', 'credit', 'ABCDEFGH', '-5', '--why', 'a test'];
  expect(await run(typed)).toBe(`Unknown option '-5'. --help lists what can be said.`);
});
