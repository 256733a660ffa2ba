import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOCALES } from '../contract/src/editions.ts';
import { PLACE, SIZES } from './choice.ts';

const WIDTHS = SIZES.map(({ width }) => width).toSorted((a, b) => a - b);
const SERIES = LOCALES.flatMap((locale) => WIDTHS.map((width) => `${locale}/${width}`));

const STYLE = `
  body { margin: 0; background: #20242c; color: #eee; font: 14px system-ui; }
  section { padding: 12px 16px; border-top: 1px solid #444; }
  h2 { position: sticky; left: 16px; width: fit-content; margin: 0 0 8px; font-size: 15px; }
  ol { display: flex; gap: 12px; width: max-content; margin: 0; padding: 0; list-style: none; }
  img { display: block; width: auto; height: 420px; object-fit: cover; object-position: top; background: #000; }
  span { color: #aaa; font-size: 12px; }
`;

/** Writes a page on which each screen is a row: every language, from the narrowest picture to the widest. */
export async function writeContactSheet(): Promise<{ address: string; screens: number; pictures: number }> {
  const found = await Promise.all(SERIES.map(async (series) => [series, await filesIn(series)] as const));
  const rows = new Map<string, string[]>();
  for (const [series, files] of found)
    for (const file of files) rows.set(file, [...(rows.get(file) ?? []), cell(series, file)]);
  const sections = [...rows.keys()].toSorted().map((file) => {
    const name = file.replace(/\.\w+$/, '').replaceAll('-', ' ');
    return `<section><h2>${name}</h2><ol>${rows.get(file)?.join('')}</ol></section>`;
  });
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title><style>${STYLE}</style>`;
  await mkdir(PLACE, { recursive: true });
  const path = join(PLACE, 'index.html');
  await writeFile(path, `${head}${sections.join('\n')}</html>\n`);
  const pictures = found.reduce((sum, [, files]) => sum + files.length, 0);
  return { address: pathToFileURL(path).href, screens: rows.size, pictures };
}

/** The widths and heights give a picture its room before it is fetched, cut to one window. */
function cell(series: string, file: string): string {
  const { width, height } = SIZES.find((size) => series.endsWith(`/${size.width}`)) ?? { width: 1, height: 1 };
  const source = `${series}/${encodeURIComponent(file)}`;
  const ratio = `aspect-ratio:${width}/${height}`;
  return `<li><a href="${source}"><img loading="lazy" alt="" src="${source}" style="${ratio}"></a><span>${series}</span></li>`;
}

const filesIn = (series: string) => readdir(join(PLACE, series)).catch(() => [] as string[]);
