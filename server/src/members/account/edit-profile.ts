import { ENGLISH_NAME_BANKS } from '@krapao/contract/members/limits.ts';
import { isEnglishName, nameProblem } from '@krapao/contract/rules.ts';
import type { Config } from '../../config.ts';
import { hasBankHistory } from '../../ledger/ledger.ts';
import { AppError } from '../../platform/app-error.ts';
import { spendOrRefuse, takeBudgets } from '../../platform/budgets.ts';
import { brokenConstraint, type Database, inTransaction, type Transaction } from '../../platform/database.ts';
import { type From, noteEvent, secondsUntilAllowed } from '../../platform/security-events.ts';
import { noticeBudgetsOf } from '../../platform/text-budgets.ts';
import { lockMember, type Member, memberById, profileOf, updateProfile } from './account.queries.ts';
import { askingBudgets } from './register.ts';
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
  // The answer tells whether another member has the account.
  if (!isBankOf(await memberById(db, memberId), bank)) await takeBudgets(db, ...askingBudgets(config, from.address));
  return inTransaction(db, async (tx) => {
    const member = await lockMember(tx, memberId);
    const isSameBank = isBankOf(member, bank);
    if (!isSameBank && (await hasBankHistory(tx, memberId)))
      throw new AppError('INVALID_USER_INFO', { fields: { bankAccountNo: 'INVALID' } });
    if (!isSameBank) await noteBankChange(tx, config, memberId, from);
    return writeProfile(tx, memberId, name, bank);
  });
}

function isBankOf(member: Member, { bankCode, bankAccountNo, bankAccountName }: BankInput): boolean {
  return (
    member.bank_code === bankCode &&
    member.bank_account_no === bankAccountNo &&
    member.bank_account_name === bankAccountName
  );
}

async function noteBankChange(tx: Transaction, config: Config, memberId: string, from: From) {
  const aDay = config.bankChangesADay;
  const retryAfterSeconds = await secondsUntilAllowed(tx, { what: 'bank-changed', memberId, aDay });
  if (retryAfterSeconds > 0) throw new AppError('REQUEST_LIMIT', { retryAfterSeconds });
  await spendOrRefuse(tx, ...noticeBudgetsOf(config, from.address));
  await noteEvent(tx, { what: 'bank-changed', memberId, from });
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
