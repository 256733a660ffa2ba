import { setTimeout as delay } from 'node:timers/promises';
import type { Locale } from '@krapao/contract/editions.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Texts } from '../../staff/texts.ts';
import { textNamed } from './texts.queries.ts';

const PATIENCE_MS = 300;

/**
 * How support is reached, as operators wrote it, for pages that are painted with it. A page is sent also while the database
 * does not answer: with the text as it was last read, or with none.
 */
export function contactTextOf(db: Queryable): (locale: Locale) => Promise<string> {
  let known: Texts | null = null;
  let reading: Promise<void> | null = null;
  const read = async () => {
    known = await textNamed(db, 'contact');
  };
  return async (locale) => {
    reading ??= read().finally(() => {
      reading = null;
    });
    await Promise.race([reading.catch(() => undefined), delay(PATIENCE_MS, undefined, { ref: false })]);
    return known?.[locale] ?? '';
  };
}
