import { setTimeout as delay } from 'node:timers/promises';
import { styleText } from 'node:util';
import { migrateDatabase, openDatabase } from './database.ts';
import { environmentOf, NOT_FOR_THE_SERVER } from './environment.ts';
import { freePort, requireFreePort } from './ports.ts';
import { SANDBOX, SERVER, type Service, startService } from './service.ts';
import { readSettings, type Settings } from './settings.ts';
import { onStopRequest } from './stop-request.ts';
import { buildWebIfStale, WEB_DIST } from './web-build.ts';

const SILENT_MS = 2000;
const STOP_REQUESTED = new Error('Asked to stop.');

/** Runs until a signal comes or a part ends unexpectedly, then stops every part that was started. */
async function run(end: AbortController): Promise<never> {
  const ended = rejection(end.signal);
  const orEnd = <T>(work: Promise<T>) => Promise.race([work, ended]);

  const settings = readSettings(process.env, process.argv.slice(2));
  const { port, sandboxPort, production, development } = settings;
  await requireFreePort('PORT', port);
  if (!production) await requireFreePort('SANDBOX_PORT', sandboxPort);

  const built = development ? undefined : withProgress('web app', 'building', buildWebIfStale({ signal: end.signal }));
  built?.catch(() => {});

  await using parts = new AsyncDisposableStack();
  const database = await startDatabase(settings);
  parts.defer(database.stop);
  database.ended.then(() =>
    end.abort(new Error(`The database ended unexpectedly: its log is ${settings.dataDir}/postgres.log.`)),
  );
  const startPart = async (name: string, args: string[], env: NodeJS.ProcessEnv) => {
    const service = startService({ args, env });
    parts.defer(service.stop);
    await withProgress(name, 'starting', orEnd(readiness(name, service, end)));
  };
  const apiPort = development ? await freePort() : port;
  const addresses = { databaseUrl: database.url, dataDir: settings.dataDir, port, apiPort };
  const env = {
    ...environmentOf({ ...addresses, ...(!production && { sandboxPort }) }),
    ...NOT_FOR_THE_SERVER,
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    // In development Vite serves the web app, and nothing is built.
    ...(!development && { WEB_DIST }),
  };
  const watch = development ? ['--watch', '--watch-preserve-output'] : [];
  const sandboxEnv = { ...env, SANDBOX_DATABASE_URL: database.sandboxUrl };
  // The sandbox has a database of its own: it starts while the product's is migrated and the server starts.
  const outside = production ? undefined : startPart('sandbox', [...watch, SANDBOX], sandboxEnv);
  outside?.catch(() => {});
  if (database.ownerUrl) await withProgress('database', 'migrating', orEnd(migrateDatabase(database)));
  await orEnd(Promise.resolve(built));
  await startPart('server', [...watch, SERVER], env);
  await outside;
  if (development) {
    await startPart('web app', ['launch/web-dev.ts'], { PORT: String(port), API_URL: `http://127.0.0.1:${apiPort}` });
  }

  console.log(welcome(settings));
  return await ended;
}

function startDatabase(settings: Settings) {
  let doing = settings.databaseUrl ? 'connecting' : 'starting';
  const note = (what: string) => {
    doing = what;
  };
  return withProgress('database', () => doing, openDatabase(settings, note));
}

/** Waits until the service is ready. From the call on, the end of the service ends the launcher. */
async function readiness(name: string, service: Service, end: AbortController): Promise<void> {
  let state = 'before it was ready';
  void service.ended.then((reason) => end.abort(new Error(`The ${name} ended ${state} (${reason}).`)));
  await service.ready;
  state = 'unexpectedly';
}

/** Reports the part's progress only when it takes long. */
async function withProgress<T>(part: string, doing: string | (() => string), work: Promise<T>): Promise<T> {
  const done = new AbortController();
  delay(SILENT_MS, undefined, { signal: done.signal }).then(
    () => console.log(`• ${part}: ${typeof doing === 'string' ? doing : doing()} …`),
    () => {},
  );
  try {
    return await work;
  } finally {
    done.abort();
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  const promise = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  promise.catch(() => {});
  return promise;
}

function welcome({ port, sandboxPort, production, development }: Settings): string {
  const app = `http://localhost:${port}`;
  const lines = [
    ['App', app],
    ...(development ? [['Gallery', `${app}/gallery.html`]] : []),
    ...(production
      ? []
      : [
          ['API reference', `${app}/reference`],
          ['Sandbox', `http://localhost:${sandboxPort}`],
          ['Demo login', '0812345678 / krapao-demo'],
          ['Support desk', `${app}/desk, desk / krapao-desk`],
          ['Operators', 'npm run operator -- sign-in cashier (or finance, risk, admin …) / krapao-desk'],
        ]),
  ];
  const rows = lines.map(([name = '', value = '']) => `  ${styleText('dim', name.padEnd(15))}${value}`);
  return ['', `  ${styleText('bold', 'Krapao is ready.')} Ctrl-C stops it.`, '', ...rows, ''].join('\n');
}

const end = new AbortController();
onStopRequest(() => end.abort(STOP_REQUESTED));
try {
  await run(end);
} catch (error) {
  const failedToStop = error instanceof SuppressedError;
  if (end.signal.reason === STOP_REQUESTED && !failedToStop) process.exit(0);
  end.abort();
  const { message } = failedToStop ? error.error : (error as Error);
  console.error(`${styleText('red', '✗', { stream: process.stderr })} ${message}`);
  process.exit(1);
}
