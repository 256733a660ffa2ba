const HOME = '/user';

/** Only a path of this site below /user may follow a login; everything else leads home. */
export function intendedUrl(next: string | null): string {
  if (!next?.startsWith('/')) return HOME;
  const here = 'https://here.invalid';
  const url = URL.canParse(next, here) ? new URL(next, here) : null;
  if (url?.origin !== here) return HOME;
  if (url.pathname !== HOME && !url.pathname.startsWith(`${HOME}/`)) return HOME;
  return url.pathname + url.search;
}

export function loginUrl(intended: string): string {
  const next = intendedUrl(intended);
  return next === HOME ? '/login' : `/login?next=${encodeURIComponent(next)}`;
}
