import type { NavigateFunction } from 'react-router';

/** Lets code outside React change the screen; the router registers itself when it mounts. */
let navigator: NavigateFunction | null = null;

export function registerNavigator(navigate: NavigateFunction): void {
  navigator = navigate;
}

export function goTo(path: string, state?: object): void {
  if (navigator) navigator(path, { replace: true, state });
  else window.location.replace(path);
}
