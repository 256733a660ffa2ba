import pg from 'pg';
import type { Warnings } from './warnings.ts';

const EVERY_MS = 15_000;
const PATIENCE_MS = 5_000;

/**
 * Opens a connection of its own now and then. A PostgreSQL whose main process hangs serves the connections that it has, and no
 * new one: nobody would notice before the next node starts. `seconds`: what the last one took; infinite if it failed.
 */
export function watchNewConnections(
  databaseUrl: string,
  warnings: Warnings,
  everyMs = EVERY_MS,
): { seconds: () => number; stop: () => void } {
  let seconds = 0;
  const look = async () => {
    const began = performance.now();
    const isOpened = await opens(databaseUrl);
    seconds = isOpened ? (performance.now() - began) / 1000 : Number.POSITIVE_INFINITY;
    if (!isOpened)
      warnings.raise('NO_NEW_CONNECTIONS', 'the database takes no new connection, whatever it answers on old ones', {});
  };
  const looking = setInterval(() => void look(), everyMs);
  return { seconds: () => seconds, stop: () => clearInterval(looking) };
}

async function opens(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select');
    return true;
  } catch {
    return false;
  } finally {
    // Not waited for: a server that hangs does not answer this either.
    client.end().catch(() => {});
  }
}
