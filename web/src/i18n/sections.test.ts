import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { calls } from '@krapao/contract/calls.ts';
import { refusalsOf } from '@krapao/contract/refusals.ts';
import type { CallSchema } from '@krapao/contract/schemas.ts';
import { expect, test } from 'vitest';
import { sectionOf } from '../../sections.ts';
import type { Section } from './dictionary.ts';
import en from './en.json' with { type: 'json' };

const WEB = join(import.meta.dirname, '..');
/** What fetches the members' texts before it is shown. */
const FETCHES_TEXTS = /(?:member-shell|desk-page|guest-chat|member-chat)\.tsx$/;
/** What the router shows inside the members' shell alone. */
const IN_MEMBER_SHELL =
  /(?:home-page|profile-page|bonus-page|spin-page|deposit-sheet|statement-page|conditions-dialog|member-watch)\.tsx$/;
const IMPORT = /(?:^import (?!type).*? from |^\} from |import\()'(\.[^']+\.tsx?)'/gm;
const KEYS = Object.keys(en);

/** The sources that a visitor's browser can come to run, but for those that fetch more texts first. */
async function visitorSources(file = join(WEB, 'main.tsx'), found = new Map<string, string>()) {
  if (found.has(file) || FETCHES_TEXTS.test(file) || IN_MEMBER_SHELL.test(file)) return found;
  const source = await readFile(file, 'utf8');
  found.set(file, source);
  for (const [, path = ''] of source.matchAll(IMPORT)) await visitorSources(join(dirname(file), path), found);
  return found;
}

const visitors = [...(await visitorSources())];
const whole = visitors.map(([, source]) => source).join('\n');
/** Keys that the sources put together. */
const families = [...whole.matchAll(/t\(`([\w.]+\.)\$\{[^`]+?\}([\w.]*)`/g)].map(
  ([, start = '', end = '']) => new RegExp(`^${start}[\\w-]+${end}$`),
);

test('the sources of the public screens are found', () => {
  const names = visitors.map(([file]) => file.slice(WEB.length + 1));
  for (const page of ['account/login', 'register/register', 'reset/reset', 'lookups/contact'])
    expect(names).toContain(`features/members/${page}-page.tsx`);
  expect(names).toContain('features/howto/howto-page.tsx');
  expect(names).toContain('shell/terminated-page.tsx');
});

test('a visitor has every text that a public screen can show', () => {
  // Which refusals can come is for the next test to say.
  const isRefusal = (key: string) => key.startsWith('error.');
  const isShown = (key: string) =>
    whole.includes(`'${key}'`) || (!isRefusal(key) && families.some((family) => family.test(key)));
  expect(KEYS.filter((key) => isShown(key) && sectionOf(key) !== 'public')).toEqual([]);
});

test('a visitor fetches no text that no public screen can show', () => {
  // Which of them can come is for the next test, and for the rules of the fields, to say.
  const isAnswer = (key: string) => /^(?:error|field)\./.test(key);
  const isShown = (key: string) => whole.includes(`'${key}'`) || families.some((family) => family.test(key));
  expect(KEYS.filter((key) => sectionOf(key) === 'public' && !isAnswer(key) && !isShown(key))).toEqual([]);
});

test('a visitor has the text of every refusal of the calls that a public screen makes', () => {
  const made = Object.entries<CallSchema>(calls).filter(([name]) => whole.includes(`'${name}'`));
  // The chat is asked for in silence, and has texts of its own.
  const told = made.filter(([name]) => !/ \/api\/(?:chat|desk)\//.test(name));
  expect(told.map(([name]) => name)).toContain('POST /api/login');
  const codes = new Set(told.flatMap(([name, call]) => Object.keys(refusalsOf(name, call))));
  expect([...codes].filter((code) => sectionOf(`error.${code}`) !== 'public')).toEqual([]);
});

test('a visitor has the text of every failure that ends a sign-in and leads to /login', async () => {
  const failures = await readFile(join(WEB, 'platform/failures.ts'), 'utf8');
  const [, list = ''] = /SESSION_ENDED[^=]*= new Set\(\[([^\]]+)\]/.exec(failures) ?? [];
  const codes = [...list.matchAll(/'([\w-]+)'/g)].map(([, code]) => code);
  expect(codes).toContain('INVALID_USER_2');
  expect(codes.filter((code) => sectionOf(`error.${code}`) !== 'public')).toEqual([]);
});

test.each<[Section, string]>([
  ['public', 'login.title'],
  ['member', 'deposit.tab.qr'],
  ['member', 'error.MONEY_NOT_ENOUGH'],
  ['member', 'desk.thread.label'],
  ['desk', 'desk.visitor'],
])('%s has %s', (section, key) => {
  expect(KEYS).toContain(key);
  expect(sectionOf(key)).toBe(section);
});
