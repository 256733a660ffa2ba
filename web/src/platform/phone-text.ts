/** 0812345678 reads as 081 234 5678. A text that is not a plain number stays as it was typed; no digit is lost. */
export function groupedPhone(text: string): string {
  if (!/^[\d\s-]*$/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join(' ');
}
