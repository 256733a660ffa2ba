import { readFileSync } from 'node:fs';

const COMMON = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.length > 1 && !line.startsWith('# ')),
);

const RUNS = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'];

/** Signs that stand for letters, as in P@ssw0rd. */
const STANDS_FOR: Record<string, string> = { '@': 'a', $: 's', 0: 'o', 1: 'i', 3: 'e' };

/** The least that a password has beside the name of the service. */
const BESIDE_THE_NAME = 8;

/** Fewer signs in a row say nothing. */
const SHORTEST_PATTERN = 6;

/** The most signs before or behind a run or a repetition that guessing would try beside it. */
const MOST_AROUND = 2;

/**
 * Whether guessing would begin with it: one of the most used, in any case, with other signs for letters or a few digits
 * and signs around it, a run of digits or letters, anything that repeats itself, either with a sign or two around it, or
 * hardly more than the name of the service.
 */
export function isCommonPassword(password: string, serviceName = ''): boolean {
  const plain = password.toLowerCase();
  const spelled = plain.replace(/[@$013]/g, (sign) => STANDS_FOR[sign] ?? sign);
  const isUsed = [plain, spelled].some((text) =>
    [text, coreOf(text)].some((word) => COMMON.has(word) || isTwice(word)),
  );
  const isPlain = insidesOf(plain).some((text) => isRun(text) || isRepetition(text));
  return isUsed || isPlain || isName(plain, serviceName);
}

/** The text, and what is left of it without a sign or two before or behind. */
function insidesOf(text: string): string[] {
  const signs = [...text];
  const around = Array.from({ length: MOST_AROUND + 1 }, (_, count) => count);
  return around.flatMap((before) =>
    around
      .filter((behind) => before + behind <= MOST_AROUND && signs.length - before - behind >= SHORTEST_PATTERN)
      .map((behind) => signs.slice(before, signs.length - behind).join('')),
  );
}

function isRun(text: string): boolean {
  const backwards = [...text].reverse().join('');
  return RUNS.some((run) => run.includes(text) || run.includes(backwards));
}

/** One of the most used, twice, with or without something between. */
function isTwice(text: string): boolean {
  const [, word = ''] = /^(.{4,})[^\p{L}\d]?\1$/u.exec(text) ?? [];
  return COMMON.has(word);
}

/** Without the digits and signs at its ends. */
function coreOf(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/** The same few characters again and again; the last time may be cut off. */
function isRepetition(text: string): boolean {
  const signs = [...text];
  const periods = Array.from({ length: Math.floor(signs.length / 2) }, (_, at) => at + 1);
  return periods.some((period) => signs.every((sign, at) => at < period || sign === signs[at - period]));
}

function isName(plain: string, serviceName: string): boolean {
  const name = serviceName.toLowerCase().replaceAll(/\s/g, '');
  return name.length > 2 && plain.includes(name) && plain.replaceAll(name, '').length < BESIDE_THE_NAME;
}
