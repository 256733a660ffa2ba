/** What the web shows of html that an operator wrote; other tags are dropped there, and their text is kept. */
export const FORMATTING_TAGS = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h3', 'h4', 'span', 'a'];

/** Links lead outside, and never by a road that others can read along. */
export const LINK_SHOWN = /^https:\/\//i;
