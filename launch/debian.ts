import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** None of what is installed is started by its package. */
const ENVIRONMENT = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };

/** Installs packages of the system, where that is a Debian and we are root. Answers whether all of them are there. */
export async function installFromDebian(packages: string[]): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  await apt('update');
  return apt('install', '-y', '--no-install-recommends', ...packages);
}

function apt(...words: string[]): Promise<boolean> {
  return run('apt-get', words, { env: ENVIRONMENT, maxBuffer: 64 * 2 ** 20 }).then(
    () => true,
    () => false,
  );
}
