import { readFileSync } from 'node:fs';

const COMMON = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.length > 1 && !line.startsWith('# ')),
);

const RUN = '01234567890123456789';

/** Whether guessing would begin with it: one of the most used, in any case, a run of digits, or a few of them repeated. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  const backwards = [...plain].reverse().join('');
  return COMMON.has(plain) || RUN.includes(plain) || RUN.includes(backwards) || /^(\d{1,4})\1+$/.test(plain);
}
