import { chmod } from 'node:fs/promises';
import { request } from 'node:https';
import type { TcpSocketConnectOpts } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { migrateDatabase } from '../launch/database.ts';
import { environmentOf } from '../launch/environment.ts';
import { freePort } from '../launch/ports.ts';
import { SERVER, type Service, startServiceAndWait } from '../launch/service.ts';
import { WEB_DIST } from '../launch/web-build.ts';
import { newFolder, type Parts } from '../world/databases.ts';
import { ONE_ADDRESS } from '../world/one-address.ts';
import { startShakyDatabase } from '../world/trouble.ts';
import { makeCertificate } from './certificates.ts';
import { until } from './programs.ts';
import { startWebProxy } from './web-proxy.ts';

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  ms: number;
};
type Asked = { from?: string; token?: string; body?: unknown; upgrade?: string };
export type WebNode = {
  name: string;
  url: string;
  healthPort: number;
  service: () => Service;
  start: () => Promise<void>;
};

/** A node of its own that takes few connections, so that a test can take them all. */
const FEW = { MAX_CONNECTIONS: '200', MAX_CONNECTIONS_PER_ADDRESS: '9', SOCKETS_PER_ADDRESS: '9' };
/** Of one address, under way at the proxy: fewer than a node takes of one. */
export const CALLS_AT_ONCE = 8;
const DRAIN_MS = '3000';
const STOP_MS = 60_000;
const OPERATOR = '127.0.0.200';

/** A PostgreSQL, two nodes, and the proxy before them; the third node of its file is away. */
export async function startWebWorld(parts: Parts) {
  const folder = await newFolder(parts);
  // The proxy runs as a user of its own.
  await chmod(folder, 0o711);
  const database = await startShakyDatabase(parts);
  await migrateDatabase(database.addresses());
  const start = (name: string) => startNode(parts, { name, folder, databaseUrl: database.url });
  // The first one fills an empty database with the demo.
  const nodes: [WebNode, WebNode] = [await start('node1'), await start('node2')];
  const away = { name: 'node3', url: `http://127.0.0.1:${await freePort()}`, healthPort: await freePort() };
  const certificate = await makeCertificate(folder, 'localhost', { names: ['DNS:localhost', 'IP:127.0.0.1'] });
  const ca = certificate.text;
  const port = await freePort();
  const settings = { REQUESTS_PER_SOURCE: '200', CALLS_PER_SOURCE: String(CALLS_AT_ONCE), OPERATORS: OPERATOR };
  const proxy = await startWebProxy(parts, { folder, port, certificate, nodes: [...nodes, away], settings });
  const areUp = async (backend: string, those: WebNode[], up = true) => {
    const each = await Promise.all(those.map(({ name }) => proxy.isUp(backend, name)));
    return each.every((isUp) => isUp === up);
  };
  await until('the proxy knows both nodes', () => areUp('calls', nodes));
  return {
    database,
    nodes,
    operator: OPERATOR,
    areUp,
    ask: asker(port, ca),
    /** A TLS connection from this address, over which nothing was said yet. */
    connectFrom: (localAddress: string): TLSSocket => {
      const place: ConnectionOptions & TcpSocketConnectOpts = { host: '127.0.0.1', port, localAddress };
      return connect({ ...place, servername: 'localhost', ca });
    },
  };
}

async function startNode(parts: Parts, place: { name: string; folder: string; databaseUrl: string }): Promise<WebNode> {
  const { name, folder, databaseUrl } = place;
  const [port, healthPort] = [await freePort(), await freePort()];
  const env = {
    ...environmentOf({ databaseUrl, dataDir: folder, port }),
    ...ONE_ADDRESS,
    ...FEW,
    ROLE: 'api',
    HOST: '127.0.0.1',
    METRICS_PORT: String(healthPort),
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    DRAIN_MS,
    WEB_DIST,
  };
  let service: Service;
  const start = async () => {
    service = await startServiceAndWait({ args: [SERVER], env, stopMs: STOP_MS });
  };
  await start();
  parts.defer(() => service.kill());
  return { name, url: `http://127.0.0.1:${port}`, healthPort, service: () => service, start };
}

/** One request on a connection of its own, as a browser at that address sends it. A cut connection has the status 0. */
function asker(port: number, ca: string) {
  return (name: string, { from = '127.0.0.1', token, body, upgrade }: Asked = {}): Promise<Answer> => {
    const [method, path] = name.split(' ');
    const content = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const headers = {
      'x-api-key': 'member-web',
      ...(token && { authorization: `Bearer ${token}` }),
      // The proxy itself refuses a WebSocket without a key.
      ...(upgrade && { connection: 'Upgrade', upgrade, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }),
      ...(content !== undefined && {
        'content-type': Buffer.isBuffer(content) ? 'multipart/form-data; boundary=b' : 'application/json',
        'content-length': Buffer.byteLength(content as string | Buffer),
      }),
    };
    const began = performance.now();
    return new Promise((settle) => {
      const cut = () => settle({ status: 0, headers: {}, text: '', ms: performance.now() - began });
      const place = { host: '127.0.0.1', port, localAddress: from, servername: 'localhost', ca, agent: false as const };
      const asked = request({ ...place, method, path, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () =>
          settle({ status: response.statusCode ?? 0, headers: response.headers, text, ms: performance.now() - began }),
        );
        response.on('error', cut);
      });
      asked.on('error', cut);
      asked.end(content);
    });
  };
}
