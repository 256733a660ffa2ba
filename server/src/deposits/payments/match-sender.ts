/** An account as banks and slips show it: an x stands for a hidden digit, and only the end may be shown at all. */
const shown = (account: string) => account.replace(/[^0-9xX]/g, '').toLowerCase();

/** Whether the account can be the one that is shown: their ends are compared. */
export function isAccount(shownAccount: string, accountNo: string): boolean {
  const mask = shown(shownAccount);
  if (!mask.includes('x')) return mask === accountNo;
  return mask.length <= accountNo.length && agree(mask, accountNo);
}

/** Whether two masked accounts can be the same account. */
export function canBeSameAccount(one: string, other: string): boolean {
  return agree(shown(one), shown(other));
}

export function isFullyShown(shownAccount: string): boolean {
  return /^\d{6,}$/.test(shown(shownAccount));
}

export function shownDigits(shownAccount: string): number {
  return shown(shownAccount).replaceAll('x', '').length;
}

/** Null where fewer than four digits at the end are shown: too many accounts end so. */
export function lastDigits(shownAccount: string): string | null {
  return /\d{4}$/.exec(shown(shownAccount))?.[0] ?? null;
}

function agree(one: string, other: string): boolean {
  for (let back = 1; back <= Math.min(one.length, other.length); back++) {
    const [a, b] = [one.at(-back), other.at(-back)];
    if (a !== 'x' && b !== 'x' && a !== b) return false;
  }
  return true;
}

/** Thai and Lao titles may stand before the name without a space. */
const TITLES = /^((MR|MRS|MS|MISS|DR)[.\s]|(นาย|นางสาว|นาง|น\.ส|ด\.ช|ด\.ญ|คุณ|ທ້າວ|ທ\.|ນາງສາວ|ນາງ)\.?)\s*/u;
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Thai}/u, /\p{Script=Lao}/u];

/**
 * `unknown` where no name is shown, or one in another script than the registered name: that says nothing either way.
 * Banks cut names off, mostly the last one.
 */
export function compareNames(shownName: string, registeredName: string): 'same' | 'different' | 'unknown' {
  const [shownWords, words] = [wordsOf(shownName), wordsOf(registeredName)];
  if (shownWords.length === 0 || words.length === 0) return 'unknown';
  if (scriptOf(shownName) !== scriptOf(registeredName)) return 'unknown';
  const [first = '', ...rest] = shownWords;
  const isFirst = first === words[0] || (rest.length === 0 && first.length >= 3 && words[0]?.startsWith(first));
  const isRest = rest.every((word, at) => words[at + 1]?.startsWith(word));
  return isFirst && isRest ? 'same' : 'different';
}

/** Whether two shown names can be the same name; either may be cut off more than the other. */
export function canBeSameName(one: string, other: string): boolean {
  return compareNames(one, other) !== 'different' || compareNames(other, one) !== 'different';
}

/** Dots and stars that mark a cut name ("J...", "J***") are no part of the name. */
function wordsOf(name: string): string[] {
  const plain = name
    .trim()
    .toUpperCase()
    .replace(TITLES, '')
    .replace(/[.*…]+/g, ' ');
  return plain.split(/\s+/).filter(Boolean);
}

function scriptOf(name: string): number {
  return SCRIPTS.findIndex((script) => script.test(name));
}
