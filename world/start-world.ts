import { environmentOf } from '../launch/environment.ts';
import { freePort } from '../launch/ports.ts';
import { SANDBOX, startServiceAndWait } from '../launch/service.ts';
import { type Database, openDatabase } from '../server/src/platform/database.ts';
import { migrate, newDatabase, newDatabaseServer, newFolder, type Parts } from './databases.ts';
import { type Node, startNode } from './nodes.ts';
import { type Sandbox, sandboxControls } from './sandbox-controls.ts';

/** The whole product with its outside world, in processes of its own, as `npm start` runs it. */
export type World = Node & {
  databaseUrl: string;
  ownerUrl: string;
  /** With the rights of the product. */
  db: Database;
  dataDir: string;
  sandbox: Sandbox;
};

type Options = {
  /** A PostgreSQL that is there and may forget; without it, a durable one is started. */
  databaseServer?: string;
  environment?: Record<string, string>;
  /** Another main than the product's own. */
  main?: string;
  /** What is to stand in the migrated database before the product finds it, which would fill an empty one. */
  prepare?: (db: Database) => Promise<void>;
};

export async function startWorld(parts: Parts, options: Options = {}): Promise<World> {
  const { databaseServer, environment = {}, main, prepare } = options;
  const addresses = databaseServer
    ? await newDatabase(parts, databaseServer)
    : (await newDatabaseServer(parts)).addresses();
  const { url: databaseUrl, ownerUrl, sandboxUrl: sandboxDatabaseUrl } = addresses;
  await migrate(addresses);
  const db = openDatabase(databaseUrl, 4);
  parts.defer(() => db.end());
  await prepare?.(db);
  const dataDir = await newFolder(parts);
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const env = { ...environmentOf({ databaseUrl, sandboxDatabaseUrl, dataDir, port, sandboxPort }), ...environment };
  const sandbox = await startServiceAndWait({ args: [SANDBOX], env });
  parts.defer(sandbox.stop);
  const node = await startNode(parts, { databaseUrl, dataDir, port, sandboxPort, environment, ...(main && { main }) });
  return { ...node, databaseUrl, ownerUrl, db, dataDir, sandbox: sandboxControls(`http://127.0.0.1:${sandboxPort}`) };
}
