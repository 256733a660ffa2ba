import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { BadConfig, type Config, readConfig } from './config.ts';
import { takeFirstSteps } from './demo/first-steps.ts';
import { seedDemo } from './demo/seed.ts';
import { NoShelf, openShelf } from './fence/commit-shelf.ts';
import { openFence } from './fence/fence.ts';
import { AppError } from './platform/app-error.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { excessOfRights, requireKnownSchema, UnknownSchema } from './platform/known-schema.ts';
import { requireSafeStart, requireSafeWay } from './platform/safe-start.ts';
import { OtherFiles } from './providers/storage/same-files.ts';
import { missingIn } from './staff/setup.acts.ts';

let isStopping = false;
const hurry = new AbortController();
const starting = start();

for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(signal, () => void stop());
// The launcher may have ended while the modules were loading, before this process listened for its end.
if (process.connected === false) void stop();

starting.catch((error: unknown) => {
  if (isStopping) return;
  console.error(sentenceFor(error));
  process.exit(1);
});

async function start() {
  const config = readConfig(process.env);
  requireSafeWay(config);
  const fence = openFence();
  const db = openDatabase(config.databaseUrl, config.databasePool, fence.admit);
  await requireKnownSchema(db);
  const excess = await excessOfRights(db);
  if (excess && config.isProduction) throw new UnknownSchema(excess);
  if (config.isProduction) await requireModestReplica(config);
  await requireSafeStart(config, db, { isRoot: process.getuid?.() === 0 });
  const shelf = await openShelf(config, db).catch(needsShelf);
  if (shelf) await fence.begin(db, shelf).catch(needsShelf);
  const isNewDemo = !config.isProduction && (await seedDemo(db, config.edition));
  const app = await buildApp(config, db, shelf ? fence : undefined);
  if (excess) app.log.warn(excess);
  if (isNewDemo && config.sandboxUrl) {
    await takeFirstSteps(app, config, db).catch((error: unknown) =>
      app.log.warn({ err: error }, 'the demo member took no first steps'),
    );
  }
  if (config.isProduction) await warnOfMissing(app, config, db);
  if (config.role === 'worker') await app.ready();
  else await app.listen({ port: config.port, host: config.host });
  if (process.connected) process.send?.({ type: 'ready' });
  // Where compiled code is kept for the next process (NODE_COMPILE_CACHE), one that is killed would leave nothing.
  flushCompileCache();
  collectGarbage();
  return { app, db };
}

/** A process that starts does not know by itself what was committed, and must not move money before it does. */
function needsShelf(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const why = error.cause instanceof Error ? error.cause.message : error.code;
  throw new NoShelf(
    `The files of members cannot be reached (${why}), where the newest commit is kept: without it nobody knows whether the database is behind. Start this process again once they can.`,
  );
}

/** A replica that is away keeps no member out; whoever reads it asks again (operator/answer.ts). */
async function requireModestReplica({ replicaUrl }: Config): Promise<void> {
  if (replicaUrl === '') return;
  const replica = openDatabase(replicaUrl, 1);
  try {
    const excess = await excessOfRights(replica, 'DATABASE_REPLICA_URL').catch(() => null);
    if (excess) throw new UnknownSchema(excess);
  } finally {
    await replica.end();
  }
}

/** Starting leaves some 60 MB of garbage, which a node that then rests would keep: V8 collects when it needs room. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** A service that was just installed starts all the same: operators fill what it lacks while it runs. */
async function warnOfMissing(app: FastifyInstance, config: Config, db: Database): Promise<void> {
  const missing = await missingIn(db, config);
  if (missing.length === 0) return;
  app.log.warn({ missing }, 'the service lacks what `npm run operator -- setup` lists');
}

/**
 * Requests under way are answered first. A stop that comes during the start waits for the start; one that comes a second
 * time does not wait for the drain.
 */
async function stop(): Promise<void> {
  if (isStopping) return hurry.abort();
  isStopping = true;
  const started = await starting.catch(() => undefined);
  await started?.app.drain.begin(hurry.signal);
  await started?.app.close();
  // The database is closed last, since a worker books what it has begun before it stops.
  await started?.db.end();
  process.exit(0);
}

function sentenceFor(error: unknown): unknown {
  if ([BadConfig, UnknownSchema, OtherFiles, NoShelf].some((kind) => error instanceof kind))
    return (error as Error).message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    const isMetrics = String((error as { port?: number }).port) === process.env.METRICS_PORT;
    const [name, port] = isMetrics ? ['METRICS_PORT', process.env.METRICS_PORT] : ['PORT', process.env.PORT ?? 3000];
    return `Port ${port} is taken: stop what uses it or set ${name}.`;
  }
  if (code === 'ECONNREFUSED') return 'The database cannot be reached: check DATABASE_URL.';
  return error;
}
