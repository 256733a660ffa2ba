import { isBankAccountTaken } from '../members/account/account.queries.ts';
import { checkBank, tidyBank } from '../members/account/registration-input.ts';
import { AppError } from '../platform/app-error.ts';
import { many } from '../platform/database.ts';
import { endAllSessions } from '../platform/sessions.ts';
import { type Command, findMember } from './command.ts';

export const MEMBER_COMMANDS: Record<string, Command> = {
  'member show': {
    usage: '<id or phone>',
    summary: 'shows a member',
    readOnly: true,
    run: async (tx, config, who) => {
      const { password_hash: _, ...member } = await findMember(tx, config, who);
      const accounts = await many(tx, 'select name, balance::text from ledger_accounts where member_id = $1', [
        member.id,
      ]);
      return JSON.stringify({ ...member, accounts }, null, 2);
    },
  },
  'member block': {
    usage: '<id or phone>',
    summary: 'keeps a member out, at once and until unblocked; the money stays',
    run: async (tx, config, who) => {
      const { id } = await findMember(tx, config, who);
      await tx.query('update members set blocked_at = coalesce(blocked_at, app_now()) where id = $1', [id]);
      return `Member ${id} is blocked.`;
    },
  },
  'member unblock': {
    usage: '<id or phone>',
    summary: 'lets a blocked member in again',
    run: async (tx, config, who) => {
      const { id } = await findMember(tx, config, who);
      await tx.query('update members set blocked_at = null where id = $1', [id]);
      return `Member ${id} may sign in.`;
    },
  },
  'member sign-out': {
    usage: '<id or phone>',
    summary: 'ends every sign-in of a member',
    run: async (tx, config, who) => {
      const { id } = await findMember(tx, config, who);
      await endAllSessions(tx, id, 'operator');
      return `Every sign-in of member ${id} is ended.`;
    },
  },
  'member bank': {
    usage: '<id or phone> <bank code> <account number> "<account name>"',
    summary: 'changes where a member is paid; check their identity first',
    run: async (tx, config, who, bankCode = '', bankAccountNo = '', bankAccountName = '') => {
      const { id } = await findMember(tx, config, who);
      checkBank({ bankCode, bankAccountNo, bankAccountName }, config.edition);
      const bank = tidyBank({ bankCode, bankAccountNo, bankAccountName });
      if (await isBankAccountTaken(tx, bank)) throw new AppError('EXISTING_BANK');
      await tx.query('update members set bank_code = $2, bank_account_no = $3, bank_account_name = $4 where id = $1', [
        id,
        bank.bankCode,
        bank.bankAccountNo,
        bank.bankAccountName,
      ]);
      return `Member ${id} is paid to ${bank.bankCode} ${bank.bankAccountNo}, ${bank.bankAccountName}.`;
    },
  },
};
