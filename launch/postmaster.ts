import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A server as PostgreSQL's own lock file records it. */
export type Postmaster = { pid: number; port: number; status: string };

const IMPOSSIBLE_PID = 2 ** 31 - 1;

/** The file's lines are: process, folder, start time, port, socket, address, shared memory, status. */
export async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(lockFile(folder), 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid ? { pid, port, status: lines[7]?.trim() ?? '' } : undefined;
}

/**
 * PostgreSQL takes any process with the recorded id for its server. In a container whose first process is no init, the
 * dead server keeps its id for ever; after a restart of a container any process may have that id. So the id is removed.
 * The lock file stays: by the shared memory it names, PostgreSQL sees whether processes of the old server still run.
 */
export async function disownDeadPostmaster(folder: string): Promise<void> {
  const server = await readPostmaster(folder);
  if (!server || !processExists(server.pid) || isServer(server.pid)) return;
  const lock = await readFile(lockFile(folder), 'utf8');
  await writeFile(lockFile(folder), lock.replace(/^\d+/, String(IMPOSSIBLE_PID)));
}

/** Whether this process can be a PostgreSQL server: where the system does not say, any living process can. */
export function isServer(pid: number): boolean {
  if (!processExists(pid)) return false;
  try {
    const [, program, state] = /^\d+ \((.*)\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return program === 'postgres' && state !== 'Z';
  } catch {
    return true;
  }
}

export function untilGone(pid: number): Promise<void> {
  return new Promise((done) => {
    const watch = setInterval(() => {
      if (isServer(pid)) return;
      clearInterval(watch);
      done();
    }, 500);
    watch.unref();
  });
}

function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function lockFile(folder: string): string {
  return join(folder, 'postmaster.pid');
}
