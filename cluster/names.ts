/** A network device's name has fifteen characters at most. */
const PREFIX = 'krapao';

/** Names what outlives this process in the system, so that the next run knows which process made it. */
export const nameOfOurs = (what: string) => `${PREFIX}${process.pid}-${what}`;

export const isOurs = (name: string) => name.startsWith(nameOfOurs(''));

/** Whether the run that made it has ended without removing it. */
export function isLeftBehind(name: string): boolean {
  const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
  return pid !== undefined && !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
