import { useSyncExternalStore } from 'react';

/**
 * The browsers inside other apps, in which many links open. They open no second window, keep no file, and do not share a
 * sign-in with the phone's own browser. Only here is the name of a browser read.
 */
const APPS = [
  { name: 'LINE', mark: /\bLine\// },
  // Before Facebook: its own mark is in the names of its other apps.
  { name: 'Instagram', mark: /\bInstagram\b/ },
  { name: 'Messenger', mark: /\b(?:MessengerForiOS|Orca-Android|MessengerLite)\b/ },
  { name: 'Facebook', mark: /\bFB(?:AN|AV|_IAB)\b/ },
] as const;

export type InAppBrowser = (typeof APPS)[number]['name'];

export function inAppBrowser(userAgent = navigator.userAgent): InAppBrowser | null {
  return APPS.find(({ mark }) => mark.test(userAgent))?.name ?? null;
}

const never = () => () => undefined;

/** A page that was rendered at build is for every browser. */
export function useInAppBrowser(): InAppBrowser | null {
  return useSyncExternalStore(
    never,
    () => inAppBrowser(),
    () => null,
  );
}

/**
 * The address that leads out of the app into the phone's own browser, or null where only the app's menu does: LINE documents a
 * query of its own, Android gives a web address to its browser by an intent.
 */
export function wayOut(address: string, userAgent = navigator.userAgent): string | null {
  const url = new URL(address);
  if (inAppBrowser(userAgent) === 'LINE') {
    url.searchParams.set('openExternalBrowser', '1');
    return url.href;
  }
  if (!/\bAndroid\b/.test(userAgent)) return null;
  const scheme = url.protocol.slice(0, -1);
  const fallback = encodeURIComponent(url.href);
  return `intent://${url.host}${url.pathname}${url.search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;S.browser_fallback_url=${fallback};end`;
}
