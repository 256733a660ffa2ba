import pg from 'pg';

/** A pool, or one connection inside a transaction, on which a query can run. */
export type Queryable = Pick<pg.Pool, 'query'>;
export type Transaction = pg.PoolClient;
export type Database = pg.Pool;

const INT8 = 20;

/** Only this pool reads bigint columns as JavaScript bigints; pg's own default is text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** No query waits for ever: neither for a connection or a lock, nor for a server that vanished. */
const PATIENCE = {
  connectionTimeoutMillis: 10_000,
  // Opening a connection takes longer than most queries: the first caller after a quiet moment must not wait for that.
  idleTimeoutMillis: 5 * 60_000,
  keepAlive: true,
  lock_timeout: 10_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 20_000,
  query_timeout: 40_000,
  // No statement here runs long enough to be worth compiling, and a server that thinks so compiles for a second.
  options: '-c jit=off',
};

/** For work that may take long and is done rarely: migrating the schema, proving the books. */
export const WITHOUT_TIME_LIMITS = `set local lock_timeout = 0; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

/**
 * Errors after which a connection is replaced: its statements were prepared for other columns, before a migration on
 * another node; or its server only reads, since another one took its place.
 */
const UNUSABLE = ['0A000', '25006'];

const isUnusable = (error: unknown) => error instanceof pg.DatabaseError && UNUSABLE.includes(error.code ?? '');

/** `admit` looks at each new connection before anything else is asked on it; a connection that it refuses is closed. */
export function openDatabase(
  url: string,
  connections: number,
  admit?: (connection: Queryable) => Promise<void>,
): Database {
  const settings = { connectionString: url, max: connections, types, pipeline: true, ...PATIENCE };
  const pool = new pg.Pool({ ...settings, ...(admit && { onConnect: admit }) });
  // A connection that breaks, idle or in use, is replaced; the code that was using it gets an error from its query.
  // Without these listeners the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (connection) => {
    connection.on('error', () => {});
    prepareOnce(connection);
  });
  pool.query = (async (query: string | pg.QueryConfig, values?: unknown[]) => {
    const connection = await pool.connect();
    try {
      const result = await connection.query(query as string, values);
      connection.release();
      return result;
    } catch (error) {
      // A refused statement leaves its connection as good as before; pg's own `pool.query` would throw it away.
      const isRefusal = error instanceof pg.DatabaseError && error.severity === 'ERROR' && !isUnusable(error);
      connection.release(isRefusal ? undefined : (error as Error));
      throw error;
    }
  }) as typeof pool.query;
  return pool;
}

/** A statement with parameters is parsed and planned once per connection, however it is asked. */
function prepareOnce(connection: pg.ClientBase): void {
  const ask = connection.query.bind(connection) as (query: unknown, values?: unknown[]) => unknown;
  connection.query = ((query: unknown, values?: unknown[]) =>
    typeof query === 'string' && values
      ? ask({ name: statementName(query), text: query, values })
      : ask(query, values)) as typeof connection.query;
}

/** `first`: a statement without parameters that goes out together with the beginning. */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  first?: string,
): Promise<T> {
  const tx = await db.connect();
  let broken: Error | undefined;
  try {
    await tx.query(first ? `begin; ${first}` : 'begin');
    const result = await work(tx);
    await tx.query('commit');
    return result;
  } catch (error) {
    if (isUnusable(error)) broken = error as Error;
    await tx.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    tx.release(broken);
  }
}

/**
 * Statements of a transaction that need nothing of each other's answers: they go out together, and are done in their
 * order. If one is refused, so are those after it, and the first refusal is thrown.
 */
export async function together<T extends readonly unknown[]>(
  asked: { [At in keyof T]: Promise<T[At]> | T[At] },
): Promise<T> {
  const outcomes = await Promise.allSettled(asked);
  const refusal = outcomes.find((outcome) => outcome.status === 'rejected');
  if (refusal) throw refusal.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as T;
}

export async function one<T extends pg.QueryResultRow>(db: Queryable, sql: string, values: unknown[] = []): Promise<T> {
  const row = await maybeOne<T>(db, sql, values);
  if (!row) throw new Error(`no row: ${sql}`);
  return row;
}

export async function maybeOne<T extends pg.QueryResultRow>(
  db: Queryable,
  sql: string,
  values: unknown[] = [],
): Promise<T | null> {
  return (await many<T>(db, sql, values))[0] ?? null;
}

export async function many<T extends pg.QueryResultRow>(
  db: Queryable,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  return (await db.query<T>({ name: statementName(sql), text: sql, values })).rows;
}

/** Inserts one row and answers it. The names of tables and columns stand in the sources and never come from outside. */
export function insertRow<T extends pg.QueryResultRow>(
  db: Queryable,
  table: string,
  row: Record<string, unknown>,
): Promise<T> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const sql = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) returning *`;
  return one<T>(db, sql, Object.values(row));
}

const statementNames = new Map<string, string>();

/** A named statement is parsed once per connection. The texts are those written in the sources, so they are few. */
function statementName(sql: string): string {
  const name = statementNames.get(sql) ?? `s${statementNames.size}`;
  statementNames.set(sql, name);
  return name;
}

/** The constraint that a failed write broke, by name, or null if it failed for another reason. */
export function brokenConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? (error.constraint ?? null) : null;
}
