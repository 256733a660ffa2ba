/** The first that a browser names counts: most name others too, to be served like them. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bLine\//i, 'LINE'],
  [/\bFBA[NV]\//, 'Facebook'],
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** "Chrome · Android" of what a browser says about itself, which can be anything: nothing of it is kept as it came. */
export function deviceWords(agent: string): string | null {
  const named = [BROWSERS, SYSTEMS].map((list) => list.find(([pattern]) => pattern.test(agent))?.[1]);
  return named.filter((name) => name !== undefined).join(' · ') || null;
}

/** An address as its member needs to see it: enough to tell home from abroad, and no more. */
export function placeWords(address: string): string {
  if (address.includes('.')) return address.replace(/\.\d+$/, '.x');
  const [first = '', second = '', third = ''] = address.split(':');
  return `${[first, second, third].filter(Boolean).join(':')}:…`;
}
