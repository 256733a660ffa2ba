import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import en from './en.json' with { type: 'json' };

const WEB = join(import.meta.dirname, '..');

/** Keys that the source puts together. What stands for `*` is one word; a whole family is used or none of it. */
const PUT_TOGETHER = [
  'age.*',
  'bonus.times.*',
  'deposit.bank.*',
  'deposit.qr.*.text',
  'deposit.qr.*.title',
  'deposit.tab.*',
  'desk.state.*',
  'error.*',
  'field.*',
  'home.first.*',
  'home.first.*.note',
  'home.note.*',
  'howto.*.text',
  'language.*',
  'register.step.*',
  'security.event.*',
  'slip.*',
  'statement.finish.*',
  'statement.link.*',
  'statement.type.*',
  'time.*',
  'transfer.problem.*',
  'wheel.step.*',
  'withdraw.reason.*',
];
/** Put together as well, beside others that are written out: these are named one by one. */
const NAMED = [
  ...['slot', 'sport', 'lotto', 'frozen', 'inTransit', 'withdrawing'].map((name) => `home.${name}`),
  ...['wallet', 'playing', 'balance', 'bonus', 'ending'].map((film) => `howto.${film}`),
  ...['old', 'new', 'confirm'].map((field) => `password.${field}`),
  ...['from', 'to'].map((place) => `transfer.${place}`),
];

async function sources(): Promise<string> {
  const texts: string[] = [];
  for await (const file of glob('**/*.{ts,tsx}', { cwd: WEB })) {
    if (!/\.test\.|i18n\/placeholders\.ts$|^gallery\//.test(file)) texts.push(await readFile(join(WEB, file), 'utf8'));
  }
  return texts.join('\n');
}

/** The family's keys, or with another `word` the place where the source puts them together. */
const patternOf = (family: string, word = '[\\w-]+') => family.replaceAll('.', '\\.').replace('*', word);

test('every text is used', async () => {
  const source = await sources();
  const families = PUT_TOGETHER.map((family) => new RegExp(`^${patternOf(family)}$`));
  const isUsed = (key: string) =>
    families.some((family) => family.test(key)) ||
    NAMED.includes(key) ||
    source.includes(`'${key}'`) ||
    source.includes(`"${key}"`);
  expect(Object.keys(en).filter((key) => !isUsed(key))).toEqual([]);
});

test('every family of keys is put together somewhere', async () => {
  const source = await sources();
  const families = [...PUT_TOGETHER, 'home.*', 'howto.*', 'password.*', 'transfer.*'];
  const isMade = (family: string) => new RegExp(`\`${patternOf(family, '\\$\\{.+?\\}')}`).test(source);
  expect(families.filter((family) => !isMade(family))).toEqual([]);
});
