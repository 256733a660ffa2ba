import enTexts from '../web/src/i18n/en.json' with { type: 'json' };
import { heldTogether } from '../web/src/i18n/held-words.ts';
import laTexts from '../web/src/i18n/la.json' with { type: 'json' };
import thTexts from '../web/src/i18n/th.json' with { type: 'json' };

export type Texts = typeof enTexts;

/** The dictionaries as screens show them. */
export const th = shown(thTexts);
export const la = shown(laTexts);
export const en = shown(enTexts);

function shown(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, heldTogether(text)])) as Texts;
}
