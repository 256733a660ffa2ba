import { ENGLISH_NAME_BANKS } from '@krapao/contract/members/limits.ts';
import { isEnglishName, nameProblem } from '@krapao/contract/rules.ts';
import type { Config } from '../../config.ts';
import { hasBankHistory } from '../../ledger/ledger.ts';
import { AppError } from '../../platform/app-error.ts';
import { brokenConstraint, type Database, inTransaction, type Transaction } from '../../platform/database.ts';
import { type From, noteEvent } from '../../platform/security-events.ts';
import { lockMember, profileOf, updateProfile } from './account.queries.ts';
import { type BankInput, checkBank, tidyBank } from './registration-input.ts';

/** A member can change the bank until money has come from it or gone to it; afterwards only an operator can. */
export async function editProfile(
  db: Database,
  config: Config,
  memberId: string,
  input: BankInput & { name: string },
  from: From,
) {
  const name = input.name.trim();
  const problem = nameProblem(name);
  if (problem) throw new AppError('INVALID_USER_INFO', { fields: { name: problem } });
  checkBank(input, config.edition);
  const bank = tidyBank(input);
  return inTransaction(db, async (tx) => {
    const member = await lockMember(tx, memberId);
    const isSameBank =
      member.bank_code === bank.bankCode &&
      member.bank_account_no === bank.bankAccountNo &&
      member.bank_account_name === bank.bankAccountName;
    if (!isSameBank && (await hasBankHistory(tx, memberId)))
      throw new AppError('INVALID_USER_INFO', { fields: { bankAccountNo: 'INVALID' } });
    if (!isSameBank) await noteEvent(tx, { what: 'bank-changed', memberId, from });
    return writeProfile(tx, memberId, name, bank);
  });
}

/** KTB, TMB and BBL only take names in English: a member registered with another may rewrite it. */
export async function editBankAccountName(
  db: Database,
  config: Config,
  memberId: string,
  input: { bankCode: string; bankAccountName: string },
  from: From,
) {
  return inTransaction(db, async (tx) => {
    const member = await lockMember(tx, memberId);
    if (input.bankCode !== member.bank_code)
      throw new AppError('INVALID_BANK', { fields: { bankCode: 'INVALID_BANK' } });
    const bank = { ...input, bankAccountNo: member.bank_account_no };
    checkBank(bank, config.edition);
    const mayRewrite = ENGLISH_NAME_BANKS.includes(member.bank_code) && !isEnglishName(member.bank_account_name);
    if (!mayRewrite) throw new AppError('INVALID_USER_INFO', { fields: { bankAccountName: 'INVALID' } });
    await noteEvent(tx, { what: 'bank-changed', memberId, from });
    return writeProfile(tx, memberId, member.name, tidyBank(bank));
  });
}

async function writeProfile(tx: Transaction, memberId: string, name: string, bank: BankInput) {
  try {
    return profileOf(await updateProfile(tx, memberId, { name, ...bank }));
  } catch (error) {
    throw brokenConstraint(error) === 'members_bank_account_once' ? new AppError('EXISTING_BANK') : error;
  }
}
