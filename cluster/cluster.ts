import { join } from 'node:path';
import { migrateDatabase } from '../launch/database.ts';
import { environmentOf } from '../launch/environment.ts';
import { freePort } from '../launch/ports.ts';
import { addressFor, makingRoles } from '../launch/roles.ts';
import { SANDBOX, SERVER, type Service, startServiceAndWait } from '../launch/service.ts';
import { buildWebIfStale, WEB_DIST } from '../launch/web-build.ts';
import { type Addresses, execute, making, newDatabaseServer, newFolder, type Parts } from '../world/databases.ts';
import { type Sandbox, sandboxControls } from '../world/sandbox-controls.ts';
import { makeCertificate } from './certificates.ts';
import { type DatabaseServers, startDatabaseServers } from './database-servers.ts';
import { type Host, type Network, startNetwork } from './network.ts';
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
  network: Network;
  databases: DatabaseServers;
  /** Where programs outside the hosts find the database. */
  addresses: DatabaseAddresses;
  statsUrl: string;
  /** Whether the proxy sends requests to the node. */
  isServing: (node: Process) => Promise<boolean>;
  /** Logs and data. */
  folder: string;
};

type DatabaseAddresses = Pick<Addresses, 'url' | 'ownerUrl'> & { replicaUrl: string };

type Options = {
  port: number;
  sandboxPort: number;
  /** For nodes and workers. */
  environment?: Record<string, string>;
  tell?: (what: string) => void;
};

const HOSTS = 3;
/** They run on the first hosts; a node runs on each. */
const WORKERS = 2;
const [NODE_PORT, NODE_METRICS_PORT, WORKER_METRICS_PORT] = [3000, 9464, 9465];
const BUCKET = 'krapao-files';
const DATABASE = 'krapao';
const DRAIN_MS = 10_000;
/** The drain, and requests that wait for a provider. */
const STOP_MS = 60_000;

/**
 * Three hosts with an etcd, a PostgreSQL, a node and a proxy each, and what is outside of them: the proxy for browsers, the
 * storage, and the rest of the world.
 */
export async function startCluster(parts: Parts, options: Options): Promise<Cluster> {
  const { port, sandboxPort, environment = {}, tell = () => {} } = options;
  await requireSystem();
  const built = buildWebIfStale();
  built.catch(() => {});
  const folder = await newFolder(parts);
  const network = await startNetwork(parts, HOSTS);
  tell('etcd, PostgreSQL under Patroni and HAProxy on three hosts');
  const databases = await startDatabaseServers(parts, folder, network.hosts);
  await makeDatabase(databases.outside.primaryUrl);
  const addresses = databaseAddresses(databases.outside);
  tell('migrations');
  await migrateDatabase(addresses);
  tell('storage, sandbox');
  const storage = await startStorage(parts, folder, network.outside);
  const certificate = await makeCertificate(folder, 'localhost', { names: ['DNS:localhost', 'IP:127.0.0.1'] });
  const url = `https://localhost:${port}`;
  const sandbox = await startSandbox(parts, {
    host: network.outside,
    sandboxPort,
    productUrl: url,
    certificate: certificate.file,
    folder,
  });
  await built;
  const onHosts = databaseAddresses(databases.onHosts);
  const common = {
    ...environmentOf({ databaseUrl: onHosts.url, dataDir: folder, port, sandboxPort }),
    SANDBOX_URL: sandbox.url,
    S3_URL: `${storage.url}/${BUCKET}`,
    S3_ACCESS_KEY: 'S3RVER',
    S3_SECRET_KEY: 'S3RVER',
    // The hosts' network ends on this machine.
    DEMO: 'on',
    TRUST_PROXY: network.outside,
    SERVICE_WEBSITE: url,
    DRAIN_MS: String(DRAIN_MS),
    LOG_LEVEL: process.env.LOG_LEVEL || 'error',
    WEB_DIST,
    ...environment,
  };
  const startOne = (role: 'api' | 'worker', number: number) =>
    startProductProcess(parts, { role, number, host: network.hosts[number - 1] as Host, common, folder });
  tell('nodes, workers');
  // The first node fills an empty database with the demo, and the demo's member waits for workers.
  const workers = await inTurn(WORKERS, (number) => startOne('worker', number));
  const nodes = await inTurn(HOSTS, (number) => startOne('api', number));
  // The whole crowd comes from one address.
  const many = '1000000';
  const settings = {
    ...{ CONNECTIONS_PER_SOURCE: many, CONNECTIONS_PER_NETWORK: many, REQUESTS_PER_SOURCE: many },
    ...{ CALLS_PER_SOURCE: many, CALLS_PER_NETWORK: many, PAGES_PER_NETWORK: many },
  };
  const behind = nodes.map(({ name, url: at }) => ({ name, url: at, healthPort: NODE_METRICS_PORT }));
  const proxy = await startWebProxy(parts, { folder, port, certificate, nodes: behind, settings });
  const isServing = ({ name }: Process) => proxy.isUp('calls', name);
  for (const node of nodes) await until(`the proxy knows ${node.name}`, () => isServing(node));
  const { statsUrl } = proxy;
  const outside = { url, certificate: certificate.text, statsUrl, isServing };
  return { ...outside, nodes, workers, storage, sandbox, network, databases, addresses, folder };
}

async function inTurn<T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let number = 1; number <= count; number++) results.push(await work(number));
  return results;
}

/** As docs/database-roles.md says, time limits too. */
async function makeDatabase(superuserUrl: string): Promise<void> {
  await execute(
    superuserUrl,
    makingRoles(superuserUrl),
    ...making(DATABASE, 'template1'),
    `alter role krapao_app set lock_timeout = '10s'`,
    `alter role krapao_app set statement_timeout = '30s'`,
    `alter role krapao_app set idle_in_transaction_session_timeout = '20s'`,
  );
}

const databaseAddresses = ({ primaryUrl, replicaUrl }: DatabaseServers['outside']): DatabaseAddresses => ({
  url: addressFor('app', primaryUrl, DATABASE),
  ownerUrl: addressFor('owner', primaryUrl, DATABASE),
  replicaUrl: addressFor('app', replicaUrl, DATABASE),
});

type SandboxPlace = Record<'host' | 'productUrl' | 'certificate' | 'folder', string> & { sandboxPort: number };

/** The outside world has a PostgreSQL of its own: it does not fail when ours does. */
async function startSandbox(
  parts: Parts,
  { host, sandboxPort, productUrl, certificate, folder }: SandboxPlace,
): Promise<Sandbox> {
  const { url: databaseUrl, sandboxUrl: sandboxDatabaseUrl } = (await newDatabaseServer(parts)).addresses();
  const env = {
    ...environmentOf({ databaseUrl, sandboxDatabaseUrl, dataDir: folder, port: 0, sandboxPort }),
    SANDBOX_HOST: host,
    DEMO: 'on',
    PRODUCT_URL: productUrl,
    NODE_EXTRA_CA_CERTS: certificate,
  };
  const service = await startServiceAndWait({ args: [SANDBOX], env });
  parts.defer(service.stop);
  return sandboxControls(`http://${host}:${sandboxPort}`);
}

async function startStorage(parts: Parts, folder: string, address: string): Promise<Process> {
  const port = await freePort();
  const env = { ADDRESS: address, PORT: String(port), BUCKET, FOLDER: join(folder, 'bucket') };
  return startProcess(parts, {
    name: 'storage',
    args: ['cluster/s3-server.ts'],
    env,
    url: `http://${address}:${port}`,
  });
}

type ProductProcess = {
  role: 'api' | 'worker';
  number: number;
  host: Host;
  common: Record<string, string | undefined>;
  folder: string;
};

function startProductProcess(parts: Parts, { role, number, host, common, folder }: ProductProcess): Promise<Process> {
  const [name, metricsPort] =
    role === 'api' ? [`node${number}`, NODE_METRICS_PORT] : [`worker${number}`, WORKER_METRICS_PORT];
  const env = {
    ...common,
    ROLE: role,
    HOST: host.address,
    PORT: String(NODE_PORT),
    METRICS_HOST: host.address,
    METRICS_PORT: String(metricsPort),
    DATA_DIR: join(folder, name),
  };
  const url = `http://${host.address}:${role === 'api' ? NODE_PORT : metricsPort}`;
  return startProcess(parts, { name, through: host.through, args: [SERVER], env, url });
}

type Started = {
  name: string;
  through?: string[];
  args: string[];
  env: Record<string, string | undefined>;
  url: string;
};

async function startProcess(parts: Parts, { name, through = [], args, env, url }: Started): Promise<Process> {
  let service: Service;
  const start = async () => {
    service = await startServiceAndWait({ through, args, env, stopMs: STOP_MS });
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
