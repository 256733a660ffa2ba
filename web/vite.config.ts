import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import product from '../package.json' with { type: 'json' };
import { heldTogether } from './src/i18n/held-words.ts';

const API_PATHS = ['/api', '/hooks', '/media', '/reference', '/healthz', '/readyz'];
const TEXT_FILE = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;

/**
 * A few chunks that many screens need, instead of a score of small ones: what changes only with an upgrade, and
 * the parts of our own that are used everywhere. The rest splits by screen.
 */
const CHUNKS = [
  { name: 'vendor', test: /node_modules[\\/](?:react|react-dom|scheduler|react-router)[\\/]/, priority: 2 },
  { name: 'queries', test: /@tanstack/, priority: 2 },
  {
    name: 'core',
    test: /lucide-react|web[\\/]src[\\/](?:platform|ui|i18n|shell)[\\/](?!toast-region|dialog|alert-dialog|query-|socket|pager|use-wide|use-once\.|use-fresh|use-checked-form|pending-ids|banner-carousel|otp-input|stepper-bar|countdown|rail|date-field|tabs|safe-html|held-words|bank-name|currency-names|money-words|paged-table|table|radio-row|quick-picks|use-back-closes|use-drag-shut|heading-back-home|member-|terminated-|not-found-).*\.tsx?$|contract[\\/]src[\\/](?!rules|phones)/,
    minShareCount: 2,
    priority: 1,
  },
];

const DICTIONARY = /i18n[\\/]\w+\.json(\?desk)?$/;
/** What the desk shares with the member's chat is in the dictionary of both. */
const DESK_TEXT = /^desk\.(?!thread\.)/;

/** A dictionary without the desk's texts, or those alone. Words are held together here, where no browser waits for it. */
function dictionaries(): Plugin {
  return {
    name: 'dictionaries',
    enforce: 'pre',
    transform: (code, id) => {
      const file = DICTIONARY.exec(id);
      if (!file) return null;
      const isDesk = file[1] !== undefined;
      const texts = Object.entries(JSON.parse(code)).filter(([key]) => DESK_TEXT.test(key) === isDesk);
      const json = heldTogether(JSON.stringify(Object.fromEntries(texts)));
      // With a question mark in its name a file is no JSON to the bundler.
      return isDesk ? { code: `export default ${json}`, moduleType: 'js', map: null } : { code: json, map: null };
    },
  };
}

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

/** What a first visit to the Thai login page asks for next; the page names it, so that it arrives with the rest. */
const FIRST_VISIT = /(?:login-page\.tsx|i18n[\\/]th\.json)$/;

function firstVisitHints(): Plugin {
  return {
    name: 'first-visit-hints',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.values(bundle)
          .filter((part) => part.type === 'chunk' && FIRST_VISIT.test(part.facadeModuleId ?? ''))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          })),
    },
  };
}

export default defineConfig(() => {
  const target = process.env.API_URL ?? 'http://127.0.0.1:3001';
  return {
    root: import.meta.dirname,
    define: { 'import.meta.env.PRODUCT_VERSION': JSON.stringify(product.version) },
    plugins: [react(), tailwindcss(), dictionaries(), firstVisitHints(), compressedSiblings()],
    build: {
      outDir: 'dist',
      manifest: true,
      // A strict CSP allows no inlined scripts, styles or fonts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2022',
      rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
    },
    server: {
      proxy: {
        ...Object.fromEntries(API_PATHS.map((path) => [path, { target }])),
        '/socket.io': { target, ws: true },
      },
    },
  };
});
