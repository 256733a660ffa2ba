import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const BUDGET_KB = 120;
/** The chunks that a first visit to /login loads: the entry, the screen and the default edition's language. */
const LOGIN = ['index.html', 'src/features/members/account/login-page.tsx', 'src/i18n/th.json'];

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** Says in a sentence how large the initial JavaScript of /login is. Refuses a build over the budget. */
export async function checkBundleBudget(dist: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  let bytes = 0;
  for (const file of filesOf(manifest, LOGIN)) bytes += gzipSync(await readFile(join(dist, file)), { level: 9 }).length;
  const figure = `/login loads ${(bytes / 1000).toFixed(1)} kB of JavaScript (gzip), of ${BUDGET_KB} kB allowed`;
  if (bytes > BUDGET_KB * 1000) throw new Error(`${figure}: make a part of it lazy.`);
  return figure;
}

/** The files of these chunks and of everything they import statically, each once. */
export function filesOf(manifest: Manifest, chunks: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The web build has no chunk ${name}: correct the list in launch/bundle-budget.ts.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  chunks.forEach(visit);
  return files;
}
