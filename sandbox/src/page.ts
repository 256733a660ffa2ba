import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Sandbox } from './sandbox.ts';

const FOLDER = new URL('../page/', import.meta.url);
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The page for people at `/`. Only files that were there at the start have an address; no path is built from a URL. */
export async function registerPage({ http }: Sandbox): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    const type = TYPES[extname(name)];
    if (!type) continue;
    const content = await readFile(new URL(name, FOLDER));
    http.get(name === 'index.html' ? '/' : `/page/${name}`, (_request, reply) => reply.type(type).send(content));
  }
}
