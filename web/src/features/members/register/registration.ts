import { onlyDigits } from '@krapao/contract/digits.ts';
import { FIELD_PROBLEMS, type FieldProblem } from '@krapao/contract/errors.ts';
import { OTP_LENGTH } from '@krapao/contract/members/limits.ts';
import type { Currency } from '@krapao/contract/money.ts';
import {
  accountNoProblem,
  bankAccountNameProblem,
  confirmationProblem,
  joinAccountName,
  nameProblem,
  passwordProblem,
  phoneProblem,
} from '@krapao/contract/rules.ts';
import type { ApiError } from '../../../platform/api-error.ts';
import { edition } from '../../../platform/edition.ts';
import { proofOf } from './phone-proof.ts';

/** The currencies a newcomer can choose from; the first is the default. */
export const currencies: readonly Currency[] = edition === 'la' ? ['LAK', 'BAHT'] : ['BAHT'];

export const STEPS = ['phone', 'otp', 'profile', 'bank'] as const;
export type Step = (typeof STEPS)[number];

/** The fields of all four steps, as typed. One form holds them all, so going back loses nothing. */
export type Registration = {
  phone: string;
  otpCode: string;
  name: string;
  password: string;
  confirm: string;
  sourceCode: string;
  inviteCode: string;
  bankCode: string;
  accountNo: string;
  firstName: string;
  lastName: string;
  currency: Currency;
};
export type RegistrationField = keyof Registration;

export function emptyRegistration(inviteCode: string): Registration {
  return {
    phone: '',
    otpCode: '',
    name: '',
    password: '',
    confirm: '',
    sourceCode: '',
    inviteCode,
    bankCode: '',
    accountNo: '',
    firstName: '',
    lastName: '',
    currency: currencies[0] ?? 'BAHT',
  };
}

/** The part of the request that is known at the profile step. */
export function profileBody(values: Registration) {
  const otpProof = proofOf(onlyDigits(values.phone));
  return {
    name: values.name.trim(),
    username: onlyDigits(values.phone),
    password: values.password,
    sourceCode: values.sourceCode,
    inviteCode: values.inviteCode.trim(),
    ...(currencies.length > 1 ? { currency: values.currency } : {}),
    ...(otpProof && { otpProof }),
  };
}

export function registrationBody(values: Registration) {
  return {
    ...profileBody(values),
    bankCode: values.bankCode,
    bankAccountName: joinAccountName(values.firstName, values.lastName),
    bankAccountNo: onlyDigits(values.accountNo),
  };
}

/** Refusals that belong to one field, beside the broken rules. */
const REFUSALS = ['EXISTING_USER', 'EXISTING_BANK'] as const;
type Refusal = (typeof REFUSALS)[number];
export type Problem = FieldProblem | Refusal | 'INCOMPLETE' | 'OTP_CODE_INVALID';

const FIELD_OF_WIRE_NAME: Readonly<Record<string, RegistrationField>> = {
  name: 'name',
  username: 'phone',
  password: 'password',
  sourceCode: 'sourceCode',
  inviteCode: 'inviteCode',
  bankCode: 'bankCode',
  bankAccountName: 'firstName',
  bankAccountNo: 'accountNo',
};

const FIELD_OF_CODE: Readonly<Record<string, RegistrationField>> = {
  EXISTING_USER: 'phone',
  PHONE_NUMBER_REQUIRE_10_DIGIT: 'phone',
  NO_USER: 'inviteCode',
  INVALID_BANK: 'bankCode',
  BANK_ACCOUNT_NAME_ENG: 'firstName',
  EXISTING_BANK: 'accountNo',
};

const STEP_OF_FIELD: Readonly<Record<RegistrationField, Step>> = {
  phone: 'phone',
  otpCode: 'otp',
  name: 'profile',
  password: 'profile',
  confirm: 'profile',
  sourceCode: 'profile',
  inviteCode: 'profile',
  bankCode: 'bank',
  accountNo: 'bank',
  firstName: 'bank',
  lastName: 'bank',
  currency: 'bank',
};

export const fieldsOf = (step: Step): RegistrationField[] =>
  (Object.keys(STEP_OF_FIELD) as RegistrationField[]).filter((field) => STEP_OF_FIELD[field] === step);

type Rule = (values: Registration) => Problem | null;

const RULES: Partial<Record<RegistrationField, Rule>> = {
  phone: ({ phone }) => phoneProblem(onlyDigits(phone), edition),
  otpCode: ({ otpCode }) => (otpCode.length === OTP_LENGTH ? null : 'INCOMPLETE'),
  name: ({ name }) => nameProblem(name.trim()),
  password: ({ password }) => passwordProblem(password),
  confirm: ({ password, confirm }) => confirmationProblem(password, confirm),
  bankCode: ({ bankCode }) => (bankCode === '' ? 'REQUIRED' : null),
  accountNo: ({ bankCode, accountNo }) => accountNoProblem(bankCode, onlyDigits(accountNo), edition),
  firstName: (values) => accountNamePartProblem(values.firstName, values),
  lastName: (values) => accountNamePartProblem(values.lastName, values),
};

/** Each part answers for itself, so that the error stands under the part that has to change. */
function accountNamePartProblem(part: string, { bankCode, firstName, lastName }: Registration): Problem | null {
  const whole = bankAccountNameProblem(bankCode, joinAccountName(firstName, lastName));
  return bankAccountNameProblem(bankCode, part.trim()) ?? (whole === 'TOO_LONG' ? whole : null);
}

/** What our own rules find wrong with the field. */
export function problemIn(field: RegistrationField, values: Registration): Problem | undefined {
  return RULES[field]?.(values) ?? undefined;
}

/** The form's fields that a refusal names. */
export function problemsOf(error: ApiError): [RegistrationField, Problem][] {
  const named = Object.entries(error.fields).flatMap(([name, problem]): [RegistrationField, Problem][] => {
    const field = FIELD_OF_WIRE_NAME[name];
    return field ? [[field, problem]] : [];
  });
  if (named.length > 0) return named;
  const field = FIELD_OF_CODE[error.code];
  return field && (isRefusal(error.code) || isFieldProblem(error.code)) ? [[field, error.code]] : [];
}

export function isRefusal(code: string | undefined): code is Refusal {
  return REFUSALS.some((refusal) => refusal === code);
}

export function isFieldProblem(code: string | undefined): code is FieldProblem {
  return FIELD_PROBLEMS.some((problem) => problem === code);
}

/** The first step with a refused field, from which all of them can be corrected. */
export function earliestStep(problems: readonly [RegistrationField, Problem][]): Step | null {
  return STEPS.find((step) => problems.some(([field]) => STEP_OF_FIELD[field] === step)) ?? null;
}
