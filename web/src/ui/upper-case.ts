import type { ChangeEvent } from 'react';

/** Keyboards that compose a word as it is typed lose it when the text changes under them; leaving the field mends it. */
export function toUpperCaseInPlace(event: ChangeEvent<HTMLInputElement>): void {
  const { target, nativeEvent } = event;
  if ('isComposing' in nativeEvent && nativeEvent.isComposing) return;
  const { selectionStart, selectionEnd } = target;
  target.value = target.value.toUpperCase();
  target.setSelectionRange(selectionStart, selectionEnd);
}
