import { expect, test } from 'vitest';
import type { Queryable } from '../../platform/database.ts';
import { contactTextOf } from './contact-text.ts';

type Answer = () => Promise<unknown>;

/** A database with one text, which answers as it is told to. */
function database() {
  const content = { th: 'ถาม', la: 'ຖາມ', en: 'Ask' };
  const state: { answer: Answer } = { answer: async () => ({ rows: [{ content }] }) };
  return { state, db: { query: () => state.answer() } as unknown as Queryable };
}
const silent: Answer = () => new Promise(() => undefined);
const broken: Answer = () => Promise.reject(new Error('no connection'));

test('the text is read anew each time', async () => {
  const { state, db } = database();
  const contactText = contactTextOf(db);
  expect([await contactText('th'), await contactText('en')]).toEqual(['ถาม', 'Ask']);
  state.answer = async () => ({ rows: [{ content: { th: 'ใหม่' } }] });
  expect(await contactText('th')).toBe('ใหม่');
});

test.each([
  ['silent', silent],
  ['broken', broken],
])('a %s database leaves the text as it was last read, and none where it never was', async (_, answer) => {
  const { state, db } = database();
  const contactText = contactTextOf(db);
  const neverRead = contactTextOf(db);
  await contactText('th');
  state.answer = answer;
  expect(await contactText('th')).toBe('ถาม');
  expect(await neverRead('th')).toBe('');
});
