import { styleText } from 'node:util';
import { requireFreePort } from '../launch/ports.ts';
import { readPort } from '../launch/settings.ts';
import { onStopRequest } from '../launch/stop-request.ts';
import { type Cluster, startCluster } from './cluster.ts';

/** `npm run cluster`: everything that more than one machine would run, on this one, until Ctrl-C. */
const stopped = new Promise<void>((settle) => onStopRequest(settle));
const parts = new AsyncDisposableStack();
try {
  const port = readPort(process.env, 'PORT', 3443);
  const sandboxPort = readPort(process.env, 'SANDBOX_PORT', 4000);
  await requireFreePort('PORT', port);
  await requireFreePort('SANDBOX_PORT', sandboxPort);
  console.log(welcome(await startCluster(parts, { port, sandboxPort, tell: (what) => console.log(`• ${what} …`) })));
  await stopped;
  console.log('• stopping …');
} catch (error) {
  console.error(`${styleText('red', '✗', { stream: process.stderr })} ${(error as Error).message}`);
  process.exitCode = 1;
}
await parts.disposeAsync();
process.exit();

function welcome({
  url,
  nodes,
  workers,
  storage,
  sandbox,
  network,
  databases,
  addresses,
  statsUrl,
  folder,
}: Cluster): string {
  const hostOf = (address: string) => new URL(address).host;
  const lines = [
    ['App', `${url} (its certificate is its own: let the browser pass)`],
    ['Demo login', '0812345678 / krapao-demo'],
    ['Nodes', nodes.map(({ url: at }) => at).join('  ')],
    ['Workers', workers.map(({ url: at }) => `${at}/readyz`).join('  ')],
    ['Proxy', `${statsUrl} tells how the nodes are`],
    ['Database', `${hostOf(addresses.url)} leads to the primary, ${hostOf(addresses.replicaUrl)} to a replica`],
    ['', `${databases.statsUrls[0]} tells how they are`],
    ['Hosts', network.hosts.map(({ name, through }) => `${name}: ${through.join(' ')}`).join('  ')],
    ['PostgreSQL', databases.servers.map(({ name, url: at }) => `${name} ${hostOf(at)}`).join('  ')],
    ['etcd', databases.etcd.map(({ client }) => client).join('  ')],
    ['Storage', storage.url],
    ['Sandbox', sandbox.url],
    ['Logs', folder],
  ];
  const rows = lines.map(([name = '', value = '']) => `  ${styleText('dim', name.padEnd(12))}${value}`);
  return [
    '',
    `  ${styleText('bold', 'The cluster is ready.')} Ctrl-C ends it, and all it has kept.`,
    '',
    ...rows,
    '',
  ].join('\n');
}
