import { createContext, type ReactNode, startTransition, use, useEffect, useLayoutEffect, useState } from 'react';
import { currentPlace, goTo, onMove, type Place } from './navigation.ts';

const CurrentPlace = createContext<Place | null>(null);

export function usePlace(): Place {
  const place = use(CurrentPlace);
  if (!place) throw new Error('a screen outside every place');
  return place;
}

/**
 * The app where the browser is. The screen before stays until the next one has been fetched. A page that was rendered at
 * build was rendered without a search: it is taken over as it is painted, and then follows its address.
 */
export function InBrowser({ isPainted, children }: { isPainted: boolean; children: ReactNode }) {
  const [place, setPlace] = useState(() => ({ ...currentPlace(), ...(isPainted && { search: '' }) }));
  useLayoutEffect(() => {
    const follow = () =>
      startTransition(() =>
        setPlace((before) => {
          const next = currentPlace();
          // A dialog has come or gone above the same screen.
          const isSame = next.key === before.key && next.pathname === before.pathname && next.search === before.search;
          return isSame ? before : next;
        }),
      );
    follow();
    return onMove(follow);
  }, []);
  return <CurrentPlace value={place}>{children}</CurrentPlace>;
}

/** The app at one address that never changes: while its page is rendered at build, and in the gallery. */
export function At({ path, children }: { path: string; children: ReactNode }) {
  return (
    <CurrentPlace value={{ pathname: path, search: '', key: '', state: null, by: 'load' }}>{children}</CurrentPlace>
  );
}

export function Redirect({ to }: { to: string }) {
  useEffect(() => goTo(to, { replace: true }), [to]);
  return null;
}
