import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrateDatabase } from '../launch/database.ts';
import { environmentOf } from '../launch/environment.ts';
import { freePort } from '../launch/ports.ts';
import { addressFor, makingRoles } from '../launch/roles.ts';
import { SANDBOX, SERVER, type Service, startServiceAndWait } from '../launch/service.ts';
import { buildWebIfStale, WEB_DIST } from '../launch/web-build.ts';
import { type Addresses, execute, making, newDatabaseServer, newFolder, type Parts } from '../world/databases.ts';
import { type Sandbox, sandboxControls } from '../world/sandbox-controls.ts';
import { type DatabaseServers, startDatabaseServers } from './database-servers.ts';
import { until } from './programs.ts';
import { requireSystem } from './system.ts';
import { startWebProxy } from './web-proxy.ts';

/** An API node, a worker or the storage. */
export type Process = {
  name: string;
  url: string;
  pid: () => number;
  /** As a supervisor stops it before a new version. */
  stop: () => Promise<void>;
  /** Without warning, as a machine that loses its power. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
};

export type Cluster = {
  /** Where browsers come. */
  url: string;
  /** The authority that signed its certificate, in PEM: itself. */
  certificate: string;
  nodes: Process[];
  workers: Process[];
  storage: Process;
  sandbox: Sandbox;
  databases: DatabaseServers;
  addresses: Pick<Addresses, 'url' | 'ownerUrl'> & { replicaUrl: string };
  statsUrl: string;
  /** Whether the proxy sends requests to the node. */
  isServing: (node: Process) => Promise<boolean>;
  /** Logs and data. */
  folder: string;
};

type Options = {
  port: number;
  sandboxPort: number;
  /** For nodes and workers. */
  environment?: Record<string, string>;
  tell?: (what: string) => void;
};

const API_NODES = 3;
const WORKERS = 2;
const BUCKET = 'krapao-files';
const DATABASE = 'krapao';
const DRAIN_MS = 10_000;
/** The drain, and requests that wait for a provider. */
const STOP_MS = 60_000;

/** Everything that more than one machine would run, as processes of this one. */
export async function startCluster(parts: Parts, options: Options): Promise<Cluster> {
  const { port, sandboxPort, environment = {}, tell = () => {} } = options;
  await requireSystem();
  const built = buildWebIfStale();
  built.catch(() => {});
  const folder = await newFolder(parts);
  tell('etcd, three PostgreSQL servers under Patroni, HAProxy');
  const databases = await startDatabaseServers(parts, folder);
  const addresses = await makeDatabase(databases);
  tell('migrations');
  await migrateDatabase(addresses);
  tell('storage, sandbox');
  const storage = await startStorage(parts, folder);
  const certificate = await makeCertificate(folder);
  const url = `https://localhost:${port}`;
  const sandbox = await startSandbox(parts, { sandboxPort, productUrl: url, certificate: certificate.file, folder });
  await built;
  const common = {
    ...environmentOf({ databaseUrl: addresses.url, dataDir: folder, port, sandboxPort }),
    S3_URL: `${storage.url}/${BUCKET}`,
    S3_ACCESS_KEY: 'S3RVER',
    S3_SECRET_KEY: 'S3RVER',
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    SERVICE_WEBSITE: url,
    DRAIN_MS: String(DRAIN_MS),
    LOG_LEVEL: process.env.LOG_LEVEL || 'error',
    WEB_DIST,
    ...environment,
  };
  const startOne = (role: 'api' | 'worker', number: number) =>
    startProductProcess(parts, { role, number, common, folder });
  tell('nodes, workers');
  // One after the other: the first one fills an empty database with the demo.
  const nodes = await inTurn(API_NODES, (number) => startOne('api', number));
  const workers = await inTurn(WORKERS, (number) => startOne('worker', number));
  // The whole crowd comes from one address.
  const settings = { CONNECTIONS_PER_SOURCE: '100000', REQUESTS_PER_SOURCE: '1000000' };
  const proxy = await startWebProxy(parts, { folder, port, certificate: certificate.withKey, nodes, settings });
  const isServing = ({ name }: Process) => proxy.isUp('calls', name);
  for (const node of nodes) await until(`the proxy knows ${node.name}`, () => isServing(node));
  const { statsUrl } = proxy;
  const outside = { url, certificate: certificate.text, statsUrl, isServing };
  return { ...outside, nodes, workers, storage, sandbox, databases, addresses, folder };
}

async function inTurn<T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let number = 1; number <= count; number++) results.push(await work(number));
  return results;
}

/** As docs/database-roles.md says, time limits too. */
async function makeDatabase({ superuserUrl, replicasPort }: DatabaseServers): Promise<Cluster['addresses']> {
  await execute(
    superuserUrl,
    makingRoles(superuserUrl),
    ...making(DATABASE, 'template1'),
    `alter role krapao_app set lock_timeout = '10s'`,
    `alter role krapao_app set statement_timeout = '30s'`,
    `alter role krapao_app set idle_in_transaction_session_timeout = '20s'`,
  );
  const url = addressFor('app', superuserUrl, DATABASE);
  return {
    url,
    ownerUrl: addressFor('owner', superuserUrl, DATABASE),
    replicaUrl: Object.assign(new URL(url), { port: String(replicasPort) }).href,
  };
}

/** Signed by itself, for this machine alone. */
export async function makeCertificate(folder: string) {
  const inFolder = (name: string) => join(folder, name);
  const [file, keyFile, withKey] = [inFolder('certificate.pem'), inFolder('key.pem'), inFolder('both.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  await promisify(execFile)('openssl', ['req', ...kind, ...names, '-keyout', keyFile, '-out', file]);
  const text = await readFile(file, 'utf8');
  // The proxy runs as a user of its own; the folder goes with the cluster.
  await writeFile(withKey, text + (await readFile(keyFile, 'utf8')), { mode: 0o644 });
  return { file, withKey, text };
}

/** The outside world has a PostgreSQL of its own: it does not fail when ours does. */
async function startSandbox(
  parts: Parts,
  {
    sandboxPort,
    productUrl,
    certificate,
    folder,
  }: Record<'productUrl' | 'certificate' | 'folder', string> & {
    sandboxPort: number;
  },
): Promise<Sandbox> {
  const { url: databaseUrl, sandboxUrl: sandboxDatabaseUrl } = (await newDatabaseServer(parts)).addresses();
  const env = {
    ...environmentOf({ databaseUrl, sandboxDatabaseUrl, dataDir: folder, port: 0, sandboxPort }),
    PRODUCT_URL: productUrl,
    NODE_EXTRA_CA_CERTS: certificate,
  };
  const service = await startServiceAndWait({ args: [SANDBOX], env });
  parts.defer(service.stop);
  return sandboxControls(`http://127.0.0.1:${sandboxPort}`);
}

async function startStorage(parts: Parts, folder: string): Promise<Process> {
  const port = await freePort();
  const env = { PORT: String(port), BUCKET, FOLDER: join(folder, 'bucket') };
  return startProcess(parts, { name: 'storage', args: ['cluster/s3-server.ts'], env, url: `http://127.0.0.1:${port}` });
}

type ProductProcess = {
  role: 'api' | 'worker';
  number: number;
  common: Record<string, string | undefined>;
  folder: string;
};

async function startProductProcess(parts: Parts, { role, number, common, folder }: ProductProcess) {
  const name = `${role === 'api' ? 'node' : 'worker'}${number}`;
  const [port, metricsPort] = [await freePort(), await freePort()];
  const env = {
    ...common,
    ROLE: role,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATA_DIR: join(folder, name),
  };
  const url = `http://127.0.0.1:${role === 'api' ? port : metricsPort}`;
  return { ...(await startProcess(parts, { name, args: [SERVER], env, url })), healthPort: metricsPort };
}

type Started = { name: string; args: string[]; env: Record<string, string | undefined>; url: string };

async function startProcess(parts: Parts, { name, args, env, url }: Started): Promise<Process> {
  let service: Service;
  const start = async () => {
    service = await startServiceAndWait({ args, env, stopMs: STOP_MS });
  };
  await start();
  // At the end nobody is left to move to another node.
  parts.defer(() => service.kill());
  return {
    name,
    url,
    pid: () => service.pid as number,
    stop: () => service.stop(),
    kill: () => service.kill(),
    start,
  };
}
