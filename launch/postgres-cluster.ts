import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeSystemHome, SYSTEM_HOME } from './postgres-binaries.ts';
import { quoteLog } from './postgres-errors.ts';
import { canReach, type ServerUser } from './postgres-user.ts';

export type Cluster = {
  folder: string;
  /** Where PostgreSQL's programs are. */
  native: string;
  user: ServerUser | undefined;
};

const PASSWORD_FILE = 'krapao.password';

/**
 * The folder the cluster really lives in. A user who cannot reach the data directory (root's project folder is often
 * closed to other users) gets a folder outside, and the data directory becomes a link to it: deleting the data
 * directory still means a fresh start, and renaming it keeps the data.
 */
export async function placeCluster(dataDir: string, user: ServerUser | undefined): Promise<string> {
  const present = await lstat(dataDir).catch(() => undefined);
  if (present?.isSymbolicLink()) return resolve(dirname(dataDir), await readlink(dataDir));

  await mkdir(dirname(dataDir), { recursive: true });
  const parent = await realpath(dirname(dataDir));
  const folder = join(parent, basename(dataDir));
  if (await canReach(user, parent)) return folder;
  if (present && (await readdir(folder)).length > 0) {
    throw new Error(
      `PostgreSQL's user (uid ${user?.uid}) cannot reach ${folder}: let others pass through the folders above it (chmod o+x), or start as the user who owns them.`,
    );
  }
  if (present) await rmdir(folder);
  await makeSystemHome();
  const outside = join(SYSTEM_HOME, `cluster-${randomBytes(6).toString('hex')}`);
  await symlink(outside, folder);
  return outside;
}

/** False if there is no cluster yet. Refuses a folder of another PostgreSQL version or with other contents. */
export async function clusterExists(folder: string, serverVersion: string): Promise<boolean> {
  const found = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(
      `${folder} cannot be read (${error.code}): start as the user who owns it, or set another DATA_DIR.`,
    );
  });
  if (found === undefined) {
    const rest = await readdir(folder).catch(() => []);
    if (rest.length === 0) return false;
    throw new Error(`${folder} is not empty and holds no PostgreSQL cluster: move it away, or set another DATA_DIR.`);
  }
  const version = found.trim();
  if (version === serverVersion) return true;
  throw new Error(
    `${folder} was made by PostgreSQL ${version} and this is PostgreSQL ${serverVersion}: upgrade it with pg_upgrade, or set another DATA_DIR.`,
  );
}

export async function readPassword(folder: string): Promise<string> {
  return readFile(join(folder, PASSWORD_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `The password of the cluster in ${folder} cannot be read (${error.code}): this folder was made by something else; set another DATA_DIR.`,
    );
  });
}

/** Makes the cluster in a folder beside and renames it as the last step, so that a cluster is whole or absent. */
export async function createCluster(
  { folder, native, user }: Cluster,
  { durable }: { durable: boolean },
): Promise<void> {
  await removeUnfinished(folder);
  const unfinished = await mkdtemp(`${folder}.initdb-`);
  try {
    const cluster = join(unfinished, 'cluster');
    const passwordFile = join(unfinished, PASSWORD_FILE);
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (user) {
      await chown(unfinished, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    await initdb(native, user, [
      `--pgdata=${cluster}`,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? ['--data-checksums', '--sync-method=fsync'] : ['--no-data-checksums', '--no-sync']),
    ]);
    await rename(passwordFile, join(cluster, PASSWORD_FILE));
    await rmdir(folder).catch(() => undefined);
    await rename(cluster, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Removes the folders that a start left when it was killed during initdb. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.initdb-`)) continue;
    await rm(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 3 });
  }
}

async function initdb(native: string, user: ServerUser | undefined, args: string[]): Promise<void> {
  try {
    const env = { ...process.env, LC_ALL: 'C' };
    await promisify(execFile)(join(native, 'bin', 'initdb'), args, { ...user, cwd: dirname(native), env });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`PostgreSQL could not create its cluster: ${quoteLog(stderr || message)}`);
  }
}
