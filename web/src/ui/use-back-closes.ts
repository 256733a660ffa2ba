import { useEffectEvent, useLayoutEffect } from 'react';
import { enterDialog } from '../platform/dialog-entries.ts';

/** While the dialog is open, the browser's back button closes it instead of leaving the screen. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => (open ? enterDialog({ close: () => close() }) : undefined), [open]);
}
