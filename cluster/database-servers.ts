import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../launch/ports.ts';
import type { Parts } from '../world/databases.ts';
import { makeCertificate, type Signed } from './certificates.ts';
import { removeOldDisks } from './disks.ts';
import { type EtcdServer, startEtcd } from './etcd.ts';
import { startHaproxy } from './haproxy.ts';
import type { Host } from './network.ts';
import { type DatabaseServer, PATRONI_PORT, POSTGRES_PORT, startPatroni } from './patroni.ts';
import { until } from './programs.ts';

export type DatabaseServers = {
  servers: DatabaseServer[];
  etcd: EtcdServer[];
  /** Where programs outside the hosts find them. */
  outside: DatabaseProxy;
  /** The same on each host, for the programs that run there. */
  onHosts: DatabaseProxy;
  statsUrls: string[];
  /** The servers by what Patroni calls them: `leader`, `sync_standby` or `replica`. */
  inRole: (role: string) => Promise<DatabaseServer[]>;
  /** The names of the servers that receive what the primary writes. */
  following: () => Promise<string[]>;
  /** What each server and its Patroni wrote last. */
  lastWords: () => Promise<string>;
};

/** For the superuser, at whichever server is the primary, and at one that follows it. */
type DatabaseProxy = { primaryUrl: string; replicaUrl: string };

/** What Patroni calls a server that receives what the primary writes. */
const FOLLOWING = 'streaming';
/** Of the proxy on a host: for the primary, and for those that follow. */
const PORTS = [5000, 5001] as const;
const LOOPBACK = '127.0.0.1';

/** On each host an etcd, a PostgreSQL under Patroni, and a proxy that leads to the primary; one such proxy outside. */
export async function startDatabaseServers(parts: Parts, folder: string, hosts: Host[]): Promise<DatabaseServers> {
  await removeOldDisks();
  const authority = await makeCertificate(folder, 'authority', { names: [] });
  const sign = async ({ name, address }: Host): Promise<Signed> => {
    // Nodes come to a server through the proxy on their own host, and know it by that name.
    const names = ['DNS:localhost', `IP:${LOOPBACK}`, `IP:${address}`];
    return { certificate: await makeCertificate(folder, name, { names, by: authority }), authority };
  };
  const signed = await Promise.all(hosts.map(sign));
  const etcd = await startEtcd(parts, folder, hosts, signed);
  const passwords = { superuser: randomBytes(16).toString('hex'), replication: randomBytes(16).toString('hex') };
  const servers = await startServers(hosts, (host, at) =>
    startPatroni(parts, {
      name: `pg${at + 1}`,
      folder,
      host,
      signed: signed[at] as Signed,
      etcd: etcd.map(({ client }) => client),
      passwords,
    }),
  );
  const proxies = await startProxies(parts, { folder, hosts, servers, ca: authority.file });
  const tls = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: authority.file });
  const at = (port: number) => `postgres://postgres:${passwords.superuser}@localhost:${port}/postgres?${tls}`;
  const through = ([primary, replicas]: readonly [number, number]) => ({
    primaryUrl: at(primary),
    replicaUrl: at(replicas),
  });
  return {
    servers,
    etcd,
    outside: through(proxies.ports),
    onHosts: through(PORTS),
    statsUrls: proxies.statsUrls,
    inRole: async (role) => {
      const names = (await members(servers)).filter((member) => member.role === role).map(({ name }) => name);
      return servers.filter(({ name }) => names.includes(name));
    },
    following: async () =>
      (await members(servers))
        .filter(({ role, state }) => role !== 'leader' && state === FOLLOWING)
        .map(({ name }) => name),
    lastWords: async () => (await Promise.all(servers.map(({ name }) => lastWordsOf(folder, name)))).join('\n'),
  };
}

const LAST_LINES = 80;

async function lastWordsOf(folder: string, name: string): Promise<string> {
  const lines = (await readFile(join(folder, `${name}.log`), 'utf8')).trimEnd().split('\n');
  return lines
    .slice(-LAST_LINES)
    .map((line) => `${name}: ${line}`)
    .join('\n');
}

/** The first one makes the cluster. */
async function startServers(hosts: Host[], start: (host: Host, at: number) => Promise<DatabaseServer>) {
  const [first, ...others] = hosts as [Host, ...Host[]];
  const primary = await start(first, 0);
  await until(`${primary.name} is the primary`, primary.isPrimary);
  const servers = [primary, ...(await Promise.all(others.map((host, at) => start(host, at + 1))))];
  const isSecond = ({ role, state }: { role: string; state: string }) => role === 'sync_standby' && state === FOLLOWING;
  await until('a second server has every commit', async () => (await members(servers)).some(isSecond));
  return servers;
}

/** As one of the servers says that answer. */
const members = (servers: DatabaseServer[]) => Promise.any(servers.map((server) => server.members()));

type Proxies = { folder: string; hosts: Host[]; servers: DatabaseServer[]; ca: string };

async function startProxies(parts: Parts, { folder, hosts, servers, ca }: Proxies) {
  const places = servers.flatMap(({ name, host }) => [
    [name.toUpperCase(), `${host.address}:${POSTGRES_PORT}`],
    [`${name.toUpperCase()}_HEALTH`, String(PATRONI_PORT)],
  ]);
  const start = async ([primaryPort, replicasPort]: readonly [number, number], host?: Host) => {
    const addresses = { PRIMARY: `${LOOPBACK}:${primaryPort}`, REPLICAS: `${LOOPBACK}:${replicasPort}` };
    const env = { ...addresses, CA: ca, ...Object.fromEntries(places) };
    const proxy = await startHaproxy(parts, { name: 'haproxy-database', folder, env, ...(host && { host }) });
    await until('the proxy knows the primary', async () => {
      const known = await Promise.all(servers.map(({ name }) => proxy.isUp('primary', name)));
      return known.includes(true);
    });
    return proxy.statsUrl;
  };
  const ports = [await freePort(), await freePort()] as const;
  const statsUrls = [await start(ports), ...(await Promise.all(hosts.map((host) => start(PORTS, host))))];
  return { ports, statsUrls };
}
