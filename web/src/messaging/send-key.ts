import type { KeyboardEvent } from 'react';

/**
 * Enter sends, Shift+Enter begins a line. While a Thai or Lao word is being composed, Enter belongs to the keyboard;
 * some browsers report that by key code 229 only.
 */
export function isSendKey({ key, shiftKey, keyCode, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== 229;
}
