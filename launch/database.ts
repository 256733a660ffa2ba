import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from './embedded-postgres.ts';

export type Database = { url: string; wasRunning: boolean; ended: Promise<void>; stop: () => Promise<void> };

const NAME = 'krapao';

/** The embedded server's database, made if missing. */
export async function startOwnDatabase(dataDir: string, onProgress: (what: string) => void): Promise<Database> {
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), onProgress });
  try {
    await withClient(postgres.url('postgres'), async (client) => {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [NAME]);
      if (rowCount === 0) await client.query(`create database ${NAME}`);
    });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { ...postgres, url: postgres.url(NAME) };
}

/** A server that the user runs: the launcher neither starts nor stops it, only asks whether it answers. */
export async function useGivenDatabase(url: string): Promise<Database> {
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
  return { url, wasRunning: true, ended: new Promise(() => {}), stop: async () => {} };
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
