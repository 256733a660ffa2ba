import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startOwnDatabase } from '../launch/database.ts';
import { addressFor, makingRoles, ROLES } from '../launch/roles.ts';
import { openDatabase } from '../server/src/platform/database.ts';
import * as server from '../server/src/platform/migrate.ts';

/** Whatever a world is made of goes when these are disposed of, the last first. */
export type Parts = { defer: (work: () => Promise<void>) => void };

/** One database as each of its users finds it. The sandbox has another one, which it makes itself. */
export type Addresses = {
  /** For the product. */
  url: string;
  /** For migrating, and for what only the owner of the tables can do. */
  ownerUrl: string;
  sandboxUrl: string;
};

/** On a PostgreSQL that is there: a database of one world's own, empty or a copy of a template. */
export async function newDatabase(parts: Parts, superuserUrl: string, template = 'template1'): Promise<Addresses> {
  const name = newName('world');
  await execute(superuserUrl, makingRoles(superuserUrl), ...making(name, template));
  const sandbox = `${name}_sandbox`;
  parts.defer(() => execute(superuserUrl, dropping(name), dropping(sandbox)));
  return {
    url: addressFor('app', superuserUrl, name),
    ownerUrl: addressFor('owner', superuserUrl, name),
    sandboxUrl: addressFor('sandbox', superuserUrl, sandbox),
  };
}

/** On a PostgreSQL that is there: where a sandbox without a product keeps its books. */
export async function newSandboxAddress(parts: Parts, superuserUrl: string): Promise<string> {
  const name = newName('sandbox');
  await execute(superuserUrl, makingRoles(superuserUrl));
  parts.defer(() => execute(superuserUrl, dropping(name)));
  return addressFor('sandbox', superuserUrl, name);
}

const dropping = (name: string) => `drop database if exists ${name} with (force)`;

/**
 * Copied file by file, which takes half the work of copying through the log. A copy has no rights of its template on the
 * database itself: without the second statement, everybody makes temporary tables.
 */
export function making(name: string, template: string): string[] {
  return [
    `create database ${name} template ${template} owner ${ROLES.owner} strategy file_copy`,
    `revoke temporary on database ${name} from public`,
  ];
}

/** A durable PostgreSQL of one world's own, whose database is found again by `startAgain` after it was stopped. */
export async function newDatabaseServer(parts: Parts) {
  const folder = await newFolder(parts);
  const start = () => startOwnDatabase(folder);
  let running = await start();
  parts.defer(() => running.stop());
  return {
    addresses: (): Addresses => running,
    stop: () => running.stop(),
    startAgain: async () => {
      running = await start();
    },
  };
}

/** A migrated database to copy; `remove` takes it away. */
export async function newTemplate(superuserUrl: string) {
  const name = newName('template');
  await execute(superuserUrl, makingRoles(superuserUrl), ...making(name, 'template1'));
  await migrate({ ownerUrl: addressFor('owner', superuserUrl, name) });
  return { name, remove: () => execute(superuserUrl, `drop database ${name}`) };
}

/** As `npm run migrate` does. */
export async function migrate({ ownerUrl }: Pick<Addresses, 'ownerUrl'>): Promise<void> {
  const owner = openDatabase(ownerUrl, 2);
  await server.migrate(owner, { appRole: ROLES.app }).finally(() => owner.end());
}

/** A folder of one world's own. */
export async function newFolder(parts: Parts): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-world-'));
  parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

function newName(what: string): string {
  return `${what}_${randomBytes(6).toString('hex')}`;
}

/** One statement after the other, on a connection of their own. */
export async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
