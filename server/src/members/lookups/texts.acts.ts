import { LOCALES } from '@krapao/contract/editions.ts';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import { CannotDo, change, choice, fields, look, MOST_LISTED } from '../../staff/act.ts';
import { leadsOutside } from '../../staff/outside-links.ts';
import { requireTexts, type Texts, textParts } from '../../staff/texts.ts';
import { linesIn, lockText, type TextName, textNamed, textVersions, writeText } from './texts.queries.ts';

const NAMES = ['conditions', 'agreements', 'contact'] as const satisfies TextName[];
const name = choice(NAMES);

/** Texts of the service that members read, in three languages. */
export function textActs({ linkHosts }: Pick<Config, 'linkHosts'>) {
  return {
    showTexts: look({
      name: 'texts show',
      summary: 'the texts that members are shown, all or the one that is named',
      permission: 'texts',
      readOnly: true,
      schema: fields({ name: Type.Optional(name) }),
      run: async (tx, _operator, { name }) => {
        const texts = [];
        for (const each of name ? [name] : NAMES) texts.push({ name: each, content: await textNamed(tx, each) });
        return texts;
      },
    }),
    setText: change({
      name: 'texts set',
      summary:
        'writes a text anew, in one language or more; conditions and agreements have a line for each (text.th=@file)',
      permission: 'texts',
      needsSecond: (_tx, { text }) => leadsOutside(Object.values(text), linkHosts),
      schema: fields({ name, text: textParts('Give text.th, text.la and text.en, or one of them.', 20_000) }),
      run: async (tx, operator, { name, text }) => {
        const before = await lockText(tx, name);
        const after = requireTexts('The text', { ...before, ...text }, 'plain');
        if (name !== 'contact') requireSameLength(after);
        await writeText(tx, name, after, operator.name);
        return { data: { name }, before: { name, ...before }, after: { name, ...after } };
      },
    }),
    showTextHistory: look({
      name: 'texts history',
      summary: 'every version of the texts, with its operator and time, newest first',
      permission: 'texts',
      readOnly: true,
      schema: fields({ name: Type.Optional(name) }),
      run: (tx, _operator, { name }) => textVersions(tx, name, MOST_LISTED),
    }),
  };
}

/** A list that is longer in one language than in another says something else there. */
function requireSameLength(texts: Texts): void {
  const lengths = LOCALES.map((locale) => linesIn(texts[locale]).length);
  if (new Set(lengths).size > 1)
    throw new CannotDo(
      `The languages differ in their lines: ${LOCALES.map((locale, at) => `${locale} ${lengths[at]}`).join(', ')}.`,
    );
}
