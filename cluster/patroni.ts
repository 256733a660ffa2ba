import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { get } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Parts } from '../world/databases.ts';
import { givePapers, type Signed } from './certificates.ts';
import { type Disk, makeDisk } from './disks.ts';
import type { Host } from './network.ts';
import { findPatroni } from './patroni-program.ts';
import { deployed, folderFor, type Program, startProgram } from './programs.ts';
import { POSTGRES_BIN } from './system.ts';

/** What Patroni says of one of its servers. */
type Told = { name: string; role: string; state: string };

/** A PostgreSQL server and its Patroni. */
export type DatabaseServer = {
  name: string;
  host: Host;
  /** For the superuser, at this very server. */
  url: string;
  disk: Disk;
  patroni: Program;
  /** PostgreSQL and its Patroni at once, without warning. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  postmaster: () => Promise<number>;
  /** The process ids of PostgreSQL's that carry this word in their title, as `walreceiver`; all without a word. */
  processes: (word?: string) => Promise<number[]>;
  isPrimary: () => Promise<boolean>;
  /** `patronictl` with these words, typed on this server's host with its Patroni's settings. */
  patronictl: (...words: string[]) => Promise<string>;
  /** All servers, as this server's Patroni lists them. */
  members: () => Promise<Told[]>;
};

type Passwords = { superuser: string; replication: string };
type Options = { name: string; folder: string; host: Host; signed: Signed; etcd: string[]; passwords: Passwords };

export const POSTGRES_PORT = 5432;
export const PATRONI_PORT = 8008;
const ANSWERS_WITHIN_MS = 2_000;

export async function startPatroni(parts: Parts, options: Options): Promise<DatabaseServer> {
  const { name, folder, host, signed, passwords } = options;
  const disk = await makeDisk(parts, 'postgres', folder, name);
  const dataDir = join(disk.folder, 'data');
  const ask = (path: string) => askPatroni(host, path, signed.authority.text);
  const programs = await findPatroni();
  const settings = await environmentOf(options, disk, dataDir);
  const configuration = await deployed('patroni.yml', folder);
  const patroni = await startProgram(parts, {
    through: host.through,
    command: programs.patroni.command,
    args: [...programs.patroni.args, configuration],
    env: { ...programs.patroni.env, ...settings },
    user: 'postgres',
    logFile: join(folder, `${name}.log`),
    isReady: async () => (await ask('/health')).status === 200,
  });
  const tls = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: signed.authority.file });
  return {
    name,
    host,
    url: `postgres://postgres:${passwords.superuser}@${host.address}:${POSTGRES_PORT}/postgres?${tls}`,
    disk,
    patroni,
    kill: () => killBoth(patroni, dataDir),
    start: patroni.start,
    postmaster: () => postmasterOf(dataDir),
    processes: (word = '') => processesOf(dataDir, word),
    patronictl: async (...words) => {
      const { command, args, env } = programs.patronictl;
      const [first = '', ...rest] = [...host.through, command, ...args, '-c', configuration, ...words];
      return (await promisify(execFile)(first, rest, { env: { ...process.env, ...env, ...settings } })).stdout;
    },
    isPrimary: async () => (await ask('/primary')).status === 200,
    members: async () => (JSON.parse((await ask('/cluster')).text) as { members: Told[] }).members,
  };
}

async function environmentOf({ name, folder, host, signed, etcd, passwords }: Options, disk: Disk, dataDir: string) {
  const { certFile, keyFile, caFile } = await givePapers('postgres', disk.folder, signed);
  const [postgres, patroni] = [`${host.address}:${POSTGRES_PORT}`, `${host.address}:${PATRONI_PORT}`];
  return {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcd.map((client) => new URL(client).host).join(','),
    PATRONI_ETCD3_PROTOCOL: 'https',
    PATRONI_ETCD3_CACERT: caFile,
    PATRONI_ETCD3_CERT: certFile,
    PATRONI_ETCD3_KEY: keyFile,
    PATRONI_RESTAPI_LISTEN: patroni,
    PATRONI_RESTAPI_CONNECT_ADDRESS: patroni,
    PATRONI_RESTAPI_CERTFILE: certFile,
    PATRONI_RESTAPI_KEYFILE: keyFile,
    PATRONI_RESTAPI_CAFILE: caFile,
    PATRONI_CTL_CACERT: caFile,
    PATRONI_CTL_CERTFILE: certFile,
    PATRONI_CTL_KEYFILE: keyFile,
    PATRONI_POSTGRESQL_LISTEN: postgres,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgres,
    PATRONI_POSTGRESQL_DATA_DIR: dataDir,
    PATRONI_POSTGRESQL_BIN_DIR: POSTGRES_BIN,
    PATRONI_POSTGRESQL_PGPASS: join(await folderFor('postgres', folder, `${name}-home`), 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
    PATRONI_SUPERUSER_SSLMODE: 'verify-full',
    PATRONI_SUPERUSER_SSLROOTCERT: caFile,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: passwords.replication,
    PATRONI_REPLICATION_SSLMODE: 'verify-full',
    PATRONI_REPLICATION_SSLROOTCERT: caFile,
  };
}

/** Without a certificate, as everybody may who only asks. */
function askPatroni(
  { address }: Host,
  path: string,
  ca: string,
): Promise<{ status: number | undefined; text: string }> {
  return new Promise((settle, fail) => {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    const asked = get(`https://${address}:${PATRONI_PORT}${path}`, { ca, signal, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', fail);
      answer.on('end', () => settle({ status: answer.statusCode, text: String(Buffer.concat(chunks)) }));
    });
    asked.on('error', fail);
  });
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
