import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import product from '../package.json' with { type: 'json' };
import { dictionaries } from './dictionaries.ts';
import { AFTER_PAINT, renderedPages } from './rendered-pages.ts';

const API_PATHS = ['/api', '/hooks', '/media', '/reference', '/healthz', '/readyz'];
const TEXT_FILE = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;

type Graph = { getModuleInfo: (id: string) => { importers: readonly string[] } | null };

const LOGIN = /web[\\/]src[\\/](?:main|features[\\/]members[\\/]account[\\/]login-page|shell[\\/]trust)\.tsx$/;
const HOME = /web[\\/]src[\\/](?:shell[\\/]member-shell|features[\\/]home[\\/]home-page)\.tsx$/;

/** Whether one of these screens imports the module before it is seen: by itself or by a part of it. */
function isPartOf(screens: RegExp, id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (screens.test(id)) return true;
  seen.add(id);
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => !seen.has(importer) && isPartOf(screens, importer, graph, seen));
}

/**
 * A few chunks that many screens need, instead of a score of small ones: what changes only with an upgrade, what /login
 * needs, and what home shares with other members' screens. The rest splits by screen.
 */
const CHUNKS = [
  { name: 'vendor', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: 'queries', test: /@tanstack/, priority: 3 },
  {
    name: (id: string, graph: Graph) => (isPartOf(LOGIN, id, graph) ? 'core' : null),
    minShareCount: 2,
    priority: 2,
  },
  {
    name: (id: string, graph: Graph) => (isPartOf(HOME, id, graph) ? 'parts' : null),
    minShareCount: 2,
    priority: 1,
  },
];

/** Compressing once at build lets the server send the best ratio without spending a cycle per request. */
function compressedSiblings(): Plugin {
  let outDir = '';
  return {
    name: 'compressed-siblings',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      const files = await readdir(outDir, { recursive: true });
      await Promise.all(files.filter((file) => TEXT_FILE.test(file)).map((file) => compress(join(outDir, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const brotli = promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  const gzipped = promisify(gzip)(content, { level: 9 });
  await Promise.all([writeFile(`${file}.br`, await brotli), writeFile(`${file}.gz`, await gzipped)]);
}

export default defineConfig(() => {
  const define = { 'import.meta.env.PRODUCT_VERSION': JSON.stringify(product.version) };
  const target = process.env.API_URL ?? 'http://127.0.0.1:3001';
  return {
    root: import.meta.dirname,
    define,
    plugins: [
      react(),
      tailwindcss(),
      dictionaries(),
      compressedSiblings(),
      renderedPages({ root: import.meta.dirname, define, plugins: [react(), dictionaries()] }),
    ],
    build: {
      outDir: 'dist',
      manifest: true,
      // A strict CSP allows no inlined scripts, styles or fonts.
      assetsInlineLimit: 0,
      // What every page has is named by the page, and not again by each part of it.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, files, { hostType }) =>
          files.filter((file) => hostType === 'html' || !/assets\/(?:vendor|core|rolldown-runtime)-/.test(file)),
      },
      target: 'es2022',
      rolldownOptions: {
        input: ['index.html', AFTER_PAINT].map((entry) => resolve(import.meta.dirname, entry)),
        output: { codeSplitting: { groups: CHUNKS } },
      },
    },
    server: {
      proxy: {
        ...Object.fromEntries(API_PATHS.map((path) => [path, { target }])),
        '/socket.io': { target, ws: true },
      },
    },
  };
});
