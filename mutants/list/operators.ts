import type { Mutant } from '../mutant.ts';

const STAFF = 'server/src/staff';
const PAYMENTS = 'server/src/deposits/payments';
const REQUESTS_TEST = `${STAFF}/requests.test.ts`;
const AUDIT_TEST = `${STAFF}/audit.test.ts`;
const MATRIX_TEST = 'server/src/acts-by-role.test.ts';
const MOVE_TEST = `${PAYMENTS}/move-credit.test.ts`;
const CORRECTIONS_TEST = 'server/src/money/corrections/corrections.test.ts';
const WRITE_OFF_TEST = 'server/src/money/games/write-off.test.ts';

/** What operators may do, alone and together, and what they put right. */
export const operators: Mutant[] = [
  {
    name: 'an operator agrees to their own request',
    file: `${STAFF}/requests.ts`,
    from: `if (request.asked_by === operator.name) throw new CannotDo('Another operator has to agree to what you asked for.');`,
    to: '',
    why: 'one insider is enough; only the database still refuses, with no sentence',
    noticedBy: [REQUESTS_TEST],
    test: 'nobody, with any calls in any order',
  },
  {
    name: 'any operator agrees to any request',
    file: `${STAFF}/requests.ts`,
    from: `if (reachOf(roles, act.permission) === 'checks' && isWithin) return;`,
    to: 'if (isWithin) return;',
    why: 'two people of support make money',
    noticedBy: [REQUESTS_TEST],
    test: 'approves nothing and refuses nothing',
  },
  {
    name: 'a request of an operator who has left is carried out',
    file: `${STAFF}/requests.ts`,
    from: 'if (!asker || reachOf(asker.roles, act.permission) === null)',
    to: 'if (!asker)',
    why: 'somebody who may no longer do it has it done',
    noticedBy: [REQUESTS_TEST],
    test: 'a request of an operator who has left',
  },
  {
    name: 'an old request is still good',
    file: `${STAFF}/requests.ts`,
    from: 'if (request.is_expired)',
    to: 'if (false)',
    why: 'what was right a month ago is done today',
    noticedBy: [REQUESTS_TEST],
    test: 'a request is good for a day',
  },
  {
    name: 'an operator without the permission is let in',
    file: `${STAFF}/perform-act.ts`,
    from: 'if (reach === null) throw',
    to: `if (reach === null && act.name === '') throw`,
    why: 'roles are words',
    noticedBy: [MATRIX_TEST],
    test: 'the door lets in whom the matrix lets in',
  },
  {
    name: 'asking does the act',
    file: `${STAFF}/perform-act.ts`,
    from: `await tx.query('rollback to savepoint tried');`,
    to: '',
    why: 'the second operator is asked after the money has moved, and it moves again',
    noticedBy: [REQUESTS_TEST],
    test: 'an act that needs a second operator waits',
  },
  {
    name: 'an entry of the audit log is not sealed with the one before it',
    file: 'server/sql/staff.sql',
    from: `new.hash := audit_hash(new, coalesce(v_last.hash, ''));`,
    to: `new.hash := audit_hash(new, '');`,
    why: 'an entry that was taken out does not show',
    noticedBy: [AUDIT_TEST],
    test: 'numbered without a gap',
  },
  {
    name: 'a moved credit leaves the spent part with the house',
    file: 'server/src/ledger/take-from-member.ts',
    from: `if (owed > 0n) await post`,
    to: 'if (owed < 0n) await post',
    why: 'the house pays, and the books do not say who owes it',
    noticedBy: [MOVE_TEST],
    test: 'a wrong credit of a thousand',
  },
  {
    name: 'two members are locked in any order',
    file: `${PAYMENTS}/move-credit.ts`,
    from: 'await tx.query(sql, [wrong, who, phones]);',
    to: `void sql; await tx.query('select from members where id = $1 for no key update', [wrong]);`,
    why: 'two operators who move payments between the same two members wait for each other',
    noticedBy: [MOVE_TEST],
    test: 'never wait in a circle',
  },
  {
    name: 'a reversed debit gives everything back and leaves the debt',
    file: 'server/src/money/corrections/corrections.acts.ts',
    from: 'const forgiven = debt < owed ? debt : owed;',
    to: 'const forgiven = debt < 0n ? debt : 0n;',
    why: 'the member has the money and owes it',
    noticedBy: [CORRECTIONS_TEST],
    test: 'what the main wallet does not have',
  },
  {
    name: 'money that was written off is a win when the game is back',
    file: 'server/src/money/games/games.acts.ts',
    from: 'await addLate(tx, { memberId, code }, amount);',
    to: '',
    why: 'the member is paid by the house and by the game',
    noticedBy: [WRITE_OFF_TEST],
    test: 'money at a closed game',
  },
  {
    name: 'the limits of roles in kip are those of a hundredth',
    file: `${STAFF}/roles.ts`,
    from: 'LAK: baht * 100n * KIP_A_BAHT',
    to: 'LAK: baht * KIP_A_BAHT',
    why: 'every act in kip waits for a second operator',
    noticedBy: [`${STAFF}/roles.test.ts`],
  },
];
