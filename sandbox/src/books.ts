import pg from 'pg';
import { StartProblem } from './config.ts';

export type Books = pg.Pool;

const NAME_MAX_BYTES = 63;
const EVERY_SERVER_HAS = 'postgres';
const CONNECT_MS = 10_000;
const SCHEMA_LOCK = 7_268_301;
const NO_SUCH_DATABASE = '3D000';
/** PostgreSQL's two error codes for a database that another sandbox, starting at the same moment, created first. */
const ALREADY_CREATED = ['42P04', '23505'];

/** Opens the sandbox's own database, which outlives a restart. `tables` is SQL that may run again and again. */
export async function openBooks(url: string, tables: string[]): Promise<Books> {
  const name = nameIn(url);
  const books = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: CONNECT_MS });
  // A connection that breaks while idle is replaced on next use; without a listener it would end the process.
  books.on('error', () => {});
  try {
    await createIfMissing(books, url, name);
    await createTables(books, tables);
    return books;
  } catch (error) {
    await books.end();
    throw new StartProblem(`The sandbox cannot open its database ${name}: ${reason(error)}.`, { cause: error });
  }
}

function nameIn(url: string): string {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  // PostgreSQL would cut the name off, and two products could share one sandbox unawares.
  if (Buffer.byteLength(name) > NAME_MAX_BYTES)
    throw new StartProblem('The database name in SANDBOX_DATABASE_URL is too long: it passes 63 bytes.');
  return name;
}

async function createIfMissing(books: Books, url: string, name: string): Promise<void> {
  try {
    await books.query('select 1');
  } catch (error) {
    if (!hasCode(error, [NO_SUCH_DATABASE])) throw error;
    await create(url, name);
  }
}

async function create(url: string, name: string): Promise<void> {
  const connectionString = Object.assign(new URL(url), { pathname: `/${EVERY_SERVER_HAS}` }).href;
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    // template0, because it takes no connections: a connection would make the copy fail.
    await client.query(`create database ${pg.escapeIdentifier(name)} template template0`);
  } catch (error) {
    if (!hasCode(error, ALREADY_CREATED)) throw error;
  } finally {
    await client.end();
  }
}

async function createTables(books: Books, tables: string[]): Promise<void> {
  await inTransaction(books, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
    for (const sql of tables) await client.query(sql);
  });
}

export async function inTransaction<T>(books: Books, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await books.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // Closing the connection undoes the transaction, whatever state it was left in.
    client.release(true);
    throw error;
  }
}

function hasCode(error: unknown, codes: string[]): boolean {
  return codes.includes((error as { code?: string }).code ?? '');
}

/** A refused connection to `localhost` is an AggregateError whose own message is empty. */
function reason(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message || code || String(error)).replace(/\.$/, '');
}
