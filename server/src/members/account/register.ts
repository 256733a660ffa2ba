import { randomInt } from 'node:crypto';
import { e164Of, localPhone } from '@krapao/contract/phones.ts';
import { memberIdOfInviteCode } from '@krapao/contract/rules.ts';
import type { Config } from '../../config.ts';
import { addressBudgets } from '../../platform/addresses.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Budget, takeBudgets } from '../../platform/budgets.ts';
import {
  brokenConstraint,
  type Database,
  inTransaction,
  type Queryable,
  type Transaction,
} from '../../platform/database.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { readSettings } from '../../platform/settings.ts';
import { insertMember, isBankAccountTaken, isMember, isPhoneTaken } from './account.queries.ts';
import {
  checkRegistration,
  checkRegistrationSoFar,
  currencyOf,
  type Registration,
  type RegistrationSoFar,
  tidyBank,
} from './registration-input.ts';

const AN_HOUR = 60 * 60;

/** Proofs that a phone was verified by OTP, as registration uses them. */
export type PhoneProofs = {
  isGood: (db: Queryable, phone: string, proof: string) => Promise<boolean>;
  useUp: (tx: Transaction, phone: string, proof: string) => Promise<boolean>;
};

/** Of every call whose answer tells what another member has. */
export function askingBudgets({ validationsPerAddressAnHour: limit }: Config, address: string): Budget[] {
  return addressBudgets({ scope: 'validate address', address, limit, windowSeconds: AN_HOUR });
}

export async function validateRegistration(
  db: Database,
  config: Config,
  proofs: PhoneProofs,
  input: RegistrationSoFar,
  address: string,
) {
  checkRegistrationSoFar(input, config);
  await takeBudgets(db, ...askingBudgets(config, address));
  const { bankCode, bankAccountName = '', bankAccountNo = '' } = input;
  await findInviter(db, config, input.inviteCode);
  const phone = phoneOf(input, config);
  if (await isPhoneTaken(db, config.edition, phone)) throw new AppError('EXISTING_USER');
  if ((await needsOtp(db, config)) && !(await proofs.isGood(db, phone, input.otpProof ?? '')))
    throw new AppError('UNVERIFIED_OTP');
  // Whose account it is, is told last: where phones are verified, to nobody who has not verified one.
  if (bankCode && (await isBankAccountTaken(db, tidyBank({ bankCode, bankAccountName, bankAccountNo }))))
    throw new AppError('EXISTING_BANK');
  return { valid: true } as const;
}

export async function register(
  db: Database,
  config: Config,
  proofs: PhoneProofs,
  input: Registration,
  address: string,
) {
  checkRegistration(input, config);
  const limit = config.registrationsPerAddressAnHour;
  await takeBudgets(db, ...addressBudgets({ scope: 'register address', address, limit, windowSeconds: AN_HOUR }));
  const bank = tidyBank(input);
  const phone = phoneOf(input, config);
  const { otpProof = '' } = input;
  const inviterId = await findInviter(db, config, input.inviteCode);
  // Looked up before the costly hash; the unique constraints keep two registrations at once apart. The bank is read
  // before the phone: a form that was sent twice is told of the phone.
  const isBankTaken = await isBankAccountTaken(db, bank);
  if (await isPhoneTaken(db, config.edition, phone)) throw new AppError('EXISTING_USER');
  const mustBeVerified = await needsOtp(db, config);
  if (mustBeVerified && !(await proofs.isGood(db, phone, otpProof))) throw new AppError('UNVERIFIED_OTP');
  if (isBankTaken) throw new AppError('EXISTING_BANK');
  // Taken last, so that what is refused for less keeps no newcomer out.
  const ofService = { scope: 'register', subject: 'service', limit: config.registrationsAnHour };
  await takeBudgets(db, { ...ofService, windowSeconds: AN_HOUR });

  const memberId = newMemberId();
  const passwordHash = await hashPassword(input.password, address);
  await inTransaction(db, async (tx) => {
    await insertMember(tx, {
      id: memberId,
      edition: config.edition,
      phone,
      name: input.name.trim(),
      password_hash: passwordHash,
      currency: currencyOf(input.currency, config.edition),
      source_code: input.sourceCode || null,
      invited_by: inviterId,
      bank_code: bank.bankCode,
      bank_account_name: bank.bankAccountName,
      bank_account_no: bank.bankAccountNo,
      is_phone_verified: mustBeVerified,
    }).catch((error: unknown) => {
      throw refusalOf(error);
    });
    if (mustBeVerified && !(await proofs.useUp(tx, phone, otpProof))) throw new AppError('UNVERIFIED_OTP');
  });
  return { _id: memberId, username: localPhone(phone, config.edition) };
}

function phoneOf({ username }: { username: string }, { edition }: Config): string {
  return e164Of(username, edition) ?? username;
}

async function findInviter(db: Queryable, config: Config, inviteCode: string | undefined): Promise<string | null> {
  if (!inviteCode) return null;
  const inviterId = memberIdOfInviteCode(inviteCode);
  if (inviterId && (await isMember(db, config.edition, inviterId))) return inviterId;
  throw new AppError('NO_USER', { fields: { inviteCode: 'NO_USER' } });
}

async function needsOtp(db: Queryable, config: Config): Promise<boolean> {
  return (await readSettings(db, config)).registerOtp;
}

function refusalOf(error: unknown): unknown {
  const constraint = brokenConstraint(error);
  if (constraint === 'members_phone_once') return new AppError('EXISTING_USER');
  if (constraint === 'members_bank_account_once') return new AppError('EXISTING_BANK');
  if (constraint === 'members_pkey') return new AppError('REGISTER_FAIL');
  return error;
}

/** Eight characters that cannot be misread on a phone: no I, L, O, U. */
const ID_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function newMemberId(): string {
  return Array.from({ length: 8 }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]).join('');
}
