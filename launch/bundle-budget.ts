import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The chunks that a screen loads before it is whole, with the texts of the default edition's language. */
export const LOGIN = {
  path: '/login',
  allowedKb: 91,
  chunks: ['src/after-paint.ts', 'index.html', 'src/features/members/account/login-page.tsx'],
  texts: ['th-public-'],
};
const SCREENS = [
  LOGIN,
  {
    path: '/user/home',
    allowedKb: 150,
    chunks: [
      'index.html',
      'src/shell/member-shell.tsx',
      'src/features/home/home-page.tsx',
      'src/platform/query-scope.tsx',
    ],
    texts: ['th-public-', 'th-member-'],
  },
];

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** Says in a sentence per screen how large its initial JavaScript is. Refuses a build over the budget. */
export async function checkBundleBudget(dist: string): Promise<string> {
  const figures: string[] = [];
  for (const { allowedKb, ...screen } of SCREENS) {
    const bytes = await scriptBytesOf(dist, screen);
    const figure = `${screen.path} loads ${(bytes / 1000).toFixed(1)} kB of JavaScript (gzip), of ${allowedKb} kB allowed`;
    if (bytes > allowedKb * 1000) throw new Error(`${figure}: make a part of it lazy.`);
    figures.push(figure);
  }
  return figures.join('\n');
}

type Screen = { chunks: string[]; texts?: string[] };

/** The size, compressed, of these chunks of a build, of all that they import, and of the texts. */
export async function scriptBytesOf(dist: string, { chunks, texts = [] }: Screen): Promise<number> {
  const manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const assets = await readdir(join(dist, 'assets'));
  const textFiles = texts.map((start) => assets.find((asset) => asset.startsWith(start) && asset.endsWith('.json')));
  const files = [...filesOf(manifest, chunks), ...textFiles.map((file) => `assets/${file}`)];
  const contents = await Promise.all(files.map((file) => readFile(join(dist, file))));
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
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
