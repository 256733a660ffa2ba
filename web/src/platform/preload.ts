import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';

export type Preloadable = { preload: () => Promise<unknown> };

export function preloadable<C extends object>(component: C, preload: () => Promise<unknown>): C & Preloadable {
  return Object.assign(component, { preload });
}

/**
 * A part of the app that is fetched when it is first shown, or ahead of that. Fetched ahead it is there at once: a painted
 * page is taken over, and a screen follows another, without a moment of waiting in between.
 */
export function fetchedPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let fetched: ComponentType<P> | undefined;
  const preload = async () => {
    const { default: Part } = await load();
    fetched ??= Part;
    return { default: fetched };
  };
  const Awaited = lazy(preload);
  const FetchedPart = (props: P) => {
    // For as long as it is shown it stays the component that it was.
    const [Part] = useState<ComponentType<P>>(() => fetched ?? (Awaited as unknown as ComponentType<P>));
    return createElement(Part, props);
  };
  return preloadable(FetchedPart, preload);
}

const QUIET_MS = 1_200;

const NONE: readonly Preloadable[] = [];

/** Whether the member asked the browser to save data; not every browser tells. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/**
 * Fetches the screens and dialogs that the member is likely to open next, once the page has come to rest: they then
 * open at once, even if the network has gone in the meantime. A member who saves data fetches them on opening.
 */
export function usePreload(parts: readonly Preloadable[]): void {
  usePreloadAlways(savesData() ? NONE : parts);
}

/** Also fetches for a member who saves data: for parts that must be there when the network has gone. */
export function usePreloadAlways(parts: readonly Preloadable[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A part that could not be fetched now is fetched when it is opened.
      for (const part of parts) part.preload().catch(() => undefined);
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [parts]);
}

/** Whether the page has come to rest: parts that the member does not wait for are fetched after it. */
export function useRested(): boolean {
  const [isRested, setIsRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsRested(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return isRested;
}
