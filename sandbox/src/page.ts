import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { GAMES } from './games/catalogue.ts';
import type { Sandbox } from './sandbox.ts';

/** The product's colours and sizes. Tailwind reads them from `@theme`, a browser from `:root`. */
const TOKENS = new URL('../../web/src/tokens.css', import.meta.url);
const FOLDER = new URL('../page/', import.meta.url);
const CSS = 'text/css; charset=utf-8';
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': CSS,
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
  const tokens = (await readFile(TOKENS, 'utf8')).replace('@theme', ':root');
  http.get('/page/tokens.css', (_request, reply) => reply.type(CSS).send(tokens));
  const colours = GAMES.map(({ code, colour }) => `[data-game="${code}"] { --game: ${colour}; }`).join('\n');
  http.get('/page/game-colours.css', (_request, reply) => reply.type(CSS).send(colours));
}
