/** Where a link of a message may lead: out to the web, or to a screen of this site. */
export type SafeLink = { kind: 'web'; href: string } | { kind: 'screen'; path: string };

type TextPart = { text: string; link: SafeLink | null };

/**
 * Addresses of the web, and paths of this site where a word begins. Only ASCII belongs to an address: Thai and Lao are
 * written without spaces, and the next word may follow at once.
 */
const LINKS = /https?:\/\/(?:(?![<>"'`])[!-~])+|(?:^|[\s(])(\/[a-z][\w/.-]*(?:\?[\w=&%.-]*)?)/gi;
/** Belongs to the sentence, not to the address in it. */
const SENTENCE_END = /[.,;:!?)\]}…]+$/;

/** `null` for an address that could run, load or mislead: it is then shown as plain text. */
export function safeLink(address: string): SafeLink | null {
  const trimmed = address.trim();
  if (/^\/(?![/\\])/.test(trimmed)) return { kind: 'screen', path: trimmed };
  const url = /^https?:\/\//i.test(trimmed) ? urlOf(trimmed) : null;
  // A user name before the @ makes an address look like another site's.
  return url && url.username === '' && url.password === '' ? { kind: 'web', href: url.href } : null;
}

/** The public screens that members have in their own shell: the public shell would sign them out. */
export function screenPath(path: string, isSignedIn: boolean): string {
  return isSignedIn && /^\/(howto|contact)$/.test(path) ? `/user${path}` : path;
}

function urlOf(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** A picture or a video is loaded from this site or from the page's own memory, and from nowhere else. */
export function safeSource(address: string): string | null {
  return /^(?:\/(?![/\\])|blob:)/.test(address) ? address : null;
}

/** A telephone number as a dialler takes it, or `null`. */
export function safePhone(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, '');
  return /^\+?\d{3,15}$/.test(digits) ? digits : null;
}

export function withLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(LINKS)) {
    const [found, path = found] = match;
    const address = path.replace(SENTENCE_END, '');
    const link = safeLink(address);
    if (!link) continue;
    const start = match.index + found.length - path.length;
    if (start > end) parts.push({ text: text.slice(end, start), link: null });
    parts.push({ text: address, link });
    end = start + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), link: null });
  return parts;
}
