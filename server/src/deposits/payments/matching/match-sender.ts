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

/** The four digits by which members are looked for. Banks show the last four; slips hide the last one. */
export type ShownDigits = { are: 'last' | 'before the last'; digits: string };

/** Null where fewer digits are shown: too many accounts have them. */
export function searchableDigits(shownAccount: string): ShownDigits | null {
  const [, digits, hidden] = /(\d{4})(x?)$/.exec(shown(shownAccount)) ?? [];
  return digits === undefined ? null : { are: hidden ? 'before the last' : 'last', digits };
}

/** What two reports show of one account. Where they contradict each other, the first one stays. */
export function fullerAccount(one: string, other: string): string {
  const [first, second] = [shown(one), shown(other)];
  if (!agree(first, second)) return one;
  const length = Math.max(first.length, second.length);
  const merged = Array.from({ length }, (_, at) => {
    const [a, b] = [first.at(at - length), second.at(at - length)].map((digit) => digit ?? 'x');
    return a === 'x' ? b : a;
  }).join('');
  return merged === first ? one : merged;
}

/** The name that says more, where both can be the same name. */
export function fullerName(one: string, other: string): string {
  if (scriptOf(one) !== scriptOf(other)) return one === '' ? other : one;
  return compareNames(one, other) === 'same' && wordsOf(other).join().length > wordsOf(one).join().length ? other : one;
}

/** What is shown of a sender; `bank` is null where it is not told. */
export type Sender = { bank: string | null; account: string; name: string };

const NEEDED_DIGITS = 3;

/** At how many places both show a digit, and the same. */
function digitsInCommon(one: string, other: string): number {
  const [first, second] = [shown(one), shown(other)];
  const places = Array.from({ length: Math.min(first.length, second.length) }, (_, back) => -back - 1);
  return places.filter((at) => first.at(at) !== 'x' && first.at(at) === second.at(at)).length;
}

/** Whether nothing shown speaks against it. A bank counts only beside something else: a bank alone is nothing. */
export function canBeSameSender(one: Sender, other: Sender): boolean {
  if (!canBeSameAccount(one.account, other.account) || !canBeSameName(one.name, other.name)) return false;
  return !showsPerson(one) || !showsPerson(other) || isSameBank(one, other);
}

/** Whether something shown by both says that it is the same sender, and nothing speaks against it. */
export function isSameSender(one: Sender, other: Sender): boolean {
  if (!canBeSameSender(one, other)) return false;
  return digitsInCommon(one.account, other.account) >= NEEDED_DIGITS || isSameName(one.name, other.name);
}

const showsPerson = ({ account, name }: Sender) => /\d/.test(account) || name !== '';
const isSameBank = (one: Sender, other: Sender) => one.bank === null || other.bank === null || one.bank === other.bank;

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

/** Whether two shown names are in one script and the same, as far as both show them. */
export function isSameName(one: string, other: string): boolean {
  return compareNames(one, other) === 'same' || compareNames(other, one) === 'same';
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
