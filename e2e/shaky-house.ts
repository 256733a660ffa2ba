import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startOwnDatabase } from '../launch/database.ts';
import { freePort } from '../launch/ports.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Two nodes of the product behind one address, on a database of their own; each part can be stopped for a while. */
export type ShakyHouse = {
  url: string;
  query: (sql: string) => Promise<Record<string, unknown>[]>;
  /** Kills a node while `meanwhile` begins, and starts the node again when `meanwhile` is done. */
  withoutNode: (which: 0 | 1, meanwhile: () => Promise<void>) => Promise<void>;
  /** Cuts all browsers off from the nodes for `ms`, and until `meanwhile` is done. */
  withoutNetwork: (ms: number, meanwhile: () => Promise<void>) => Promise<void>;
  withoutDatabase: (meanwhile: () => Promise<void>) => Promise<void>;
};

export async function startShakyHouse(parts: AsyncDisposableStack): Promise<ShakyHouse> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-shaky-'));
  parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const startDatabase = () => startOwnDatabase(join(folder, 'database'), () => {});
  let database = await startDatabase();
  parts.defer(() => database.stop());
  // A restarted database listens on another port; through the door the nodes keep one address.
  const databaseDoor = await openDoor(parts);
  databaseDoor.leadTo([portOf(database.url)]);
  const databaseUrl = Object.assign(new URL(database.url), { port: databaseDoor.port }).href;

  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'fatal' };
  const nodes = [await startNode(parts, environment), await startNode(parts, environment)] as const;
  const door = await openDoor(parts);
  const leadToNodes = () => door.leadTo(nodes.map(({ port }) => port));
  leadToNodes();

  return {
    url: `http://127.0.0.1:${door.port}`,
    query: async (sql) => {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      return (await client.query(sql).finally(() => client.end())).rows;
    },
    withoutNode: async (which, meanwhile) => {
      await Promise.all([nodes[which].kill(), meanwhile()]);
      await nodes[which].start();
    },
    withoutNetwork: async (ms, meanwhile) => {
      door.leadTo([]);
      await Promise.all([delay(ms), meanwhile()]);
      leadToNodes();
    },
    withoutDatabase: async (meanwhile) => {
      databaseDoor.leadTo([]);
      await database.stop();
      await meanwhile();
      database = await startDatabase();
      databaseDoor.leadTo([portOf(database.url)]);
    },
  };
}

const portOf = (url: string) => Number(new URL(url).port);

async function startNode(parts: AsyncDisposableStack, environment: Record<string, string>) {
  const port = await freePort();
  const env = { ...process.env, ...environment, HOST: '127.0.0.1', PORT: String(port), WEB_DIST: `${ROOT}/web/dist` };
  let child: ChildProcess;
  const start = async () => {
    child = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await once(child, 'message');
  };
  const kill = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  await start();
  parts.defer(kill);
  return { port, start, kill };
}

/** An address that leads to several ports in turn, or to none: then all connections are cut. */
async function openDoor(parts: AsyncDisposableStack) {
  let ports: number[] = [];
  let turn = 0;
  const open = new Set<Socket>();
  const pass = (coming: Socket, tries: number) => {
    const port = ports[turn++ % ports.length];
    if (port === undefined || tries === 0) return void coming.destroy();
    const going = connect(port, '127.0.0.1');
    const end = () => {
      coming.destroy();
      going.destroy();
      open.delete(coming);
    };
    // If a node is down, the connection goes to the next one.
    going.once('error', () => pass(coming, tries - 1));
    going.once('connect', () => {
      going.removeAllListeners('error').on('error', end).on('close', end);
      coming.on('close', end);
      coming.pipe(going);
      going.pipe(coming);
    });
  };
  const server = createServer((coming) => {
    open.add(coming);
    coming.on('error', () => coming.destroy());
    pass(coming, ports.length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  parts.defer(() => void server.close());
  const { port } = server.address() as { port: number };
  return {
    port: String(port),
    leadTo: (to: number[]) => {
      ports = to;
      if (to.length > 0) return;
      for (const socket of open) socket.destroy();
      open.clear();
    },
  };
}
