import { accountCalls } from '@krapao/contract/members/account.ts';
import { lookupCalls } from '@krapao/contract/members/lookups.ts';
import { otpCalls } from '@krapao/contract/members/otp.ts';
import { refusalsOf } from '@krapao/contract/refusals.ts';
import type { Section } from './src/i18n/dictionary.ts';

/** Of the screens that a visitor can open. The chat, which opens later, fetches the members' texts for itself. */
const PUBLIC_TEXT =
  /^(?:action|contact|field|howto|inApp|language|login|menu|money|notFound|password|register|reset|state|terminated)\.|^chat\.start$/;
/** Of the families above, what visitors' screens do not say. */
const MEMBER_TEXT =
  /^(?:menu\.(?:profile|conditions|statement|statementShort|logOut)|action\.(?:continue|cancel|confirm|ok|save|refresh|receive|search|remove)|state\.(?:saved|error|success|failed|inProgress|unknown|unknownOnce))$/;
/** The member's chat has the same thread as the desk. */
const DESK_TEXT = /^desk\.(?!thread\.)/;

const PUBLIC_CALLS = Object.entries({ ...accountCalls, ...lookupCalls, ...otpCalls });
/** What these calls answer, and what a call can end with that never reached the server. */
const PUBLIC_ERRORS: ReadonlySet<string> = new Set([
  ...PUBLIC_CALLS.flatMap(([name, call]) => Object.keys(refusalsOf(name, call))),
  ...['NETWORK_ERROR', 'TIMEOUT', 'UNAUTHORIZED'],
]);

export const SECTIONS: readonly Section[] = ['public', 'member', 'desk'];

export function sectionOf(key: string): Section {
  if (DESK_TEXT.test(key)) return 'desk';
  if (MEMBER_TEXT.test(key)) return 'member';
  const isPublic = key.startsWith('error.') ? PUBLIC_ERRORS.has(key.slice('error.'.length)) : PUBLIC_TEXT.test(key);
  return isPublic ? 'public' : 'member';
}
