import { execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '../launch/tool.ts';
import type { Parts } from '../world/databases.ts';

/** A program of the system, in the background. */
export type Program = {
  /** Again, after it has ended. */
  start: () => Promise<void>;
  pid: () => number;
  /** Without warning, as a machine that loses its power. */
  kill: () => Promise<void>;
};

type Options = {
  /** What stands before the command, as a host's `through`. */
  through: string[];
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** The user that it runs as: PostgreSQL refuses to be root's. */
  user: string;
  /** Where its output goes. */
  logFile: string;
  isReady: () => Promise<boolean>;
};

const READY_MS = 120_000;
const STOP_MS = 30_000;
const LOOK_MS = 100;

/** Starts the program and waits until it is ready. It is told to stop when this process ends, however that ends. */
export async function startProgram(parts: Parts, options: Options): Promise<Program> {
  let running = await run(options);
  parts.defer(() => running.stop());
  return {
    start: async () => {
      running = await run(options);
    },
    pid: () => running.pid,
    kill: () => running.kill(),
  };
}

async function run({ through, command, args, env, user, logFile, isReady }: Options) {
  const asUser = [`--reuid=${user}`, `--regid=${user}`, '--init-groups'];
  // Each of them becomes the next one: the process stays the same.
  const [first = '', ...rest] = [...through, 'setpriv', ...asUser, '--pdeathsig', 'TERM', command, ...args];
  const child = spawn(first, rest, {
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const ended = new Promise<string>((settle) => {
    child.once('error', (error) => settle(error.message));
    child.once('exit', (code, signal) => settle(signal ?? `exit code ${code}`));
  });
  const signal = async (name: NodeJS.Signals) => {
    child.kill(name);
    await ended;
  };
  const stop = async () => {
    const forced = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await signal('SIGTERM');
    clearTimeout(forced);
  };
  const failed = ended.then((why) => Promise.reject(new Error(`${command} ended (${why}): its log is ${logFile}.`)));
  failed.catch(() => {});
  await Promise.race([until(`${command} is ready`, isReady), failed]);
  return { pid: child.pid as number, stop, kill: () => signal('SIGKILL') };
}

/** Waits until it is so. */
export async function until(what: string, isSo: () => Promise<boolean>, ms = READY_MS): Promise<void> {
  const end = performance.now() + ms;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Waited ${ms / 1000} s in vain until ${what}.`);
    await delay(LOOK_MS);
  }
}

/** Whether the address answers 200. */
export async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.body?.cancel();
  return response.ok;
}

/** A copy of a file of `deploy/`, which the program's user can read wherever the sources are. */
export async function deployed(name: string, folder: string): Promise<string> {
  const file = join(folder, name);
  await copyFile(join(ROOT, 'deploy', name), file);
  await chmod(file, 0o644);
  return file;
}

/** A folder that the user alone may enter, within one that everybody may pass through. */
export async function folderFor(user: string, within: string, name: string): Promise<string> {
  const folder = `${within}/${name}`;
  await chmod(within, 0o711);
  await promisify(execFile)('install', ['-d', '-m', '700', '-o', user, '-g', user, folder]);
  return folder;
}
