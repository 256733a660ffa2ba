import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCALES, type Locale } from '@krapao/contract/editions.ts';
import type { Plugin } from 'vite';
import { SECTIONS, sectionOf } from './sections.ts';
import type { Section } from './src/i18n/dictionary.ts';
import { heldTogether } from './src/i18n/held-words.ts';

const DICTIONARY = /i18n[\\/]\w+\.json\?(\w+)$/;

/**
 * The dictionaries by section and language. A build has a file of each, and the page tells their names: a script that
 * knew them would be renamed by a changed word, and every script that imports it.
 */
export function dictionaries(): Plugin {
  let files: TextFile[] = [];
  return {
    name: 'dictionaries',
    enforce: 'pre',
    transform: (code, id) => {
      const section = DICTIONARY.exec(id)?.[1];
      // With a question mark in its name a file is no JSON to the bundler.
      return section ? { code: `export default ${textsOf(code, section)}`, moduleType: 'js', map: null } : null;
    },
    buildStart: async () => {
      files = (await Promise.all(LOCALES.map(textFilesOf))).flat();
    },
    generateBundle() {
      for (const { name, source } of files) this.emitFile({ type: 'asset', fileName: `assets/${name}`, source });
    },
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'texts', content: files.map(({ name }) => name).join(' ') }, injectTo: 'head' },
    ],
  };
}

type TextFile = { name: string; source: string };

async function textFilesOf(locale: Locale): Promise<TextFile[]> {
  const dictionary = await readFile(join(import.meta.dirname, 'src', 'i18n', `${locale}.json`), 'utf8');
  return SECTIONS.map((section) => {
    const source = textsOf(dictionary, section);
    const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
    return { name: `${textFileStart(locale, section)}${hash}.json`, source };
  });
}

/** How the name of this file begins, whatever is in it. */
export const textFileStart = (locale: Locale, section: Section) => `${locale}-${section}-`;

/** Words are held together here, where no browser waits for it. */
function textsOf(dictionary: string, section: string): string {
  const texts = Object.entries(JSON.parse(dictionary)).filter(([key]) => sectionOf(key) === section);
  return heldTogether(JSON.stringify(Object.fromEntries(texts)));
}
