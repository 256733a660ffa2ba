/** Words that browsers' dictionaries do not know and would cut in two, with their syllables apart. Longer ones first. */
const WORDS = [
  ...['อัป-โหลด', 'คิว-อาร์-โค้ด', 'สิ้น-สุด', 'คา-สิ-โน', 'เป้า-หมาย', 'เดิม-พัน'],
  ...['ອັບ-ໂຫຼ-ດ', 'ໂຫຼ-ດ', 'ຄ-ລິບ', 'ໂບ-ນັດ', 'ຄາ-ສິ-ໂນ', 'ໂປຣ-ໂມ-ຊັນ', 'ໂປຣ-ໄຟລ໌', 'ວິ-ດີ-ໂອ', 'ເຄຣ-ດິດ'],
  ...['ອັບ-ເດດ', 'ສະ-ລັອດ', 'ສະ-ແກນ', 'ບຣາວ-ເຊີ', 'ແບນ-ເນີ', 'ອິນ-ເຕີ-ເນັດ', 'ທຸລະ-ກຳ', 'ທົດສະ-ນິຍົມ', 'ຢ້ຽມ-ຊົມ'],
];

/** Not seen, and no line is broken at it. */
export const JOINER = '\u2060';

const held = new Map(WORDS.map((word) => [word.replaceAll('-', ''), word.replaceAll('-', JOINER)]));
export const HELD_WORDS = [...held.keys()];
const ANY_WORD = new RegExp(HELD_WORDS.join('|'), 'g');

/** The text as it is shown, with joiners inside those words. What is kept has none. */
export function heldTogether(text: string): string {
  return text.replace(ANY_WORD, (word) => held.get(word) ?? word);
}
