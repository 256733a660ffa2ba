/** What the web shows of html that an operator wrote; other tags are dropped there, and their text is kept. */
export const FORMATTING_TAGS = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h3', 'h4', 'span', 'a'];

/** Links lead to a page of ours, or outside by a road that others cannot read along. */
export const LINK_SHOWN = /^(?:https:\/\/|\/(?![/\\]))/i;
