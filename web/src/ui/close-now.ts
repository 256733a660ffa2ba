import { flushSync } from 'react-dom';

/** Closes a dialog before anything else can be pressed: its button would otherwise be alive again for a moment. */
export function closeNow(onClose: () => void): void {
  flushSync(onClose);
}
