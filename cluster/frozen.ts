import type { DatabaseServer } from './patroni.ts';

/** None of the processes goes on until the work is done, as on a machine that is paused. Those that have ended stay so. */
export async function whileFrozen<T>(pids: number[], work: () => Promise<T>): Promise<T> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    for (const pid of pids) wake(pid);
  }
}

/** The same with all of PostgreSQL: its first process stands still before the others are counted. */
export async function whilePostgresFrozen<T>({ postmaster, processes }: DatabaseServer, work: () => Promise<T>) {
  return whileFrozen([await postmaster()], async () => whileFrozen(await processes(), work));
}

function wake(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // It was killed meanwhile.
  }
}
