import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EDITIONS, type Edition, LOCALES, type Locale } from '@krapao/contract/editions.ts';
import { build, type InlineConfig, type Manifest, type Plugin } from 'vite';
import { textFileStart } from './dictionaries.ts';
import type { Section } from './src/i18n/dictionary.ts';

/**
 * A page with a path is rendered: it paints before any script. `chunks`: what it asks for next. A member waits for figures,
 * which only the script can ask for: it is asked for at once, and not after the first paint as for a visitor.
 */
type PagePlan = { path?: string; chunks: string[]; isMembers?: true };

const membersPage = (path: string, chunk: string): PagePlan => ({
  path,
  chunks: ['src/shell/member-shell.tsx', chunk, 'src/platform/query-scope.tsx'],
  isMembers: true,
});

/** The pages by their names; server/src/platform/pages.ts knows the address of each. */
const PAGES: Record<string, PagePlan> = {
  login: { path: '/login', chunks: ['src/features/members/account/login-page.tsx'] },
  reset: { path: '/reset', chunks: ['src/features/members/reset/reset-page.tsx'] },
  contact: {
    path: '/contact',
    chunks: ['src/features/members/lookups/contact-page.tsx', 'src/platform/query-scope.tsx'],
  },
  terminated: { path: '/terminated', chunks: ['src/shell/terminated-page.tsx'] },
  home: membersPage('/user/home', 'src/features/home/home-page.tsx'),
  statement: membersPage('/user/statement', 'src/features/money/statement/statement-page.tsx'),
  profile: membersPage('/user/profile', 'src/features/members/account/profile-page.tsx'),
  bonus: membersPage('/user/bonus', 'src/features/rewards/bonus-page.tsx'),
  spin: membersPage('/user/spin', 'src/features/rewards/spin-wheel/spin-page.tsx'),
  'user-contact': membersPage('/user/contact', 'src/features/members/lookups/contact-page.tsx'),
  'user-howto': membersPage('/user/howto', 'src/features/howto/howto-page.tsx'),
  /** Every other address; most visitors come by / and are led to /login. */
  app: { chunks: ['src/features/members/account/login-page.tsx'] },
};

const LATIN = 'noto-sans-latin-';
const FONTS: Record<Locale, string[]> = {
  th: [LATIN, 'noto-sans-thai-thai-'],
  la: [LATIN, 'noto-sans-lao-lao-'],
  en: [LATIN],
};

/** A script of the app, or the hint of one or of its texts. */
const SCRIPT = /<script type="module".*?<\/script>|<link rel="(?:modulepreload|preload" as="fetch)"[^>]*>/g;
export const AFTER_PAINT = 'src/after-paint.ts';

type Rendering = typeof import('./src/rendering.tsx');
type Build = { dist: string; html: string; css: string; manifest: Manifest; assets: string[] };

/** Writes the pages, by edition and language, beside index.html; the server sends them (server/src/platform/pages.ts). */
export function renderedPages(config: Pick<InlineConfig, 'root' | 'define' | 'plugins'>): Plugin {
  let dist = '';
  return {
    name: 'rendered-pages',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      dist = join(root, outDir);
    },
    closeBundle: async () => {
      const made = await readBuild(dist);
      const code = join(dist, '.rendering');
      await build({
        ...config,
        configFile: false,
        logLevel: 'error',
        build: { ssr: 'src/rendering.tsx', outDir: join(code, 'th'), emptyOutDir: true, assetsInlineLimit: 0 },
      });
      // Each edition has the modules anew: they read their edition once.
      await cp(join(code, 'th'), join(code, 'la'), { recursive: true });
      for (const edition of EDITIONS) await writePages(edition, code, made);
      await rm(code, { recursive: true });
    },
  };
}

async function readBuild(dist: string): Promise<Build> {
  const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8'));
  const [styles = ''] = manifest['index.html']?.css ?? [];
  return {
    dist,
    manifest,
    html: await readFile(join(dist, 'index.html'), 'utf8'),
    css: await readFile(join(dist, styles), 'utf8'),
    assets: await readdir(join(dist, 'assets')),
  };
}

async function writePages(edition: Edition, code: string, made: Build): Promise<void> {
  // What the app reads of the page that it is in.
  Object.assign(globalThis, { document: { documentElement: { dataset: { edition } }, title: 'Krapao' } });
  const rendering: Rendering = await import(pathToFileURL(join(code, edition, 'rendering.js')).href);
  const folder = join(made.dist, '.pages', edition);
  await mkdir(folder, { recursive: true });
  for (const [name, plan] of Object.entries(PAGES)) {
    for (const locale of LOCALES) {
      const screen = plan.path === undefined ? null : await rendering.renderScreen(plan.path, locale);
      await writeFile(join(folder, `${name}.${locale}.html`), pageOf(made, { name, screen, locale, ...plan }));
    }
  }
  Reflect.deleteProperty(globalThis, 'document');
}

type PageParts = PagePlan & { name: string; screen: string | null; locale: Locale };

function pageOf(made: Build, { name, screen, chunks, isMembers, locale }: PageParts): string {
  const sections: Section[] = isMembers ? ['public', 'member'] : ['public'];
  const hints = [
    ...FONTS[locale].map((font) => fontHint(made, font)),
    ...scriptHints(made, chunks),
    ...sections.map((section) => textHint(made, textFileStart(locale, section))),
  ];
  const page = made.html.replace('</head>', () => `${hints.join('\n    ')}\n  </head>`);
  if (screen === null) return page;
  if (/<script|\sstyle=/.test(screen)) throw new Error(`The page ${name} has a script or a style of its own.`);
  const painted = page
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${made.css}</style>`)
    .replace('<div id="root">', () => `<div id="root">${screen}`);
  return isMembers ? painted : withScriptsAfterPaint(painted, made);
}

function withScriptsAfterPaint(page: string, { manifest }: Build): string {
  const scripts = page.match(SCRIPT) ?? [];
  return page
    .replaceAll(SCRIPT, '')
    .replace(
      '</head>',
      () => `<script type="module" fetchpriority="low" src="/${manifest[AFTER_PAINT]?.file}"></script>\n  </head>`,
    )
    .replace('</body>', () => `<template>${scripts.join('')}</template>\n  </body>`);
}

function textHint({ assets }: Build, start: string): string {
  const file = assets.find((asset) => asset.startsWith(start) && asset.endsWith('.json'));
  if (!file) throw new Error(`The web build has no texts ${start}`);
  return `<link rel="preload" as="fetch" crossorigin href="/assets/${file}">`;
}

function fontHint({ assets }: Build, font: string): string {
  const file = assets.find((asset) => asset.startsWith(font) && asset.endsWith('.woff2'));
  if (!file) throw new Error(`The web build has no font ${font}`);
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`;
}

/** The chunks and all that they import, but for what the page asks for already. */
function scriptHints({ manifest, html }: Build, chunks: string[]): string[] {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The web build has no chunk ${name}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  chunks.forEach(visit);
  const asked = [...files].filter((file) => !html.includes(`/${file}"`));
  return asked.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
}
