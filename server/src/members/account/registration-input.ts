import { banksOf } from '@krapao/contract/banks.ts';
import type { Calls } from '@krapao/contract/calls.ts';
import { onlyDigits } from '@krapao/contract/digits.ts';
import type { Edition } from '@krapao/contract/editions.ts';
import { ERRORS, type ErrorCode, type FieldProblem } from '@krapao/contract/errors.ts';
import { SOURCES } from '@krapao/contract/members/limits.ts';
import type { Currency } from '@krapao/contract/money.ts';
import { e164Of } from '@krapao/contract/phones.ts';
import { accountNoProblem, bankAccountNameProblem, nameProblem, phoneProblem } from '@krapao/contract/rules.ts';
import type { BodyOf } from '@krapao/contract/schemas.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../platform/app-error.ts';
import { newPasswordProblem } from './new-password.ts';

export type Registration = BodyOf<Calls['POST /api/account']>;
export type RegistrationSoFar = BodyOf<Calls['POST /api/account/validate']>;
export type BankInput = { bankCode: string; bankAccountName: string; bankAccountNo: string };

type Service = Pick<Config, 'edition' | 'serviceName'>;
type Problems = Record<string, FieldProblem | null>;

/** The profile step has no bank and no currency yet; its fields are checked as they will be in the end. */
export function checkRegistrationSoFar(input: RegistrationSoFar, service: Service): void {
  const { edition } = service;
  const { bankCode, bankAccountName = '', bankAccountNo = '', currency } = input;
  refuse({
    ...profileProblems(input, service),
    ...(bankCode && bankProblems({ bankCode, bankAccountName, bankAccountNo }, edition)),
    ...(currency && { currency: currencyProblem(currency, edition) }),
  });
}

export function checkRegistration(input: Registration, service: Service): void {
  const { edition } = service;
  refuse({
    ...profileProblems(input, service),
    ...bankProblems(input, edition),
    currency: currencyProblem(input.currency, edition),
  });
}

export function checkBank(input: BankInput, edition: Edition): void {
  refuse(bankProblems(input, edition));
}

export function tidyBank(input: BankInput): BankInput {
  return {
    bankCode: input.bankCode,
    bankAccountName: input.bankAccountName.trim().replaceAll(/\s+/g, ' ').toUpperCase(),
    bankAccountNo: onlyDigits(input.bankAccountNo),
  };
}

/** Outside Laos there is only the baht; the currency that the form sends is ignored. */
export function currencyOf(choice: Registration['currency'], edition: Edition): Currency {
  return edition === 'la' && choice ? choice : 'BAHT';
}

function profileProblems(
  { username, name, password, sourceCode }: RegistrationSoFar,
  { edition, serviceName }: Service,
): Problems {
  return {
    username: phoneProblem(username, edition),
    name: nameProblem(name.trim()),
    password: newPasswordProblem(password, { phone: e164Of(username, edition) ?? username, edition, serviceName }),
    sourceCode: sourceCode && !(SOURCES as readonly string[]).includes(sourceCode) ? 'INVALID' : null,
  };
}

function bankProblems(input: BankInput, edition: Edition): Problems {
  const { bankCode, bankAccountName, bankAccountNo } = tidyBank(input);
  if (!banksOf(edition).some((bank) => bank.code === bankCode)) {
    return { bankCode: bankCode === '' ? 'REQUIRED' : 'INVALID_BANK' };
  }
  return {
    bankAccountName: bankAccountNameProblem(bankCode, bankAccountName),
    bankAccountNo: accountNoProblem(bankCode, bankAccountNo, edition),
  };
}

function currencyProblem(currency: Registration['currency'], edition: Edition): FieldProblem | null {
  if (edition === 'la') return currency ? null : 'REQUIRED';
  return currency === 'LAK' ? 'INVALID' : null;
}

/** A rule with a code of its own answers with that code; the rest are INVALID_USER_INFO. */
function refuse(problems: Problems): void {
  const wrong = Object.entries(problems).filter((entry): entry is [string, FieldProblem] => entry[1] !== null);
  if (wrong.length === 0) return;
  const ownCode = wrong
    .map(([, problem]) => problem)
    .find((problem): problem is FieldProblem & ErrorCode => problem in ERRORS);
  throw new AppError(ownCode ?? 'INVALID_USER_INFO', { fields: Object.fromEntries(wrong) });
}
