import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Edition, LOCALES, type Locale } from '@krapao/contract/editions.ts';
import { BadConfig, type Config } from '../config.ts';

/** A page of the web app as this service shows it. */
export type Page = {
  html: string;
  /** What the policy must allow: the hash of the page's one style, if it has one. */
  styleHash: string | null;
};

/** The pages that the build made for an address of their own (web/rendered-pages.ts); every other is `app`. */
const NAMES: Record<string, string> = {
  '/login': 'login',
  '/reset': 'reset',
  '/contact': 'contact',
  '/terminated': 'terminated',
  '/user': 'home',
  '/user/home': 'home',
  '/user/statement': 'statement',
  '/user/profile': 'profile',
  '/user/bonus': 'bonus',
  '/user/spin': 'spin',
  '/user/contact': 'user-contact',
  '/user/howto': 'user-howto',
};

export type ContactText = (locale: Locale) => Promise<string>;

/** Reads the pages of the edition. The answer gives the page of a path in the language of a cookie. */
export async function readPages(
  config: Config,
  contactText: ContactText,
): Promise<(path: string, cookies: string | undefined) => Promise<Page>> {
  const index = await readFile(join(config.webDist, 'index.html'), 'utf8').catch(() => {
    throw new BadConfig(
      `WEB_DIST must be the folder of the built web app; there is no index.html in ${config.webDist}.`,
    );
  });
  const pages = new Map<string, Page>();
  for (const name of new Set(['app', ...Object.values(NAMES)])) {
    for (const locale of LOCALES) {
      const file = join(config.webDist, '.pages', config.edition, `${name}.${locale}.html`);
      // A web app that was built without them has one page for all.
      const html = pageFor(await readFile(file, 'utf8').catch(() => index), config, locale);
      pages.set(`${name}.${locale}`, { html, styleHash: styleHashOf(html) });
    }
  }
  return async (path, cookies) => {
    const locale = localeIn(cookies) ?? config.edition;
    const page = pages.get(`${NAMES[path] ?? 'app'}.${locale}`);
    if (!page) throw new Error(`There is no page for ${path}`);
    return CONTACT_TEXT.test(page.html) ? withContactText(page, await contactText(locale)) : page;
  };
}

/** Where the build left a place for the operators' text on how to reach support. */
const CONTACT_TEXT = /(<p data-contact-text[^>]*>)[^<]*/;
const withText = new WeakMap<Page, { text: string; page: Page }>();

/** Made anew only when operators have changed the text. */
function withContactText(page: Page, text: string): Page {
  if (text === '') return page;
  const before = withText.get(page);
  if (before?.text === text) return before.page;
  const html = page.html.replace(CONTACT_TEXT, (_, place: string) => place + escapeHtml(text));
  const made = { ...page, html };
  withText.set(page, { text, page: made });
  return made;
}

function localeIn(cookies = ''): Locale | undefined {
  const [, chosen] = /(?:^|;\s*)locale=(\w+)/.exec(cookies) ?? [];
  return LOCALES.find((locale) => locale === chosen);
}

function styleHashOf(html: string): string | null {
  const [, style] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  return style === undefined ? null : `sha256-${createHash('sha256').update(style).digest('base64')}`;
}

const compressed = new WeakMap<Page, Record<'br' | 'gzip', Buffer>>();

/** The page in the best coding that the browser takes, made at the page's first request. */
export function bodyOf(page: Page, accepted = ''): { coding: 'br' | 'gzip' | null; body: Buffer | string } {
  const coding = (['br', 'gzip'] as const).find((known) => new RegExp(`(?:^|[, ])${known}(?:[,; ]|$)`).test(accepted));
  if (!coding) return { coding: null, body: page.html };
  const bodies = compressed.get(page) ?? {
    br: brotliCompressSync(page.html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: gzipSync(page.html, { level: 9 }),
  };
  compressed.set(page, bodies);
  return { coding, body: bodies[coding] };
}

/** What is told of the service where a link to it is shared. The page is built with the Thai one. */
const TAGLINES: Record<Edition, string> = {
  th: 'กระเป๋าเงิน เกม และรางวัลของคุณในที่เดียว',
  la: 'ກະເປົາເງິນ, ເກມ ແລະ ລາງວັນຂອງທ່ານໃນບ່ອນດຽວ',
};
const LANGUAGE_TAGS: Record<Locale, string> = { th: 'th', la: 'lo', en: 'en' };
/** The name, plain or in two colours: a service with another name shows that name plainly. */
const NAME = /Krapao|kra<span[^>]*>pao<\/span>/g;

/** Settings that the page needs before its script runs, written where the build left defaults. */
function pageFor(html: string, config: Config, locale: Locale): string {
  const { edition, clientKey, iframeMode, serviceName, truelinkSecret } = config;
  const name = escapeHtml(serviceName);
  return html
    .replace('lang="th"', `lang="${LANGUAGE_TAGS[locale]}"`)
    .replace('data-edition="th"', `data-edition="${edition}"`)
    .replaceAll(TAGLINES.th, TAGLINES[edition])
    .replace('data-client-key="member-web"', () => `data-client-key="${escapeHtml(clientKey)}"`)
    .replace('data-truelink-secret="krapao-truelink"', () => `data-truelink-secret="${escapeHtml(truelinkSecret)}"`)
    .replace('data-iframe-mode="off"', `data-iframe-mode="${iframeMode ? 'on' : 'off'}"`)
    .replace(NAME, (built) => (serviceName === 'Krapao' ? built : name));
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
