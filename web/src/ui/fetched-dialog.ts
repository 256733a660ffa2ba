import { type ComponentType, createElement, useEffect, useEffectEvent, useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { ApiError } from '../platform/api-error.ts';
import { preloadable } from '../platform/preload.ts';
import { showToast } from './toast.tsx';

type DialogProps = { open: boolean; onClose: () => void };
type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * A dialog whose code is fetched when it is first opened; it then stays mounted, so that its closing is seen. Without
 * the network the page stays as it is, a toast says why, and the next press fetches the code again.
 */
export function fetchedDialog<P extends DialogProps>(load: Load<P>) {
  const FetchedDialog = (props: P) => {
    const Dialog = useFetched(load, props);
    return Dialog && createElement(Dialog, props);
  };
  return preloadable(FetchedDialog, load);
}

function useFetched<P>(load: Load<P>, { open, onClose }: DialogProps): ComponentType<P> | null {
  const { errorText } = useI18n();
  const [fetched, setFetched] = useState<{ Dialog: ComponentType<P> } | null>(null);
  const fail = useEffectEvent(() => {
    onClose();
    showToast({ tone: 'error', text: errorText(new ApiError({ code: 'NETWORK_ERROR' })) });
  });
  const isMissing = open && fetched === null;
  useEffect(() => {
    if (!isMissing) return;
    load().then(({ default: Dialog }) => setFetched({ Dialog }), fail);
  }, [isMissing, load]);
  return fetched?.Dialog ?? null;
}
