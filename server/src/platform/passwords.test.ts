import { execFileSync, spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

/** The works that were done, in their order. */
function noted() {
  const done: string[] = [];
  const note = (name: string, work: Promise<unknown>) => work.then(() => done.push(name));
  return { done, note };
}

test('who signs in does not wait for those who register, from however many addresses', async () => {
  const { done, note } = noted();
  const from = (at: number) => `203.0.113.${at}`;
  const registering = Array.from({ length: 8 }, (_, at) => note('register', hashPassword('a password', from(at))));
  await note('sign-in', isPassword('a guess', null, from(100)));
  expect(done.length).toBeLessThan(7);
  await Promise.all(registering);
});

test('who signs in does not wait for all guesses that come from another address', async () => {
  const { done, note } = noted();
  const from = (at: number) => `2001:db8:a:b::${at}`;
  const guessing = Array.from({ length: 10 }, (_, at) => note('guess', isPassword('a guess', null, from(at))));
  await note('sign-in', isPassword('a guess', null, '203.0.113.2'));
  expect(done.length).toBeLessThan(8);
  await Promise.all(guessing);
});

test.skipIf(process.platform === 'win32')(
  'a file and a name do not wait for hashes, however many there are',
  async () => {
    const release = await holdThreadsOfPool(3);
    const { done, note } = noted();
    const hashing = Array.from({ length: 12 }, (_, at) => note('hash', isPassword('a guess', null, `203.0.113.${at}`)));
    await Promise.all([note('file', readFile(import.meta.filename)), note('name', lookup('localhost'))]);
    // In Node's own pool each would stand behind the hashes that were asked for before.
    expect(done.filter((name) => name === 'hash').length).toBeLessThan(3);
    await release();
    await Promise.all(hashing);
  },
);

/** Node has four threads for files and names. Opening a pipe holds one until the pipe's other end is opened. */
async function holdThreadsOfPool(count: number): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-pipe-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const opening = Array.from({ length: count }, () => open(pipe));
  return async () => {
    const otherEnd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    for (const end of await Promise.all(opening)) await end.close();
    closeSync(otherEnd);
  };
}

test('a password is known again by its hash, and no other is', async () => {
  const hash = await hashPassword('a password');
  expect(await isPassword('a password', hash)).toBe(true);
  expect(await isPassword('A password', hash)).toBe(false);
});

test('a password is hashed under node --watch too, as by npm run dev', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-watched-'));
  const script = join(folder, 'hash.ts');
  const { href } = new URL('passwords.ts', import.meta.url);
  await writeFile(
    script,
    `import { hashPassword, isPassword } from ${JSON.stringify(href)};
    console.log(await isPassword('a password', await hashPassword('a password')));`,
  );
  const watched = spawn(process.execPath, ['--watch', '--watch-preserve-output', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: watched.stdout });
  const said: string[] = [];
  try {
    for await (const line of lines) {
      said.push(line);
      if (/^(true|false|Completed|Failed)/.test(line)) break;
    }
    expect(said).toEqual(['true']);
  } finally {
    watched.kill('SIGKILL');
    await rm(folder, { recursive: true });
  }
});
