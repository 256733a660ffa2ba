import type { Locale } from '@krapao/contract/editions.ts';

const THAI = /[\u0e00-\u0e7f]/;
const LAO = /[\u0e80-\u0eff]/;
/** Words that stand in nearly every English sentence, and in no Thai or Lao one that is written in Latin letters. */
const ENGLISH = /\b(?:the|my|is|are|was|has|have|not|where|when|how|what|why|please)\b/i;

/** The language of a question; null where its letters and words leave it open. */
export function languageOf(question: string): Locale | null {
  const [isThai, isLao] = [THAI.test(question), LAO.test(question)];
  if (isThai && isLao) return null;
  if (isThai) return 'th';
  if (isLao) return 'la';
  return ENGLISH.test(question) ? 'en' : null;
}
