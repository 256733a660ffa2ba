const LOG_PREFIX = /^\S+ \S+ UTC \[\d+\] /;
const TELLING = /error|fatal|hint|could not|cannot/i;

/** The lines of PostgreSQL's output that say what went wrong, without their time stamps. */
export function quoteLog(log: string): string {
  const lines = log.trim().split('\n');
  const telling = lines.filter((line) => TELLING.test(line));
  return (telling.length > 0 ? telling : lines)
    .slice(-3)
    .map((line) => line.replace(LOG_PREFIX, '').trim())
    .join(' ');
}

/** Explains an error that only names a system call: what is wrong and what to do. */
export function inOneSentence(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device|free disk space/.test(message)) {
    return new Error(`The disk is full, so the database in ${dataDir} cannot start: free some space.`);
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new Error(`${message}: let this user write there, or set another DATA_DIR.`);
  }
  return error;
}
