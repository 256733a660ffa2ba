import { expect, test } from 'vitest';
import { isFormStateGood, issueFormState } from './form-state.ts';

const KEY = 'key of this test';
const NOW = Date.parse('2026-11-15T00:00:00Z');
const MINUTE = 60_000;

test('a form state is good for ten minutes and not before it was issued', () => {
  const state = issueFormState(KEY, NOW);
  expect(isFormStateGood(KEY, state, NOW)).toBe(true);
  expect(isFormStateGood(KEY, state, NOW + 10 * MINUTE)).toBe(true);
  expect(isFormStateGood(KEY, state, NOW + 10 * MINUTE + 1)).toBe(false);
  expect(isFormStateGood(KEY, state, NOW - 1)).toBe(false);
});

test('a form state of another key, or with any field changed or missing, is not good', () => {
  const state = issueFormState(KEY, NOW);
  const other = issueFormState(KEY, NOW + 1);
  expect(isFormStateGood('another key', state, NOW + 1)).toBe(false);
  for (const field of Object.keys(state) as (keyof typeof state)[]) {
    expect(isFormStateGood(KEY, { ...state, [field]: other[field] }, NOW + 1)).toBe(false);
    expect(isFormStateGood(KEY, { ...state, [field]: undefined }, NOW + 1)).toBe(false);
  }
  expect(isFormStateGood(KEY, {}, NOW)).toBe(false);
});

test('no two form states are alike', () => {
  expect(issueFormState(KEY, NOW)).not.toEqual(issueFormState(KEY, NOW));
});
