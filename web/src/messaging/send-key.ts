import type { KeyboardEvent } from 'react';

/** Enter sends, and begins a line with Shift. While a Thai or Lao word is being composed it belongs to the keyboard; 229 is how some say so. */
export function isSendKey({ key, shiftKey, keyCode, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== 229;
}
