import type { Locale } from '@krapao/contract/editions.ts';
import { prerender } from 'react-dom/static';
import { loadLanguage } from './i18n/i18n.tsx';
import { At } from './platform/place.tsx';
import { App, fetchScreen } from './router.tsx';

/**
 * A screen as HTML, the way it is first seen: a member's with its shell, before any figure has come. Runs at build, see
 * rendered-pages.ts beside this folder.
 */
export async function renderScreen(path: string, locale: Locale): Promise<string> {
  await fetchScreen(path, true);
  const language = await loadLanguage(locale);
  // In one piece: parts that arrive later would need inline scripts.
  const { prelude } = await prerender(
    <At path={path}>
      <App language={language} />
    </At>,
    { progressiveChunkSize: Infinity },
  );
  return new Response(prelude).text();
}
