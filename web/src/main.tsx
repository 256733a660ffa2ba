import './app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { chosenLocale, I18nProvider, loadLanguage } from './i18n/i18n.tsx';
import { preloadFirstScreen, Router } from './router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

preloadFirstScreen();
const language = await loadLanguage(chosenLocale());
createRoot(root).render(
  <StrictMode>
    <I18nProvider initial={language}>
      <Router />
    </I18nProvider>
  </StrictMode>,
);
