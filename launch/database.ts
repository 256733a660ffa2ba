import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from './embedded-postgres.ts';
import { addressFor, makingRoles, ROLES } from './roles.ts';
import { SERVICE_ENDED_WELL, startService } from './service.ts';
import type { Settings } from './settings.ts';

export type Database = {
  /** For the server. */
  url: string;
  /** For migrating; a given database may have been migrated before. */
  ownerUrl: string | undefined;
  /** Another database, for the sandbox. */
  sandboxUrl: string;
  wasRunning: boolean;
  ended: Promise<void>;
  stop: () => Promise<void>;
};

const NAME = 'krapao';
const SANDBOX_SUFFIX = '_sandbox';
const MIGRATE = 'server/src/migrate-database.ts';

/** The database that is given in the settings, or else the embedded server's. */
export function openDatabase(settings: Settings, onProgress: (what: string) => void = () => {}): Promise<Database> {
  const { databaseUrl, dataDir } = settings;
  return databaseUrl ? useGivenDatabase(databaseUrl, settings) : startOwnDatabase(dataDir, onProgress);
}

/** The embedded server's database, made if missing, with a role for each of its users. */
export async function startOwnDatabase(
  dataDir: string,
  onProgress: (what: string) => void = () => {},
): Promise<Database & { ownerUrl: string }> {
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), onProgress });
  const superuserUrl = postgres.url('postgres');
  const sandbox = NAME + SANDBOX_SUFFIX;
  try {
    await withClient(superuserUrl, async (client) => {
      await client.query(makingRoles(superuserUrl));
      const { rows } = await client.query<{ datname: string }>('select datname from pg_database');
      if (!rows.some(({ datname }) => datname === NAME))
        await client.query(`create database ${NAME} owner ${ROLES.owner}`);
    });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return {
    ...postgres,
    url: addressFor('app', superuserUrl, NAME),
    ownerUrl: addressFor('owner', superuserUrl, NAME),
    sandboxUrl: addressFor('sandbox', superuserUrl, sandbox),
  };
}

/** A server that the user runs: the launcher neither starts nor stops it, only asks whether it answers. */
async function useGivenDatabase(url: string, { ownerUrl, sandboxDatabaseUrl }: Settings): Promise<Database> {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new Error('DATABASE_URL is not an address like postgres://user:password@host:5432/database: correct it.');
  }
  try {
    await withClient(url, (client) => client.query('select 1'));
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(
      `The database of DATABASE_URL cannot be used (${message || code}): start it, or correct the address.`,
    );
  }
  const sandboxUrl = sandboxDatabaseUrl ?? besideOf(ownerUrl ?? url);
  return { url, ownerUrl, sandboxUrl, wasRunning: true, ended: new Promise(() => {}), stop: async () => {} };
}

function besideOf(url: string): string {
  const beside = new URL(url);
  beside.pathname += SANDBOX_SUFFIX;
  return beside.href;
}

/** As the owner, in a process of its own: the server is never told the owner's address. */
export async function migrateDatabase({ url, ownerUrl }: Pick<Database, 'url' | 'ownerUrl'>): Promise<void> {
  if (!ownerUrl) throw new Error('DATABASE_OWNER_URL is missing: the role of DATABASE_URL does not migrate.');
  const env = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
  const why = await startService({ args: [MIGRATE], env }).ended;
  if (why !== SERVICE_ENDED_WELL) throw new Error('The database was not migrated.');
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
