import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import product from '../package.json' with { type: 'json' };
import { AFTER_PAINT, renderedPages } from './rendered-pages.ts';
import { sectionOf } from './sections.ts';
import { heldTogether } from './src/i18n/held-words.ts';

const API_PATHS = ['/api', '/hooks', '/media', '/reference', '/healthz', '/readyz'];
const TEXT_FILE = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;

const LOGIN = /web[\\/]src[\\/](?:main|features[\\/]members[\\/]account[\\/]login-page)\.tsx$/;
type Graph = { getModuleInfo: (id: string) => { importers: readonly string[] } | null };

/** The icons come by one file that imports them all, which hides who asks for them: these are on /login. */
const LOGIN_ICON =
  /lucide-react[\\/].*[\\/]icons[\\/](?:check|chevron-down|circle-play|cloud-off|eye|eye-off|globe|house|info|loader-circle|message-circle|user-plus|wifi-off)\.mjs$/;
const ICON = /lucide-react[\\/].*[\\/]icons[\\/]/;

/** Whether /login imports the module before it is seen: by itself or by a part of it. */
function isOfLogin(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (ICON.test(id)) return LOGIN_ICON.test(id);
  if (LOGIN.test(id)) return true;
  seen.add(id);
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => !seen.has(importer) && isOfLogin(importer, graph, seen));
}

/**
 * A few chunks that many screens need, instead of a score of small ones: what changes only with an upgrade, what /login
 * needs, and what several members' screens share. The rest splits by screen.
 */
const CHUNKS = [
  { name: 'vendor', test: /node_modules[\\/](?:react|react-dom|scheduler|react-router)[\\/]/, priority: 3 },
  { name: 'queries', test: /@tanstack/, priority: 3 },
  { name: (id: string, graph: Graph) => (isOfLogin(id, graph) ? 'core' : null), minShareCount: 2, priority: 2 },
  {
    name: 'parts',
    test: /lucide-react|web[\\/]src[\\/](?:platform|ui|i18n|shell)[\\/](?!toast-region|dialog|alert-dialog|query-|socket|pager|use-wide|use-once\.|use-fresh|use-checked-form|pending-ids|banner-carousel|otp-input|stepper-bar|countdown|rail|date-field|tabs|safe-html|held-words|bank-name|currency-names|money-words|paged-table|table|radio-row|quick-picks|use-back-closes|use-drag-shut|heading-back-home|member-|terminated-|not-found-).*\.tsx?$|contract[\\/]src[\\/](?!rules|phones)/,
    minShareCount: 2,
    priority: 1,
  },
];

const DICTIONARY = /i18n[\\/]\w+\.json\?(\w+)$/;

/** A section of a dictionary. Words are held together here, where no browser waits for it. */
function dictionaries(): Plugin {
  return {
    name: 'dictionaries',
    enforce: 'pre',
    transform: (code, id) => {
      const section = DICTIONARY.exec(id)?.[1];
      if (!section) return null;
      const texts = Object.entries(JSON.parse(code)).filter(([key]) => sectionOf(key) === section);
      const json = heldTogether(JSON.stringify(Object.fromEntries(texts)));
      // With a question mark in its name a file is no JSON to the bundler.
      return { code: `export default ${json}`, moduleType: 'js', map: null };
    },
  };
}

const ROUTER = /react-router[\\/]dist[\\/]production[\\/].*\.js$/;

/** Names for developers' tools keep every part of the router in the bundle, used or not: they are taken away. */
function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: (code, id) => {
      if (!ROUTER.test(id)) return null;
      const lean = code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/(?<== )React\$1\.(?:forwardRef|createContext)\(/g, (make) => `/* @__PURE__ */ ${make}`);
      return { code: lean, map: null };
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
      leanRouter(),
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
