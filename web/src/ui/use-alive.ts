import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the page's script has come: until then a page that was rendered at build shows controls that do nothing. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
