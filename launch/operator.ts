import { spawnSync } from 'node:child_process';
import { startOwnDatabase, useGivenDatabase } from './database.ts';
import { environmentOf } from './environment.ts';
import { readSettings } from './settings.ts';
import { ROOT } from './tool.ts';

// `npm run operator`: uses the database of a running `npm start`, or starts one for this command.
try {
  const { databaseUrl, dataDir, port, sandboxPort, production } = readSettings(process.env, []);
  const database = await (databaseUrl ? useGivenDatabase(databaseUrl) : startOwnDatabase(dataDir, () => {}));
  const { status } = spawnSync(process.execPath, ['server/src/operator/main.ts', ...process.argv.slice(2)], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...environmentOf({ databaseUrl: database.url, dataDir, port, ...(production ? {} : { sandboxPort }) }),
    },
    stdio: 'inherit',
  });
  if (!database.wasRunning) await database.stop();
  process.exitCode = status ?? 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
