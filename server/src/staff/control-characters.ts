import type { TSchema } from 'typebox';

/** They can erase or imitate what stands beside them in a terminal, so that a line of the audit log lies. */
const ANY = /\p{Cc}/u;
const BUT_LINES = /[^\P{Cc}\n\r\t]/u;
const EACH = /\p{Cc}/gu;

/** In the schema of a text that may have several lines. */
export const LINES = { hasLines: true } as const;

type Rule = TSchema & { hasLines?: true; properties?: Record<string, Rule>; items?: Rule };

/** Whether a text anywhere in the value has a control character; a text of several lines may have line breaks and tabs. */
export function hasControls(value: unknown, rule?: Rule): boolean {
  if (typeof value === 'string') return (rule?.hasLines ? BUT_LINES : ANY).test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, part]) => ANY.test(name) || hasControls(part, rule?.properties?.[name] ?? rule?.items),
  );
}

/** The text as a terminal may print it. */
export function withoutControls(text: string): string {
  return text.replace(EACH, '\ufffd');
}
