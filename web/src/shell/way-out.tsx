import { Suspense } from 'react';
import { useInAppBrowser } from '../platform/in-app-browser.ts';
import { fetchedPart } from '../platform/preload.ts';

/** A page without its hint is still a page. */
const InAppHint = fetchedPart(() => import('./in-app-hint.tsx').catch(() => ({ default: () => null })));

/** At the end of every page that another app has opened. */
export function WayOut() {
  const app = useInAppBrowser();
  return (
    app && (
      <Suspense>
        <InAppHint app={app} />
      </Suspense>
    )
  );
}
