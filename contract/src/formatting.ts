/**
 * What the web shows of html that an operator wrote, beside pictures; other tags are dropped there, and their text is
 * kept.
 */
export const FORMATTING_TAGS = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h3', 'h4', 'span', 'a'];

/** Pictures are of our own address: a path, without characters that a browser would drop or turn around. */
export const PICTURE_SHOWN = /^\/\w[\w./%-]*$/;

/** Links lead to a page of ours, or outside by a road that others cannot read along. */
export const LINK_SHOWN = /^(?:https:\/\/|\/(?![/\\]))/i;
