import type { Locale } from '@krapao/contract/editions.ts';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { loadLanguage } from './i18n/i18n.tsx';
import { App } from './router.tsx';

/** A screen as HTML, the way a visitor first sees it. Runs at build, see rendered-pages.ts beside this folder. */
export async function renderScreen(path: string, locale: Locale): Promise<string> {
  const language = await loadLanguage(locale);
  const router = ({ children }: { children: ReactNode }) => <StaticRouter location={path}>{children}</StaticRouter>;
  // In one piece: parts that arrive later would need inline scripts.
  const { prelude } = await prerender(<App language={language} router={router} />, { progressiveChunkSize: Infinity });
  return new Response(prelude).text();
}
