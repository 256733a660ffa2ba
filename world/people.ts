import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Edition } from '@krapao/contract/editions.ts';
import { e164Of } from '@krapao/contract/phones.ts';
import { memberIdOfInviteCode } from '@krapao/contract/rules.ts';
import { currencyOf, tidyBank } from '../server/src/members/account/registration-input.ts';
import type { Queryable } from '../server/src/platform/database.ts';
import { hashPassword } from '../server/src/platform/passwords.ts';
import { startSession } from '../server/src/platform/sessions.ts';

/** Random digits: a phone or an account number that nobody else has. */
export function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

let accounts = 0;

/** No two of a process end in the same four digits, which is all of an account number that some banks report. */
function newAccountNo(): string {
  accounts += 1;
  return `${digits(6)}${String((accounts * 7_919) % 10_000).padStart(4, '0')}`;
}

export function newPhone(): string {
  return `08${digits(8)}`;
}

/** A registration nobody else has: every field can be overridden. */
export function newRegistration(overrides: Record<string, unknown> = {}) {
  return {
    name: 'สมหญิง ใจดี',
    username: newPhone(),
    password: 'correct horse',
    sourceCode: 'friend',
    inviteCode: '',
    bankCode: 'KBANK',
    bankAccountName: 'SOMYING JAIDEE',
    bankAccountNo: newAccountNo(),
    currency: '' as '' | 'BAHT' | 'LAK',
    ...overrides,
  };
}

/** The same as `newRegistration` for the Laos edition. */
export function newLaoRegistration(overrides: Record<string, unknown> = {}) {
  return newRegistration({ username: `20${digits(8)}`, bankCode: 'BCEL', currency: 'LAK', ...overrides });
}

/** Members' ids are made of these. */
const ID_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What a password costs to hash, it costs once in a process, however many members have it. */
const hashes = new Map<string, Promise<string>>();

function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

type Wishes = { id?: string; [field: string]: unknown };

function newId(): string {
  return Array.from({ length: 8 }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]).join('');
}

/** A member as registering would have made them, with a session: for whatever is not about registering or signing in. */
export async function newMember(db: Queryable, edition: Edition, { id = newId(), ...overrides }: Wishes = {}) {
  const registration = edition === 'la' ? newLaoRegistration(overrides) : newRegistration(overrides);
  const { username, password, name, sourceCode, inviteCode, currency } = registration;
  const { bankCode, bankAccountName, bankAccountNo } = tidyBank(registration);
  await db.query(
    `with member as (
        insert into members (id, edition, phone, name, password_hash, currency, source_code, invited_by,
            bank_code, bank_account_name, bank_account_no)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id)
      insert into member_devices (member_id, device) select id, $12 from member`,
    [
      id,
      edition,
      e164Of(username, edition) ?? username,
      name,
      await hashOnce(password),
      currencyOf(currency || undefined, edition),
      sourceCode || null,
      inviteCode ? memberIdOfInviteCode(inviteCode) : null,
      bankCode,
      bankAccountName,
      bankAccountNo,
      randomBytes(32),
    ],
  );
  return { id, token: await startSession(db, id, false), username, password, registration };
}

/** Money in the main wallet that no bank has sent, in satang or att. */
export async function giveMoney(db: Queryable, memberId: string, minor: bigint | number): Promise<void> {
  await db.query(
    `select ledger_post(id, $1, 'post', 'test', currency, 'house:demo', 'main', $3, '{}') from members where id = $2`,
    [`given/${randomUUID()}`, memberId, minor],
  );
}
