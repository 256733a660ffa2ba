import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { DECISION, DOCUMENT, readDecided, readSpecification } from './specification.ts';
import { isTitled, testTitles } from './test-titles.ts';

const ROOT = dirname(import.meta.dirname);
/** How many statements each chapter has. */
const CHAPTERS = { 1: 39, 2: 143, 3: 46, 4: 49, 5: 42, 6: 4, 7: 89, 8: 58, 9: 44, D: 1 };

const { statements, named } = readSpecification(ROOT);

test('every statement of the specification is there once, in order', () => {
  const expected = Object.entries(CHAPTERS).flatMap(([chapter, count]) =>
    Array.from({ length: count }, (_, at) => `${chapter}.${at + 1}`),
  );
  expect(statements.map(({ number }) => number)).toEqual(expected);
});

test('every statement names a test that shows it', () => {
  const isNamed = (name: string) => named.some((one) => one.name === name);
  const wrong = statements.flatMap(({ number, tests }) => [
    ...(tests.length === 0 ? [`${number} names no test`] : []),
    ...tests.filter((name) => !isNamed(name)).map((name) => `${number} names [${name}], which is not listed`),
  ]);
  expect(wrong).toEqual([]);
});

test(`every test that ${DOCUMENT} lists is there`, () => {
  const titles = new Map<string, string[]>();
  const titlesIn = (path: string) => {
    if (!titles.has(path)) titles.set(path, existsSync(join(ROOT, path)) ? testTitles(ROOT, path) : []);
    return titles.get(path) ?? [];
  };
  const wrong = named.flatMap(({ name, path, title }) => {
    const count = titlesIn(path).filter(isTitled(title)).length;
    if (count === 1) return [];
    const shows = statements.filter(({ tests }) => tests.includes(name)).map(({ number }) => number);
    const why = count === 0 ? 'has no test or step' : 'has more than one test or step';
    return [`${shows.join(', ')} [${name}]: ${path} ${why} “${title}”`];
  });
  expect(wrong).toEqual([]);
});

test(`every test that ${DOCUMENT} lists shows a statement, and each is listed once`, () => {
  const shown = new Set(statements.flatMap(({ tests }) => tests));
  expect(named.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  const tests = named.map(({ path, title }) => `${path} ${title}`);
  expect(tests.filter((one, at) => tests.indexOf(one) !== at)).toEqual([]);
  const names = named.map(({ name }) => name.toLowerCase());
  expect(names.filter((one, at) => names.indexOf(one) !== at)).toEqual([]);
});

test(`every statement that is kept differently on purpose has its line in ${DECISION}`, () => {
  expect(readDecided(ROOT)).toEqual(statements.filter(({ isDecided }) => isDecided).map(({ number }) => number));
});

test('the version is the one of the specification', () => {
  expect(manifest.version).toBe('1.1.14');
});
