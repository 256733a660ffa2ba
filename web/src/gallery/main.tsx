import '../look.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTexts } from '../i18n/dictionary.ts';
import { chosenLocale, I18nProvider, loadLanguage } from '../i18n/i18n.tsx';
import { At } from '../platform/place.tsx';
import { ToastHost } from '../ui/toast.tsx';
import { Gallery } from './gallery.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('gallery.html has no #root');

for (const section of ['member', 'desk'] as const) await loadTexts(section, chosenLocale());
// The links of the parts lead nowhere: the gallery stays.
root.addEventListener('click', (event) => (event.target as Element).closest('a') && event.preventDefault(), {
  capture: true,
});
const language = await loadLanguage(chosenLocale());
createRoot(root).render(
  <StrictMode>
    <I18nProvider initial={language}>
      <At path="/gallery">
        <ToastHost />
        <Gallery />
      </At>
    </I18nProvider>
  </StrictMode>,
);
