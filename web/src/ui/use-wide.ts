import { useSyncExternalStore } from 'react';

/** Where the members' rail stands beside the page there is room for a table. */
const WIDE = '(min-width: 64rem)';

function watch(onChange: () => void) {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** For layouts that differ in elements and not only in style: a table, or a list on a phone. */
export function useWide(): boolean {
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(WIDE).matches,
    // A page rendered at build does not know; what it shows by then is the same in both.
    () => false,
  );
}
