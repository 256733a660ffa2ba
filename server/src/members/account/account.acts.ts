import { randomBytes } from 'node:crypto';
import type { Edition } from '@krapao/contract/editions.ts';
import { formatMoney } from '@krapao/contract/money.ts';
import { Type } from 'typebox';
import { balancesOf } from '../../ledger/ledger.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Transaction } from '../../platform/database.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { newestEvents, noteEvent } from '../../platform/security-events.ts';
import { countSessions, endAllSessions } from '../../platform/sessions.ts';
import { CannotDo, change, fields, look, MOST_LISTED, memberId, text } from '../../staff/act.ts';
import { liftingNeedsSecond, liftStop, placeStop, whoseStop } from '../../staff/stops.ts';
import {
  blockMember,
  findMember,
  flagsOf,
  isBankAccountTaken,
  lockNamedMember,
  type Member,
  replacePasswordHash,
  unblockMember,
  writeBank,
} from './account.queries.ts';
import { type EndGamePasswords, endAndTell } from './game-passwords.ts';
import { checkBank, tidyBank } from './registration-input.ts';

export async function takeMember(tx: Transaction, edition: Edition, who: string): Promise<Member> {
  return (await lockNamedMember(tx, edition, who)) ?? noMember(who);
}

export function accountActs(edition: Edition, endGamePasswords: EndGamePasswords) {
  const endAll = async (tx: Transaction, memberId: string, { name: operator }: { name: string }) => {
    await endAllSessions(tx, memberId, 'operator');
    await endAndTell(tx, endGamePasswords, { memberId, operator });
  };
  const take = (tx: Transaction, who: string) => takeMember(tx, edition, who);
  const schema = fields({ member: memberId });
  return {
    showMember: look({
      name: 'member show',
      summary: 'shows a member',
      permission: 'members.see',
      readOnly: true,
      schema,
      run: async (tx, _operator, { member: who }) => {
        const { password_hash: _, ...member } = (await findMember(tx, edition, who)) ?? noMember(who);
        const balances = await balancesOf(tx, member.id);
        const accounts = [...balances].map(([name, balance]) => ({
          ...{ name, balance: `${formatMoney(balance)} ${member.currency}` },
        }));
        return { ...member, accounts, flags: await flagsOf(tx, member.id) };
      },
    }),
    listMemberEvents: look({
      name: 'member events',
      summary: 'sign-ins, failures and changes of a member’s account, and who looked at it, newest first',
      permission: 'members.see',
      readOnly: true,
      schema,
      run: async (tx, _operator, { member: who }) => {
        const { id } = (await findMember(tx, edition, who)) ?? noMember(who);
        return newestEvents(tx, { column: 'member_id', value: id }, MOST_LISTED);
      },
    }),
    ...blockActs(take, endAll),
    signMemberOut: change({
      name: 'member sign-out',
      summary: 'ends every sign-in of a member and has new passwords set at the member’s games',
      permission: 'members.help',
      needsSecond: false,
      schema,
      run: async (tx, operator, { member: who }) => {
        const { id } = await take(tx, who);
        const before = { id, signIns: await countSessions(tx, id) };
        await endAll(tx, id, operator);
        return { data: { id }, before, after: { id, signIns: await countSessions(tx, id) } };
      },
    }),
    changeMemberBank: changeMemberBank(edition),
    renewPassword: renewPassword(take, endAll),
  };
}

type Take = (tx: Transaction, who: string) => Promise<Member>;
/** Ends every sign-in of a member, and with them the passwords of games that their bearers have read. */
type EndAll = (tx: Transaction, memberId: string, operator: { name: string }) => Promise<void>;

/** A block is an operator's stop: the member is let in when none is left. */
function blockActs(take: Take, endAll: EndAll) {
  const schema = fields({ member: memberId });
  return {
    blockMember: change({
      name: 'member block',
      summary:
        'keeps a member out, at once and until unblocked, ends every sign-in and has new passwords set at games; the money stays, and none is paid',
      permission: 'members.block',
      needsSecond: false,
      schema,
      run: async (tx, operator, { member: who }) => {
        const member = await take(tx, who);
        await endAll(tx, member.id, operator);
        await placeStop(tx, { what: 'member', subject: member.id }, operator);
        return changed(member, await blockMember(tx, member.id));
      },
    }),
    unblockMember: change({
      name: 'member unblock',
      summary: 'lifts a block; once none is left the member is let in again, and withdrawals go on by themselves',
      permission: 'members.block',
      needsSecond: liftingNeedsSecond,
      schema: fields({ member: memberId, of: Type.Optional(whoseStop) }),
      run: async (tx, operator, { member: who, ...lifting }) => {
        const member = await take(tx, who);
        const left = await liftStop(tx, { what: 'member', subject: member.id }, operator, lifting);
        const { data, before, after } = changed(member, left.length > 0 ? member : await unblockMember(tx, member.id));
        return { data: { ...data, blockedBy: left }, before, after: { ...after, blockedBy: left } };
      },
    }),
  };
}

function changeMemberBank(edition: Edition) {
  return change({
    name: 'member bank',
    summary: 'changes where a member is paid; check their identity first',
    permission: 'members.bank',
    needsSecond: true,
    schema: fields({
      member: memberId,
      bankCode: text('Give the code of a bank, such as KBANK.'),
      bankAccountNo: text('Give the account number.'),
      bankAccountName: text('Give the name of the account.', 1_000),
    }),
    run: async (tx, operator, { member: who, ...input }) => {
      const member = await takeMember(tx, edition, who);
      checkBank(input, edition);
      const bank = tidyBank(input);
      if (await isBankAccountTaken(tx, bank)) throw new AppError('EXISTING_BANK');
      await noteEvent(tx, { what: 'bank-changed', memberId: member.id, operator: operator.name });
      return changed(member, await writeBank(tx, member.id, bank));
    },
  });
}

/** For a member who has lost the password and the phone, and whose identity an operator has checked. */
function renewPassword(take: Take, endAll: EndAll) {
  return change({
    name: 'member password',
    summary:
      'gives a member a new password, shown once, ends every sign-in and has new passwords set at games; check their identity first',
    permission: 'members.help',
    needsSecond: true,
    schema: fields({ member: memberId }),
    run: async (tx, operator, { member: who }) => {
      const password = randomBytes(9).toString('base64url');
      const passwordHash = await hashPassword(password);
      const { id, password_hash: from } = await take(tx, who);
      const before = { id, signIns: await countSessions(tx, id) };
      await replacePasswordHash(tx, id, { from, to: passwordHash });
      await endAll(tx, id, operator);
      await noteEvent(tx, { what: 'password-changed', memberId: id, operator: operator.name });
      return { data: { id, password }, before, after: { id, signIns: 0 } };
    },
  });
}

function noMember(who: string): never {
  throw new CannotDo(`There is no member ${who}: give an id or a phone number.`);
}

/** The fields of a member that an operator can change. */
const changeableFields = ({ id, blocked_at, bank_code, bank_account_no, bank_account_name }: Member) => {
  return { id, blocked_at, bank_code, bank_account_no, bank_account_name };
};

function changed(before: Member, after: Member) {
  return { data: changeableFields(after), before: changeableFields(before), after: changeableFields(after) };
}
