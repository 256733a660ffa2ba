import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseServers } from './database-servers.ts';
import type { DatabaseServer } from './patroni.ts';

/** A commit that a server said is done. Times are in milliseconds. */
export type Acknowledged = { id: string; server: string; timeline: number; askedAt: number; answeredAt: number };

const TABLE = 'watched';
const EVERY_MS = 200;
/** A server's own limits do not end its wait for another server: the watcher leaves. */
const PATIENCE_MS = 2_000;
const COMMIT = `insert into ${TABLE} values ($1)
  returning ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int as timeline`;

/** Asks each server by itself, all the time, to commit something. `stop` answers what was acknowledged. */
export async function watchCommits({
  servers,
  outside,
}: DatabaseServers): Promise<{ stop: () => Promise<Acknowledged[]> }> {
  await withClient(outside.primaryUrl, (client) => client.query(`create table if not exists ${TABLE} (id uuid)`));
  const over = new AbortController();
  const watched = servers.map((server) => watch(server, over.signal));
  return {
    stop: async () => {
      over.abort();
      return (await Promise.all(watched)).flat();
    },
  };
}

async function watch({ name, url }: DatabaseServer, over: AbortSignal): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  let client: Cut | undefined;
  while (!over.aborted) {
    const [id, askedAt] = [randomUUID(), performance.now()];
    try {
      client ??= await connect(url);
      const { rows } = await client.query<{ timeline: number }>(COMMIT, [id]);
      const [{ timeline } = { timeline: 0 }] = rows;
      acknowledged.push({ id, server: name, timeline, askedAt, answeredAt: performance.now() });
    } catch (error) {
      // A refusal of one that only reads is an answer; everything else is the end of the connection.
      if (!isRefusal(error)) {
        client?.cut();
        client = undefined;
      }
    }
    await delay(EVERY_MS);
  }
  client?.cut();
  return acknowledged;
}

const isRefusal = (error: unknown) => error instanceof pg.DatabaseError && error.severity === 'ERROR';

type Cut = pg.Client & { cut: () => void };

/** `cut` asks nobody and waits for nothing. */
async function connect(url: string): Promise<Cut> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  const cut = () => void socket.destroy();
  client.on('error', cut);
  await client.connect().catch((error: unknown) => {
    cut();
    throw error;
  });
  return Object.assign(client, { cut });
}

/** Where a server acknowledged a commit that was asked for after a newer timeline, or where two share a timeline. */
export function twoPrimaries(all: Acknowledged[]): string[] {
  const found = new Set<string>();
  const byAnswer = all.toSorted((one, other) => one.answeredAt - other.answeredAt);
  for (const { server, timeline, askedAt } of all) {
    const newer = byAnswer.find((other) => other.timeline > timeline && other.answeredAt < askedAt);
    if (newer) found.add(`${server} on timeline ${timeline} after ${newer.server} on ${newer.timeline}`);
  }
  for (const [timeline, same] of Map.groupBy(all, (one) => one.timeline)) {
    const servers = new Set(same.map(({ server }) => server));
    if (servers.size > 1) found.add(`${[...servers].join(' and ')} on timeline ${timeline}`);
  }
  return [...found];
}

/** The commits that were acknowledged and that the primary does not have. */
export async function lost({ outside }: DatabaseServers, all: Acknowledged[]): Promise<string[]> {
  const ids = all.map(({ id }) => id);
  const rows = await withClient(outside.primaryUrl, async (client) => {
    const asked = `select id from unnest($1::uuid[]) as asked (id) where id not in (select id from ${TABLE})`;
    return (await client.query<{ id: string }>(asked, [ids])).rows;
  });
  return rows.map(({ id }) => id);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  await client.connect();
  return await work(client).finally(() => client.end());
}
