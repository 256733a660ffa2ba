import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../launch/tool.ts';
import type { Mutant } from './mutant.ts';

/** The packages of this repository: linked to the copy, where mutants can be made in them. */
const OWN_PACKAGES = '@krapao';

/**
 * The tree as it lies here, committed or not, in a folder of its own: mutants never touch the one that is worked in.
 */
export async function copyTree(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-mutants-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const { stdout } = await promisify(execFile)('git', list, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
    for (const file of stdout.split('\0').filter(Boolean)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      // One that was deleted and not committed yet is still listed.
      await copyFile(join(ROOT, file), join(folder, file)).catch(ignoreMissing);
    }
    await linkPackages(join(folder, 'node_modules'));
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function linkPackages(target: string): Promise<void> {
  const source = join(ROOT, 'node_modules');
  await mkdir(join(target, OWN_PACKAGES), { recursive: true });
  for (const name of await readdir(source))
    if (name !== OWN_PACKAGES && !name.startsWith('.')) await symlink(join(source, name), join(target, name));
  for (const name of await readdir(join(source, OWN_PACKAGES)))
    await symlink(join('..', '..', name), join(target, OWN_PACKAGES, name));
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Null where it can be made; otherwise what stands in its way. */
export async function whyNot({ file, from, to, noticedBy, test }: Mutant, folder: string): Promise<string | null> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => null);
  if (text === null) return `there is no ${file}`;
  if (from === to) return 'it changes nothing';
  const times = text.split(from).length - 1;
  if (times !== 1) return `its text stands ${times} times in ${file}: ${from}`;
  const gone = noticedBy.find((path) => !existsSync(join(folder, path)));
  if (gone !== undefined) return `there is no ${gone} to notice it`;
  const texts = await Promise.all(noticedBy.map((path) => readTests(join(folder, path))));
  return test === undefined || texts.flat().some((tests) => tests.includes(test)) ? null : `no test is named ${test}`;
}

/** The text of a test file, or of all in a folder. */
async function readTests(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [await readFile(path, 'utf8')];
  const inside = await readdir(path);
  return (await Promise.all(inside.map((name) => readTests(join(path, name))))).flat();
}

/** Makes the mutant in the copy; answers how to undo it. */
export async function make({ file, from, to }: Mutant, folder: string): Promise<() => Promise<void>> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  // Not by a pattern: in a replacement, $1 would mean something else.
  await writeFile(path, text.split(from).join(to));
  return () => writeFile(path, text);
}
