import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './tool.ts';

type Locked = {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  resolved?: string;
  integrity?: string;
};
export type LockedPackage = Locked & { path: string; name: string };

/** Every package of others in the lockfile, for any system. */
export async function lockedPackages(): Promise<LockedPackage[]> {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, locked]) => ({ ...locked, path, name: path.slice(path.lastIndexOf('node_modules/') + 13) }));
}

/** Packages whose manifest has no field for it at all. */
const TOLD_IN_ITS_README: Record<string, string> = { 'node_modules/humanize-number': 'MIT' };

/** As its own manifest says, where it is installed; else as the lockfile does. */
export async function licenceOf({ path, license: locked }: LockedPackage): Promise<string | undefined> {
  const manifest = await readFile(join(ROOT, path, 'package.json'), 'utf8').catch(() => '{}');
  const { license, licenses } = JSON.parse(manifest) as { license?: unknown; licenses?: { type: string }[] };
  if (typeof license === 'string') return license;
  // The field of old manifests: any of these licences may be chosen.
  return licenses?.map(({ type }) => type).join(' OR ') ?? locked ?? TOLD_IN_ITS_README[path];
}
