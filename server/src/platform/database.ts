import pg from 'pg';

/** A pool or one connection inside a transaction: what a query can run on. */
export type Queryable = Pick<pg.Pool, 'query'>;
export type Transaction = pg.PoolClient;
export type Database = pg.Pool;

const INT8 = 20;

/** Only this pool reads bigint columns as JavaScript bigints; pg's own default is text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

export function openDatabase(url: string, connections: number): Database {
  const pool = new pg.Pool({ connectionString: url, max: connections, types, connectionTimeoutMillis: 10_000 });
  // A connection that breaks, idle or in use, is replaced; whoever was using it is told by the query. Without these
  // listeners it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (connection) => connection.on('error', () => {}));
  pool.query = (async (query: string | pg.QueryConfig, values?: unknown[]) => {
    const connection = await pool.connect();
    try {
      const result = await connection.query(query as string, values);
      connection.release();
      return result;
    } catch (error) {
      // A refused statement leaves its connection as good as before; pg's own `pool.query` would throw it away.
      const isRefusal = error instanceof pg.DatabaseError && error.severity === 'ERROR';
      connection.release(isRefusal ? undefined : (error as Error));
      throw error;
    }
  }) as typeof pool.query;
  return pool;
}

export async function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const tx = await db.connect();
  let broken: Error | undefined;
  try {
    await tx.query('begin');
    const result = await work(tx);
    await tx.query('commit');
    return result;
  } catch (error) {
    await tx.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    tx.release(broken);
  }
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
  const { rows } = await db.query<T>(sql, values);
  return rows[0] ?? null;
}

export async function many<T extends pg.QueryResultRow>(
  db: Queryable,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  return (await db.query<T>(sql, values)).rows;
}

/** The constraint that a failed write broke, by name, or null if it failed for another reason. */
export function brokenConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? (error.constraint ?? null) : null;
}
