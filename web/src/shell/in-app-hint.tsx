import ExternalLink from 'lucide-react/icons/external-link';
import { useI18n } from '../i18n/i18n.tsx';
import { type InAppBrowser, wayOut } from '../platform/in-app-browser.ts';
import { usePlace } from '../platform/place.tsx';
import { buttonClass } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';

/** Says what does not work in the browser of another app, and leads to the phone's own. */
export default function InAppHint({ app }: { app: InAppBrowser }) {
  const { t } = useI18n();
  const { pathname, search } = usePlace();
  const address = window.location.origin + pathname + search;
  const out = wayOut(address);
  return (
    <aside className="mx-auto mt-8 flex w-full max-w-md flex-wrap items-center justify-center gap-x-3 gap-y-2 text-center text-small text-muted">
      <p className="text-pretty">
        {t('inApp.text', { app })} {!out && t('inApp.menu')}
      </p>
      {out ? (
        <a href={out} className={buttonClass({ variant: 'plain', size: 's' })}>
          <ExternalLink aria-hidden="true" className="size-4" />
          {t('inApp.open')}
        </a>
      ) : (
        <CopyButton text={address} what={t('inApp.address')} />
      )}
    </aside>
  );
}
