import { readFileSync } from 'node:fs';

const COMMON = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.length > 1 && !line.startsWith('# ')),
);

const RUN = '01234567890123456789';

/** Signs that stand for letters, as in P@ssw0rd. */
const STANDS_FOR: Record<string, string> = { '@': 'a', $: 's', 0: 'o', 1: 'i', 3: 'e' };

/** The least that a password has beside the name of the service. */
const BESIDE_THE_NAME = 6;

/**
 * Whether guessing would begin with it: one of the most used, in any case, with other signs for letters or a few digits
 * and signs around it, a run of digits, anything that repeats itself, or hardly more than the name of the service.
 */
export function isCommonPassword(password: string, serviceName = ''): boolean {
  const plain = password.toLowerCase();
  const backwards = [...plain].reverse().join('');
  const spelled = plain.replace(/[@$013]/g, (sign) => STANDS_FOR[sign] ?? sign);
  const isUsed = [plain, spelled].some((text) => COMMON.has(text) || COMMON.has(coreOf(text)));
  return isUsed || RUN.includes(plain) || RUN.includes(backwards) || isRepetition(plain) || isName(plain, serviceName);
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
