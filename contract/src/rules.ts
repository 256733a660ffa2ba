import type { Edition } from './editions.ts';
import type { FieldProblem } from './errors.ts';
import {
  ENGLISH_NAME_BANKS,
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PHONE_LENGTH,
} from './members/limits.ts';
import { e164Of } from './phones.ts';

/**
 * What makes a field wrong, as pure functions: the form shows the answer, the route refuses with it.
 * `null` means the value is fine.
 */
type Problem = FieldProblem | null;

export function phoneProblem(phone: string, edition: Edition): Problem {
  if (phone === '') return 'REQUIRED';
  if (edition === 'la') return e164Of(phone, edition) ? null : 'INVALID';
  return new RegExp(`^\\d{${PHONE_LENGTH}}$`).test(phone) ? null : 'PHONE_NUMBER_REQUIRE_10_DIGIT';
}

export function passwordProblem(password: string): Problem {
  if (password === '') return 'REQUIRED';
  return password.length < PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH ? 'PASSWORD_LENGTH' : null;
}

export function confirmationProblem(password: string, confirmation: string): Problem {
  if (confirmation === '') return 'CONFIRM_REQUIRED';
  return password === confirmation ? null : 'PASSWORD_MISMATCH';
}

/**
 * Letters of any script with their marks; between them single spaces, dots, apostrophes and hyphens. Every repeat
 * starts with a separator, so there is one way to read a name and a nasty one is refused in linear time.
 */
const PERSON_NAME = /^\p{L}[\p{L}\p{M}]*(?:(?:\. ?| ?['’-]| )\p{L}[\p{L}\p{M}]*)*\.?$/u;

export function nameProblem(name: string): Problem {
  if (name === '') return 'REQUIRED';
  if (name.length > NAME_MAX_LENGTH) return 'TOO_LONG';
  return PERSON_NAME.test(name) ? null : 'NAME_INVALID';
}

export function joinAccountName(firstName: string, lastName: string): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim().toUpperCase();
}

export function isEnglishName(name: string): boolean {
  return /^[A-Z]+( [A-Z]+)*$/i.test(name);
}

export function bankAccountNameProblem(bankCode: string, name: string): Problem {
  const problem = nameProblem(name);
  if (problem === 'REQUIRED' || problem === 'TOO_LONG') return problem;
  if (ENGLISH_NAME_BANKS.includes(bankCode) && !isEnglishName(name)) return 'BANK_ACCOUNT_NAME_ENG';
  return problem;
}

/** Thai account numbers have ten digits but for these banks; Lao banks differ too much to say more than a range. */
const THAI_ACCOUNT_DIGITS = new Map<string, readonly number[]>([
  ['GSB', [12]],
  ['GHB', [10, 12]],
  ['BAAC', [10, 12]],
  ['TISCO', [10, 14]],
]);

export function accountNoProblem(bankCode: string, accountNo: string, edition: Edition): Problem {
  if (accountNo === '') return 'REQUIRED';
  if (!/^\d+$/.test(accountNo)) return 'ACCOUNT_NO_INVALID';
  if (edition === 'la') return accountNo.length >= 6 && accountNo.length <= 20 ? null : 'ACCOUNT_NO_INVALID';
  return (THAI_ACCOUNT_DIGITS.get(bankCode) ?? [10]).includes(accountNo.length) ? null : 'ACCOUNT_NO_INVALID';
}

/** 1234567890 is read as 123-456-7890; numbers of other lengths are shown as they are. */
export function formatAccountNo(accountNo: string): string {
  return accountNo.length === 10 ? accountNo.replace(/^(\d{3})(\d{3})/, '$1-$2-') : accountNo;
}

/** The link /register?code=PR{memberId} carries this code. */
export function inviteCodeOf(memberId: string): string {
  return `PR${memberId}`;
}

export function memberIdOfInviteCode(code: string): string | null {
  return /^PR([A-Z0-9]{8})$/.exec(code.trim().toUpperCase())?.[1] ?? null;
}
