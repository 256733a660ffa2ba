import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startOwnDatabase } from '../launch/database.ts';
import { openDatabase } from '../server/src/platform/database.ts';
import { migrate } from '../server/src/platform/migrate.ts';

/** Whatever a world is made of goes when these are disposed of, the last first. */
export type Parts = { defer: (work: () => Promise<void>) => void };

/** On a PostgreSQL that is there: a database of one world's own, empty or a copy of a template. Answers its address. */
export async function newDatabase(parts: Parts, serverUrl: string, template = 'template1'): Promise<string> {
  const name = `world_${randomBytes(6).toString('hex')}`;
  await execute(serverUrl, `create database ${name} template ${template}`);
  parts.defer(() =>
    execute(
      serverUrl,
      `drop database if exists ${name} with (force)`,
      `drop database if exists ${name}_sandbox with (force)`,
    ),
  );
  return addressOf(serverUrl, name);
}

/** A durable PostgreSQL of one world's own, whose database is found again by `startAgain` after it was stopped. */
export async function newDatabaseServer(parts: Parts) {
  const folder = await newFolder(parts);
  const start = () => startOwnDatabase(folder, () => {});
  let running = await start();
  parts.defer(() => running.stop());
  return {
    url: () => running.url,
    stop: () => running.stop(),
    startAgain: async () => {
      running = await start();
    },
  };
}

/** A migrated database to copy; `remove` takes it away. */
export async function newTemplate(serverUrl: string) {
  const name = `template_${randomBytes(6).toString('hex')}`;
  await execute(serverUrl, `create database ${name}`);
  const db = openDatabase(addressOf(serverUrl, name), 1);
  await migrate(db).finally(() => db.end());
  return { name, remove: () => execute(serverUrl, `drop database ${name}`) };
}

/** A folder of one world's own. */
export async function newFolder(parts: Parts): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-world-'));
  parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

function addressOf(serverUrl: string, name: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
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
