import './app.css';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router';
import { LANGUAGE_TAGS } from './i18n/dictionary.ts';
import { chosenLocale, loadLanguage } from './i18n/i18n.tsx';
import { screenHistory } from './platform/screen-history.ts';
import { currentToken } from './platform/session.ts';
import { App, preloadFirstScreen } from './router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

preloadFirstScreen();
const language = await loadLanguage(chosenLocale());
const app = <App language={language} router={BrowserRouter} />;
if (isPainted(root)) hydrateRoot(root, app);
else createRoot(root).render(app);

/** Whether the page came with this very screen: that of a visitor, in this language, on no errand from another screen. */
function isPainted(place: HTMLElement): boolean {
  const isInLanguage = document.documentElement.lang === LANGUAGE_TAGS[language.locale];
  return place.hasChildNodes() && isInLanguage && currentToken() === null && !screenHistory.location.state;
}

function BrowserRouter({ children }: { children: ReactNode }) {
  return <HistoryRouter history={screenHistory}>{children}</HistoryRouter>;
}
