import { join } from 'node:path';
import { freePort } from '../launch/ports.ts';
import type { Parts } from '../world/databases.ts';
import { answers, deployed, startProgram } from './programs.ts';

type Options = { name: string; folder: string; env: Record<string, string> };

/** HAProxy with the file of that name in `deploy/`. */
export async function startHaproxy(parts: Parts, { name, folder, env }: Options) {
  const statsPort = await freePort();
  const statsUrl = `http://127.0.0.1:${statsPort}`;
  await startProgram(parts, {
    command: 'haproxy',
    args: ['-db', '-f', await deployed(`${name}.cfg`, folder)],
    env: { STATS: `127.0.0.1:${statsPort}`, ...env },
    user: 'haproxy',
    logFile: join(folder, `${name}.log`),
    isReady: () => answers(statsUrl),
  });
  return {
    statsUrl,
    /** Whether it sends what comes for this backend to this server. */
    isUp: async (backend: string, server: string) => {
      const table = await (await fetch(`${statsUrl}/;csv`)).text();
      const [header = '', ...rows] = table.split('\n');
      const at = header.split(',').indexOf('status');
      const row = rows.find((line) => line.startsWith(`${backend},${server},`));
      return row?.split(',')[at]?.startsWith('UP') ?? false;
    },
  };
}
