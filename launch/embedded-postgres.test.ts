import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Postgres, startPostgres } from './embedded-postgres.ts';

let folder: string;
let dataDir: string;
let running: Postgres[];
/** Holds a cluster to copy: making one takes longer than starting it. */
let original: string;

beforeAll(async () => {
  original = await newFolder();
  await (await startPostgres({ dataDir: join(original, 'postgres') })).stop();
});
afterAll(() => rm(original, { recursive: true, force: true }));

beforeEach(async () => {
  running = [];
  folder = await newFolder();
  dataDir = join(folder, 'postgres');
});

afterEach(async () => {
  for (const postgres of running) await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a second start keeps the data', async () => {
  const first = await startOnCopy();
  await query(first, 'create table kept as select 42 as answer');
  await first.stop();
  expect(await query(await start(), 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a committed row survives a kill -9 of the server', async () => {
  const first = await startOnCopy();
  await query(first, 'create table kept as select 42 as answer');
  process.kill(await serverPid(), 'SIGKILL');
  await first.ended;
  expect(await query(await start(), 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a process that now has the process id of the dead server does not prevent a start', async () => {
  const first = await startOnCopy();
  process.kill(await serverPid(), 'SIGKILL');
  await first.ended;
  const lock = await readFile(join(dataDir, 'postmaster.pid'), 'utf8');
  await writeFile(join(dataDir, 'postmaster.pid'), lock.replace(/^\d+/, String(process.pid)));
  expect(await query(await start(), 'select 42 as answer')).toEqual([{ answer: 42 }]);
});

test('the server of a launcher that was killed is taken over', async () => {
  const launcher = startInAnotherProcess();
  await once(launcher.stdout, 'data');
  launcher.kill('SIGKILL');
  await once(launcher, 'exit');
  const pid = await serverPid();

  const postgres = await start();
  expect(await serverPid()).toBe(pid);
  expect(await query(postgres, 'select 42 as answer')).toEqual([{ answer: 42 }]);
  await postgres.stop();
  await postgres.ended;
});

test('a launcher killed while it makes the cluster leaves nothing half-made', async () => {
  const launcher = startInAnotherProcess();
  await vi.waitUntil(async () => (await readdir(folder)).some((name) => name.startsWith('postgres.initdb-')), 20_000);
  launcher.kill('SIGKILL');
  await once(launcher, 'exit');
  expect(await readdir(folder)).not.toContain('postgres');

  expect(await query(await start(), 'select 42 as answer')).toEqual([{ answer: 42 }]);
  expect(await readdir(folder)).toEqual(['postgres', 'postgres.log']);
});

test('a cluster of another PostgreSQL version is refused in a sentence and left alone', async () => {
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'PG_VERSION'), '15\n');
  await expect(start()).rejects.toThrow(/made by PostgreSQL 15 and this is PostgreSQL 18: .+\.$/);
  expect(await readdir(dataDir)).toEqual(['PG_VERSION']);
});

test('a folder that holds something else is refused in a sentence and left alone', async () => {
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'diary.txt'), 'dear');
  await expect(start()).rejects.toThrow(/holds no PostgreSQL cluster: .+\.$/);
  expect(await readdir(dataDir)).toEqual(['diary.txt']);
});

test('the server asks for the password, which is in no file that other users can read', async () => {
  const postgres = await startOnCopy();
  const { password } = new URL(postgres.url('postgres'));
  const wrong = Object.assign(new URL(postgres.url('postgres')), { password: 'wrong' }).href;
  await expect(query({ ...postgres, url: () => wrong }, 'select 1')).rejects.toThrow('password authentication failed');

  const withPassword: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !(await readFile(file)).includes(password)) continue;
    withPassword.push(entry.name);
    expect((await stat(file)).mode & 0o077).toBe(0);
  }
  expect(withPassword).toEqual(['krapao.password']);
});

test('money is safe by default: every commit reaches the disk, every page has a checksum', async () => {
  const settings = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums'];
  const rows = await query(
    await startOnCopy(),
    `select name, setting from pg_settings where name in ('${settings.join("','")}')`,
  );
  expect(rows).toHaveLength(settings.length);
  for (const row of rows) expect(row).toMatchObject({ setting: 'on' });
});

test.runIf(process.getuid?.() === 0)(
  'root starts the server beneath a folder that is closed to other users',
  async () => {
    await chmod(folder, 0o700);
    const first = await start();
    await query(first, 'create table kept as select 42 as answer');
    await first.stop();
    const outside = await readlink(dataDir);
    const second = await start();
    expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.stop();

    await rm(dataDir, { recursive: true });
    const fresh = await start();
    expect(await query(fresh, "select to_regclass('kept') as kept")).toEqual([{ kept: null }]);
    await fresh.stop();
    await rm(await readlink(dataDir), { recursive: true });
    await rm(outside, { recursive: true });
  },
);

async function newFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'krapao-launcher-'));
  await chmod(made, 0o711);
  return made;
}

/** The first start on a cluster that was made and stopped before. */
async function startOnCopy(): Promise<Postgres> {
  await promisify(execFile)('cp', ['-a', join(original, 'postgres'), dataDir]);
  return start();
}

async function start(): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir });
  running.push(postgres);
  return postgres;
}

function startInAnotherProcess() {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href;
  const script = `import { startPostgres } from ${JSON.stringify(module)};
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    console.log('up');
    setInterval(() => {}, 1000);`;
  const args = ['--input-type=module', '--eval', script];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function serverPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postmaster.pid'), 'utf8'), 10);
}

async function query(postgres: Postgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: postgres.url('postgres') });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
