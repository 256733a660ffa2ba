import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../launch/ports.ts';
import { SERVER } from '../launch/service.ts';
import { ROOT } from '../launch/tool.ts';
import { newFolder } from '../world/databases.ts';
import { tell } from './figures.ts';
import { median } from './load.ts';

const ROUNDS = 3;
const REST_MS = 10_000;
const MOST_START_S = 2;
const MOST_RESTING_MB = 180;

/** `npm start` of what is installed, built and seeded, until it is ready, and the memory of the node that then rests. */
await using parts = new AsyncDisposableStack();
const [port, sandboxPort] = [await freePort(), await freePort()];
const DATA_DIR = await newFolder(parts);
const env = { ...process.env, DATA_DIR, PORT: String(port), SANDBOX_PORT: String(sandboxPort) };
await started(async () => {});

const seconds: number[] = [];
const megabytes: number[] = [];
for (let round = 1; round <= ROUNDS; round++) {
  const began = performance.now();
  await started(async (launcher) => {
    seconds.push((performance.now() - began) / 1000);
    await delay(REST_MS);
    megabytes.push(residentMb(serverOf(launcher)));
  });
  console.log(
    `round ${round}: ready after ${seconds.at(-1)?.toFixed(2)} s, rests at ${megabytes.at(-1)?.toFixed(0)} MB`,
  );
}
tell({ name: 'warm start until ready', value: median(seconds), unit: 's', most: MOST_START_S });
tell({ name: 'memory of a node at rest', value: median(megabytes), unit: 'MB', most: MOST_RESTING_MB });

/** Starts everything, does the work once it is ready, and stops everything. */
async function started(work: (launcher: number) => Promise<void>): Promise<void> {
  const launcher = spawn(process.execPath, ['launch/start.ts'], { cwd: ROOT, env, stdio: 'ignore' });
  const ended = once(launcher, 'exit');
  while (!(await isReady())) {
    if (launcher.exitCode !== null) throw new Error('it did not start');
    await delay(20);
  }
  await work(launcher.pid ?? 0);
  launcher.kill('SIGTERM');
  await ended;
}

async function isReady(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

/** Linux only: it reads /proc. */
function serverOf(launcher: number): string {
  const isOurs = (pid: string) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    return parent === String(launcher) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(SERVER);
  };
  const found = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isOurs(name));
  if (!found) throw new Error('the launcher has no server');
  return found;
}

function residentMb(pid: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
