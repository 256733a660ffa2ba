import { FORMATTING_TAGS, LINK_SHOWN, PICTURE_SHOWN } from '@krapao/contract/formatting.ts';
import type { Config, DOMPurify } from 'dompurify';
import { useEffect, useRef } from 'react';
import { heldTogether } from '../i18n/held-words.ts';
import { classNames } from './class-names.ts';

/** Formatting and pictures of our own: other tags are dropped, and their text is kept. */
const RULES = {
  ALLOWED_TAGS: [...FORMATTING_TAGS, 'img', '#text'],
  ALLOWED_ATTR: ['href', 'src', 'alt'],
  ALLOWED_URI_REGEXP: LINK_SHOWN,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} satisfies Config & { RETURN_DOM_FRAGMENT: true };

const LOOK =
  'text-pretty empty:hidden [&_a[href]]:font-semibold [&_a[href]]:underline [&_a[href]]:underline-offset-2 ' +
  '[&_h3]:font-bold [&_h3]:text-text [&_h4]:font-semibold [&_h4]:text-text [&_strong]:text-text [&_b]:text-text [&>*+*]:mt-2 ' +
  '[&_img]:max-h-60 [&_img]:max-w-full [&_img]:rounded-sm [&_li]:my-0.5 [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5 [&_li]:marker:text-muted';

let purifier: Promise<DOMPurify> | undefined;

/** The sanitizer is fetched with the first html to show; no screen waits for it. */
function loadPurifier(): Promise<DOMPurify> {
  purifier ??= import('dompurify').then(
    ({ default: purify }) => {
      purify.addHook('afterSanitizeAttributes', leadOutside);
      purify.addHook('afterSanitizeAttributes', keepOwnPicture);
      return purify;
    },
    (failure: unknown) => {
      purifier = undefined;
      throw failure;
    },
  );
  return purifier;
}

function leadOutside(element: Element): void {
  if (element.tagName !== 'A' || !element.hasAttribute('href')) return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer nofollow');
}

function keepOwnPicture(element: Element): void {
  const { tagName } = element;
  const src = element.getAttribute('src') ?? '';
  if (tagName !== 'IMG') for (const name of ['src', 'alt']) element.removeAttribute(name);
  else if (!PICTURE_SHOWN.test(src)) element.remove();
  else if (!element.hasAttribute('alt')) element.setAttribute('alt', '');
}

/**
 * Shows html that an operator wrote. Nothing in it runs or changes the look of the page, and nothing loads but pictures of
 * our own address.
 */
export function SafeHtml({ html, className }: { html: string; className?: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isStale = false;
    loadPurifier().then(
      (purify) => {
        if (!isStale) place.current?.replaceChildren(purify.sanitize(heldTogether(html), RULES));
      },
      // The html stays hidden; the next one tries to fetch the sanitizer again.
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [html]);
  return <div ref={place} className={classNames(LOOK, className)} />;
}
