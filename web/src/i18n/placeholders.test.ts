import { expect, test } from 'vitest';
import en from './en.json' with { type: 'json' };
import { PLACEHOLDERS } from './placeholders.ts';

test('the compiler knows exactly the placeholders of the texts', () => {
  const found = Object.entries(en).flatMap(([key, text]) => {
    const names = new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
    return names.size > 0 ? [[key, [...names].sort()]] : [];
  });
  const declared = Object.entries(PLACEHOLDERS).map(([key, names]) => [key, [...names].sort()]);
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(found));
});
