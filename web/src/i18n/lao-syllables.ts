const CONSONANT = '(?:ຫ[ງຍລວ]|[ກຂຄປຜພບຟ][ລຣ]|[ກຂຄງ]ວ|[ກ-ຮໜໝ]ຼ?)';
const FINAL = '(?:[ກງດຍນບມວຣລສຟ]໌?(?![ະາຳິີຶືຸູົັ່-໋ໍຽຼ]))';
const TONE = '[່-໋]?';

/** A vowel stands before, above, below or behind its consonant, and a syllable may end in one more consonant. */
const SYLLABLE = [
  `[ເແໂໄໃ]${CONSONANT}[ິີຶືົັ]?${TONE}(?:າະ?|ະ|[ອຍຽ])?${FINAL}?`,
  `${CONSONANT}${TONE}[ະາຳ]${FINAL}?`,
  `${CONSONANT}[ິີຶືຸູໍ]${TONE}${FINAL}?`,
  `${CONSONANT}[ັົ]${TONE}(?:ວະ?|ອ?${FINAL})`,
  `${CONSONANT}${TONE}[ໍຽ]${TONE}${FINAL}?`,
  `${CONSONANT}${TONE}[ອວຽ]${FINAL}`,
].join('|');
const SYLLABLES = new RegExp(`^(?:${SYLLABLE}|ໆ)*$`);
const LAO = /[\u0e80-\u0eff]*/;

/** Whether a line may end between these two texts: what is Lao on either side of the end is whole syllables. */
export function isBetweenSyllables(before: string, after: string): boolean {
  const end = /[\u0e80-\u0eff]*$/.exec(before)?.[0] ?? '';
  const start = LAO.exec(after)?.[0] ?? '';
  return SYLLABLES.test(end) && SYLLABLES.test(start);
}
