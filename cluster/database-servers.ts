import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../launch/ports.ts';
import type { Parts } from '../world/databases.ts';
import { startHaproxy } from './haproxy.ts';
import { findPatroni } from './patroni-program.ts';
import { answers, deployed, folderFor, type Program, startProgram, until } from './programs.ts';
import { POSTGRES_BIN } from './system.ts';

/** What Patroni says of one of its servers. */
type MemberOfCluster = { name: string; role: string; state: string };

export type DatabaseServer = {
  name: string;
  /** For the superuser, at this very server. */
  url: string;
  patroniUrl: string;
  /** PostgreSQL and its Patroni at once, without warning. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** The process ids of PostgreSQL's that carry this word in their title, as `walreceiver`. */
  processes: (word: string) => Promise<number[]>;
};

export type DatabaseServers = {
  servers: DatabaseServer[];
  /** For the superuser, at whichever server is the primary. */
  superuserUrl: string;
  replicasPort: number;
  statsUrl: string;
  etcdUrl: string;
  /** The servers by what Patroni calls them: `leader`, `sync_standby` or `replica`. */
  inRole: (role: string) => Promise<DatabaseServer[]>;
  /** The names of the servers that receive what the primary writes. */
  following: () => Promise<string[]>;
};

/** `streaming` is told by newer versions of Patroni. */
const FOLLOWING = ['running', 'streaming'];
const NAMES = ['pg1', 'pg2', 'pg3'];

/** Three PostgreSQL servers under Patroni, and one address that leads to the primary. */
export async function startDatabaseServers(parts: Parts, folder: string): Promise<DatabaseServers> {
  const etcdUrl = await startEtcd(parts, folder);
  const passwords = { superuser: randomBytes(16).toString('hex'), replication: randomBytes(16).toString('hex') };
  const start = (name: string) => startPatroni(parts, { name, folder, etcdUrl, passwords });
  const [first = '', ...others] = NAMES;
  const primary = await start(first);
  await until(`${first} is the primary`, () => answers(`${primary.patroniUrl}/primary`));
  const servers = [primary, ...(await Promise.all(others.map(start)))];
  await until('a second server has every commit', async () => (await members(servers)).some(isSynchronous));
  const { primaryPort, replicasPort, statsUrl } = await startDatabaseProxy(parts, folder, servers);
  return {
    servers,
    superuserUrl: `postgres://postgres:${passwords.superuser}@127.0.0.1:${primaryPort}/postgres`,
    replicasPort,
    statsUrl,
    etcdUrl,
    inRole: async (role) => {
      const names = (await members(servers)).filter((member) => member.role === role).map(({ name }) => name);
      return servers.filter(({ name }) => names.includes(name));
    },
    following: async () =>
      (await members(servers))
        .filter(({ role, state }) => role !== 'leader' && FOLLOWING.includes(state))
        .map(({ name }) => name),
  };
}

const isSynchronous = ({ role, state }: MemberOfCluster) => role === 'sync_standby' && FOLLOWING.includes(state);

/** As any of the servers that answers tells it. */
async function members(servers: DatabaseServer[]): Promise<MemberOfCluster[]> {
  const told = await Promise.any(
    servers.map(async ({ patroniUrl }) => (await fetch(`${patroniUrl}/cluster`)).json() as Promise<unknown>),
  );
  return (told as { members: MemberOfCluster[] }).members;
}

/** One is enough on one machine; three machines have one each. */
async function startEtcd(parts: Parts, folder: string): Promise<string> {
  const [clientPort, peerPort] = [await freePort(), await freePort()];
  const [client, peer] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`];
  const options = {
    name: 'etcd1',
    'data-dir': await folderFor('etcd', folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `etcd1=${peer}`,
  };
  await startProgram(parts, {
    command: 'etcd',
    args: Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    user: 'etcd',
    logFile: join(folder, 'etcd.log'),
    isReady: () => answers(`${client}/health`),
  });
  return client;
}

type Patroni = {
  name: string;
  folder: string;
  etcdUrl: string;
  passwords: { superuser: string; replication: string };
};

async function startPatroni(parts: Parts, { name, folder, etcdUrl, passwords }: Patroni): Promise<DatabaseServer> {
  const [port, healthPort] = [await freePort(), await freePort()];
  const dataDir = join(await folderFor('postgres', folder, name), 'data');
  const patroniUrl = `http://127.0.0.1:${healthPort}`;
  const env = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: new URL(etcdUrl).host,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${healthPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${healthPort}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: dataDir,
    PATRONI_POSTGRESQL_BIN_DIR: POSTGRES_BIN,
    PATRONI_POSTGRESQL_PGPASS: join(folder, name, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: passwords.replication,
  };
  const { patroni: program } = await findPatroni();
  const patroni = await startProgram(parts, {
    command: program.command,
    args: [...program.args, await deployed('patroni.yml', folder)],
    env: { ...program.env, ...env },
    user: 'postgres',
    logFile: join(folder, `${name}.log`),
    isReady: () => answers(`${patroniUrl}/health`),
  });
  return {
    name,
    url: `postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/postgres`,
    patroniUrl,
    kill: () => killBoth(patroni, dataDir),
    start: patroni.start,
    processes: (word) => processesOf(dataDir, word),
  };
}

async function killBoth(patroni: Program, dataDir: string): Promise<void> {
  const postmaster = await postmasterOf(dataDir);
  const gone = patroni.kill();
  process.kill(postmaster, 'SIGKILL');
  await gone;
}

/** The first line of the file that PostgreSQL keeps for it. */
async function postmasterOf(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
}

async function processesOf(dataDir: string, word: string): Promise<number[]> {
  const postmaster = await postmasterOf(dataDir);
  const children = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8'))
    .split(' ')
    .filter(Boolean);
  const titles = await Promise.all(
    children.map(async (pid) => [Number(pid), await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')] as const),
  );
  return titles.filter(([, title]) => title.includes(word)).map(([pid]) => pid);
}

async function startDatabaseProxy(parts: Parts, folder: string, servers: DatabaseServer[]) {
  const [primaryPort, replicasPort] = [await freePort(), await freePort()];
  const places = servers.flatMap(({ name, url, patroniUrl }) => [
    [name.toUpperCase(), new URL(url).host],
    [`${name.toUpperCase()}_HEALTH`, new URL(patroniUrl).port],
  ]);
  const { statsUrl, isUp } = await startHaproxy(parts, {
    name: 'haproxy-database',
    folder,
    env: {
      PRIMARY: `127.0.0.1:${primaryPort}`,
      REPLICAS: `127.0.0.1:${replicasPort}`,
      ...Object.fromEntries(places),
    },
  });
  const [primary] = servers;
  await until('the proxy knows the primary', () => isUp('primary', primary?.name ?? ''));
  return { primaryPort, replicasPort, statsUrl };
}
