import type { KeyboardEvent } from 'react';
import { expect, test } from 'vitest';
import { isSendKey } from './send-key.ts';

const ENTER = { key: 'Enter', shiftKey: false, keyCode: 13, nativeEvent: { isComposing: false } };

test.each([
  ['Enter', {}, true],
  ['Shift and Enter', { shiftKey: true }, false],
  ['Enter that ends a word of the keyboard', { nativeEvent: { isComposing: true } }, false],
  ['Enter that ends a word, as some browsers tell it', { keyCode: 229 }, false],
  ['another key', { key: 'a' }, false],
])('%s sends the message: %#', (_key, changes, sends) => {
  expect(isSendKey({ ...ENTER, ...changes } as KeyboardEvent)).toBe(sends);
});
