import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';

const RECONNECT_MS = 1_000;
const PATIENCE_MS = 5_000;

type Listener = {
  /** The receivers of notes, by channel. */
  channels: Record<string, (note: string) => void>;
  /** Called whenever a connection has begun to listen, the first one too: notes may have been missed before. */
  onListening: () => void;
};

/**
 * Hears the `pg_notify` of every process, on a connection of its own that is opened again whenever it breaks. A
 * connection that died silently is found out by asking now and then.
 */
export function listen(
  databaseUrl: string,
  { channels, onListening }: Listener,
  log: FastifyBaseLogger,
): { isListening: () => boolean; stop: () => Promise<void> } {
  let isStopped = false;
  let isListening = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;

  /** A connection that fails to open also ends: the first of the two events is enough. */
  const tryAgain = () => {
    isListening = false;
    if (isStopped) return;
    clearTimeout(retry);
    retry = setTimeout(connect, RECONNECT_MS);
  };
  const openClient = () => {
    const opened = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    client = opened;
    opened.on('error', () => {});
    opened.on('end', () => opened === client && tryAgain());
    opened.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
    return opened;
  };
  const startListening = async (opened: pg.Client) => {
    await opened.connect();
    await opened.query(Object.keys(channels).map(listenTo).join(';'));
    isListening = opened === client;
    onListening();
  };
  const connect = () => {
    const opened = openClient();
    startListening(opened).catch((error: unknown) => {
      log.warn({ err: error }, 'cannot listen to the database');
      drop(opened);
    });
  };
  const drop = (dropped: pg.Client) => {
    // Not waited for: a server that has vanished does not answer this either.
    dropped.end().catch(() => {});
    if (dropped !== client) return;
    client = null;
    tryAgain();
  };
  const asking = setInterval(() => {
    const asked = client;
    asked?.query('select').catch(() => drop(asked));
  }, PATIENCE_MS);

  connect();
  return {
    isListening: () => isListening,
    stop: async () => {
      isStopped = true;
      clearTimeout(retry);
      clearInterval(asking);
      await client?.end().catch(() => {});
    },
  };
}

const listenTo = (channel: string) => `listen ${channel}`;
