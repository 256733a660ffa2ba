import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { ROOT } from '../launch/tool.ts';

const WEB = join(ROOT, 'web');
const SITE = 'https://gallery.test';
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The product does not serve the gallery: it is built in memory and handed to this page alone. */
export async function openGallery(page: Page): Promise<void> {
  const files = await buildGallery();
  await page.route(`${SITE}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const body = files.get(pathname);
    const contentType = TYPES[extname(pathname)] ?? 'application/octet-stream';
    return route.fulfill(body ? { body, contentType } : { status: 404 });
  });
  await page.goto(`${SITE}/gallery.html`);
}

async function buildGallery(): Promise<Map<string, Buffer>> {
  const environment = { ...process.env };
  const built = await build({
    root: WEB,
    logLevel: 'error',
    build: { write: false, minify: false, rolldownOptions: { input: join(WEB, 'gallery.html') } },
  });
  // Vite leaves NODE_ENV=production behind, and every process that a later test of this worker starts would inherit it.
  process.env = environment;
  const outputs = [built].flat().flatMap((part) => ('output' in part ? part.output : []));
  return new Map(
    outputs.map((file) => [`/${file.fileName}`, Buffer.from(file.type === 'chunk' ? file.code : file.source)]),
  );
}
