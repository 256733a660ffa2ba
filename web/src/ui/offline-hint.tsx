import WifiOff from 'lucide-react/icons/wifi-off';
import { useI18n } from '../i18n/i18n.tsx';
import { useOnline } from './use-online.ts';

/** The region is always there, so that a screen reader hears when something appears in it. */
export function OfflineHint() {
  const { t } = useI18n();
  const online = useOnline();
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
