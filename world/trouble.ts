import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { WEB_DIST } from '../launch/web-build.ts';
import { openDatabase } from '../server/src/platform/database.ts';
import { migrate, newDatabaseServer, newFolder, type Parts } from './databases.ts';
import { startNode } from './nodes.ts';

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

export async function startShakyHouse(parts: Parts): Promise<ShakyHouse> {
  const database = await startShakyDatabase(parts);
  await migrate(database.addresses());

  const options = {
    databaseUrl: database.url,
    dataDir: await newFolder(parts),
    environment: { LOG_LEVEL: 'fatal', WEB_DIST },
  };
  const nodes = [await startNode(parts, options), await startNode(parts, options)] as const;
  const door = await openDoor(parts);
  const leadToNodes = () => door.leadTo(nodes.map(({ port }) => port));
  leadToNodes();

  return {
    url: `http://127.0.0.1:${door.port}`,
    query: async (sql) => {
      const db = openDatabase(database.addresses().url, 1);
      return (await db.query(sql).finally(() => db.end())).rows;
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
      await database.stop();
      await meanwhile();
      await database.startAgain();
    },
  };
}

/** A PostgreSQL of one world's own, and the one address at which nodes find it, also after it was started again elsewhere. */
export async function startShakyDatabase(parts: Parts) {
  const { addresses, stop, startAgain } = await newDatabaseServer(parts);
  const door = await openDoor(parts);
  const leadThere = () => door.leadTo([Number(new URL(addresses().url).port)]);
  leadThere();
  return {
    /** Of the moment, past the door. */
    addresses,
    url: Object.assign(new URL(addresses().url), { port: door.port }).href,
    stop: async () => {
      door.leadTo([]);
      await stop();
    },
    startAgain: async () => {
      await startAgain();
      leadThere();
    },
  };
}

/** An address that leads to one of several others in turn, or to none: then what came through is cut off. */
async function openDoor(parts: Parts) {
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
  parts.defer(async () => void server.close());
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
