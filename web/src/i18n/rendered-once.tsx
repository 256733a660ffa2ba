import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { QueryScope } from '../platform/query-scope.tsx';
import en from './en.json' with { type: 'json' };
import { I18nProvider } from './i18n.tsx';

const ENGLISH = { locale: 'en', dictionary: en } as const;

/** For tests without a browser: a part of a page as it is drawn first, in English. */
export function markupOf(part: ReactNode): string {
  return renderToStaticMarkup(
    <I18nProvider initial={ENGLISH}>
      <QueryScope>{part}</QueryScope>
    </I18nProvider>,
  );
}

/** What a member reads in that part. */
export function wordsIn(part: ReactNode): string {
  const text = markupOf(part).replace(/<[^>]*>/g, ' ');
  return text.replaceAll('&#x27;', "'").replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim();
}

/** What a hook returns in a page that is drawn once. */
export function hookOf<Held>(use: () => Held): Held {
  const held: Held[] = [];
  const Holder = () => {
    held.push(use());
    return null;
  };
  markupOf(<Holder />);
  return held[0] as Held;
}
