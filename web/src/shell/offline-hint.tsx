import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useI18n } from '../i18n/i18n.tsx';

function watch(onChange: () => void) {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** The region is always there, so that a screen reader hears when something appears in it. */
export function OfflineHint() {
  const { t } = useI18n();
  const online = useSyncExternalStore(watch, () => navigator.onLine);
  return (
    <div role="status" className="mx-auto flow-root w-full max-w-6xl px-4 lg:px-8">
      {!online && (
        <p className="mt-3 flex items-center gap-3 rounded-md border border-info/25 bg-info/10 px-4 py-2.5 text-small">
          <WifiOff aria-hidden="true" className="size-5 shrink-0 text-info" />
          {t('state.offline')}
        </p>
      )}
    </div>
  );
}
