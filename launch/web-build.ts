import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, runToolQuietly } from './tool.ts';

export const WEB_DIST = join(ROOT, 'web', 'dist');

const SOURCES = ['web/**/*', 'contract/src/**/*', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
const NOT_SOURCES = ['web/dist/**', 'web/node_modules/**', 'web/gallery.html', 'web/src/gallery/**', '**/*.test.*'];
const STAMP = join(WEB_DIST, '.built-from');

/** Builds the web app unless `web/dist` was built from exactly these sources. */
export async function buildWebIfStale(options: { signal?: AbortSignal } = {}): Promise<void> {
  const sources = await hashSources();
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === sources) return;
  const env = { NODE_ENV: 'production' };
  const { code, output } = await runToolQuietly('vite', ['build', 'web'], { ...options, env });
  if (code !== 0) {
    console.error(output.trim());
    throw new Error('The web app could not be built: the reason is above.');
  }
  await writeFile(STAMP, sources);
}

async function hashSources(): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(SOURCES, { cwd: ROOT, exclude: NOT_SOURCES, withFileTypes: true })) {
    if (file.isFile()) files.push(join(file.parentPath, file.name));
  }
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const content = await readFile(file);
    hash.update(`${file.slice(ROOT.length)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
