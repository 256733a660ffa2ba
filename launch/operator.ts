import { spawnSync } from 'node:child_process';
import { openDatabase } from './database.ts';
import { environmentOf, NOT_FOR_THE_SERVER } from './environment.ts';
import { readSettings } from './settings.ts';
import { ROOT } from './tool.ts';

// `npm run operator`: uses the database of a running `npm start`, or starts one for this command.
try {
  const settings = readSettings(process.env, []);
  const { dataDir, port, sandboxPort, production } = settings;
  const database = await openDatabase(settings);
  const { status } = spawnSync(process.execPath, ['server/src/operator/main.ts', ...process.argv.slice(2)], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...NOT_FOR_THE_SERVER,
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
