import { join } from 'node:path';
import { freePort } from '../launch/ports.ts';
import type { Parts } from '../world/databases.ts';
import type { Host } from './network.ts';
import { answers, deployed, startProgram } from './programs.ts';

/** Without a host it runs outside all of them. */
type Options = { name: string; folder: string; env: Record<string, string>; host?: Host };

const STATS_PORT = 7000;

/** HAProxy with the file of that name in `deploy/`. */
export async function startHaproxy(parts: Parts, { name, folder, env, host }: Options) {
  const stats = host ? `${host.address}:${STATS_PORT}` : `127.0.0.1:${await freePort()}`;
  const statsUrl = `http://${stats}`;
  await startProgram(parts, {
    through: host?.through ?? [],
    command: 'haproxy',
    args: ['-db', '-f', await deployed(`${name}.cfg`, folder)],
    env: { STATS: stats, ...env },
    user: 'haproxy',
    logFile: join(folder, `${[name, host?.name].filter(Boolean).join('-')}.log`),
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
