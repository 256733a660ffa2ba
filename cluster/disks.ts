import { execFile } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Parts } from '../world/databases.ts';
import { isLeftBehind, nameOfOurs } from './names.ts';
import { folderFor } from './programs.ts';

/** A file system of a size of its own, in memory. */
export type Disk = { folder: string; fill: () => Promise<void>; free: () => Promise<void> };

const SIZE = '2g';
const BALLAST = 'ballast';
const PIECE = Buffer.alloc(2 ** 20);

const run = promisify(execFile);

export async function makeDisk(parts: Parts, user: string, within: string, name: string): Promise<Disk> {
  const folder = await folderFor(user, within, name);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700,uid=${user},gid=${user}`, nameOfOurs(name), folder]);
  parts.defer(async () => {
    await run('umount', ['--lazy', folder]);
  });
  const ballast = join(folder, BALLAST);
  return { folder, fill: () => fill(ballast), free: () => rm(ballast) };
}

/** To the last byte. */
async function fill(file: string): Promise<void> {
  await using ballast = await open(file, 'w');
  try {
    for (;;) await ballast.writeFile(PIECE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** Of runs that were killed. */
export async function removeOldDisks(): Promise<void> {
  const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
  for (const [name = '', folder = ''] of mounts) if (isLeftBehind(name)) await run('umount', ['--lazy', folder]);
}
