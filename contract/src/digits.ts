/** Digits only: people type spaces and dashes into phone and account numbers. */
export function onlyDigits(text: string): string {
  return text.replace(/[\s-]/g, '');
}
