import './app.css';
import { LOCALES, type Locale } from '@krapao/contract/editions.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { LANGUAGE_TAGS } from './i18n/dictionary.ts';
import { chosenLocale, loadLanguage } from './i18n/i18n.tsx';
import { InBrowser } from './platform/place.tsx';
import { App, fetchFirstScreen, isForThisVisit } from './router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const painted = paintedLocale(root);
const [, language] = await Promise.all([fetchFirstScreen(), loadLanguage(painted ?? chosenLocale())]);
const app = (
  <InBrowser isPainted={painted !== undefined}>
    <App language={language} />
  </InBrowser>
);
if (painted) hydrateRoot(root, app);
else createRoot(root).render(app);

/**
 * The language of the screen that the page came with, if that is the screen to show. It is taken over in this language, so
 * that what was typed by now stays; then the app changes to the chosen language.
 */
function paintedLocale(place: HTMLElement): Locale | undefined {
  if (!place.hasChildNodes() || !isForThisVisit()) return undefined;
  return LOCALES.find((locale) => LANGUAGE_TAGS[locale] === document.documentElement.lang);
}
