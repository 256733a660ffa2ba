import { execFile, type StdioOptions, spawn } from 'node:child_process';
import { chmod, mkdtemp, open, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './ports.ts';
import { preparePostgresBinaries } from './postgres-binaries.ts';
import { type Cluster, clusterExists, createCluster, placeCluster, readPassword } from './postgres-cluster.ts';
import { inOneSentence, quoteLog } from './postgres-errors.ts';
import { chooseServerUser } from './postgres-user.ts';
import { disownDeadPostmaster, isServer, type Postmaster, readPostmaster, untilGone } from './postmaster.ts';

export type Postgres = {
  /** A superuser's address of one database of this server. */
  url: (database: string) => string;
  /** Whether the server was running before: another process may be using it. */
  wasRunning: boolean;
  /** Settles when the server has ended, for any reason. */
  ended: Promise<void>;
  stop: () => Promise<void>;
};

type Options = {
  dataDir: string;
  /** False is for tests only: a crash may then lose or break the whole cluster. */
  durable?: boolean;
  onProgress?: (what: string) => void;
};

const SERVER_VERSION = '18';
const POLL_MS = 20;
const SETTLE_MS = 30_000;
/** Worth another try: another process took the port first, or processes of a killed server are still ending. */
const PASSING_TROUBLE = /could not create any TCP\/IP sockets|pre-existing shared memory block .* is still in use/;

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'max_connections=200',
  'shared_buffers=128MB',
  'logging_collector=off',
  // The app logs refused statements; PostgreSQL would write their details, members' data, into a file.
  'log_min_messages=log',
  'timezone=UTC',
  'log_timezone=UTC',
];
/** Tests connect thousands of times: their passwords, which guard nothing, cost no work to check. */
const NOT_DURABLE = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  // The tables of a test are small and gone before any tidying up is worth its work.
  'autovacuum=off',
  'max_parallel_workers_per_gather=0',
  'jit=off',
  // A connection of a test makes most statements less than the five times after which their plan is kept.
  'plan_cache_mode=force_generic_plan',
  'max_connections=600',
  'scram_iterations=1',
];
const HAS_SOCKET_FILES = process.platform !== 'win32';

/** Starts, or takes over, the one PostgreSQL server of a data directory; makes the cluster if there is none. */
export async function startPostgres(options: Options): Promise<Postgres> {
  const dataDir = resolve(options.dataDir);
  try {
    return await start({ durable: true, onProgress: () => {}, ...options, dataDir });
  } catch (error) {
    throw inOneSentence(error, dataDir);
  }
}

async function start({ dataDir, durable, onProgress }: Required<Options>): Promise<Postgres> {
  const user = await chooseServerUser(dataDir);
  const folder = await placeCluster(dataDir, user);
  const exists = await clusterExists(folder, SERVER_VERSION);
  const native = await preparePostgresBinaries({ user, writableDir: dirname(dataDir), onProgress });
  const cluster = { folder, native, user };
  if (!exists) {
    onProgress('creating the database cluster');
    await createCluster(cluster, { durable });
  }

  const password = await readPassword(folder);
  // For tests a socket file: a query through it takes a sixth less of the processor's time.
  const socketFolder = !durable && HAS_SOCKET_FILES ? folder : '';
  const host = socketFolder && `?host=${encodeURIComponent(socketFolder)}`;
  const address = (port: number, database: string) =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}${host}`;
  onProgress('starting the database server');
  const settings = [...SETTINGS, `unix_socket_directories=${socketFolder}`, ...(durable ? [] : NOT_DURABLE)];
  const found = await findLiveServer(folder, (port) => address(port, 'postgres'));
  const server = found ?? (await launch(cluster, settings, `${dataDir}.log`));
  return {
    url: (database) => address(server.port, database),
    wasRunning: found !== undefined,
    ended: untilGone(server.pid),
    stop: () => stopServer(cluster, server.pid),
  };
}

/** A fast server for tests, in a folder of its own that is deleted when the server stops. */
export async function startTemporaryPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-test-'));
  try {
    await chmod(folder, 0o711);
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false });
    const stop = async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    };
    return { ...postgres, stop };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * A launcher that was killed leaves its server running. The server is ours if it accepts our password and names our
 * folder; PostgreSQL itself judges any other process that the lock file records.
 */
async function findLiveServer(folder: string, url: (port: number) => string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + SETTLE_MS;
  while (Date.now() < deadline) {
    const server = await readPostmaster(folder);
    if (!server || !isServer(server.pid)) return undefined;
    if (server.status === 'ready') return (await servesFolder(url(server.port), folder)) ? server : undefined;
    await delay(POLL_MS);
  }
  return undefined;
}

async function servesFolder(url: string, folder: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return (await realpath(rows[0]?.data_directory ?? '')) === (await realpath(folder));
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function launch(cluster: Cluster, settings: string[], logFile: string): Promise<Postmaster> {
  const deadline = Date.now() + SETTLE_MS;
  await disownDeadPostmaster(cluster.folder);
  for (;;) {
    const result = await launchOnce(cluster, [...settings, `port=${await freePort()}`], logFile);
    if ('pid' in result) return result;
    if (!PASSING_TROUBLE.test(result.log) || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start (its log is ${logFile}): ${quoteLog(result.log)}`);
    }
    await delay(POLL_MS);
  }
}

/** The server has its own process group: a terminal's Ctrl-C must not reach it before the API has closed. */
async function launchOnce(
  { folder, native, user }: Cluster,
  settings: string[],
  logFile: string,
): Promise<Postmaster | { log: string }> {
  const log = await open(logFile, 'a', 0o600);
  try {
    const { size } = await log.stat();
    const args = ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])];
    const stdio: StdioOptions = ['ignore', log.fd, log.fd];
    const server = spawn(join(native, 'bin', 'postgres'), args, { ...user, cwd: folder, detached: true, stdio });
    server.unref();
    let failure: string | undefined;
    server.once('exit', (code, signal) => {
      failure ??= `it ended at once (${signal ?? code}).`;
    });
    server.once('error', (error) => {
      failure = error.message;
    });
    while (failure === undefined) {
      const postmaster = await readPostmaster(folder);
      if (postmaster?.pid === server.pid && postmaster?.status === 'ready') return postmaster;
      await delay(POLL_MS);
    }
    const output = (await readFile(logFile)).subarray(size).toString();
    return { log: output || failure };
  } finally {
    await log.close();
  }
}

async function stopServer({ folder, native, user }: Cluster, pid: number): Promise<void> {
  if (!isServer(pid)) return;
  try {
    const args = ['stop', '-D', folder, '-m', 'fast', '-w', '-t', '60', '-s'];
    await promisify(execFile)(join(native, 'bin', 'pg_ctl'), args, { ...user, cwd: folder });
  } catch (error) {
    if (!isServer(pid)) return;
    throw new Error(`PostgreSQL (process ${pid}) did not stop: ${(error as Error).message.trim()}`);
  }
}
