import { randomUUID } from 'node:crypto';
import { MAIN_WALLET, SERVICE } from '@krapao/contract/money/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';
import { post } from '../../ledger/ledger.ts';
import { writeStatement } from '../../ledger/statement.ts';
import { debtOf, takeFromMember } from '../../ledger/take-from-member.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import { announceWithCommit } from '../../platform/wallet-changes.ts';
import {
  amount,
  CannotDo,
  change,
  fields,
  look,
  MOST_LISTED,
  memberId,
  readAmount,
  type TakeMember,
  text,
} from '../../staff/act.ts';
import {
  type Correction,
  insertCorrection,
  lockCorrection,
  markReversed,
  newestCorrections,
} from './corrections.queries.ts';

const HOUSE = 'house:corrections';
const SAY_HOW_MUCH = 'Say how much, such as 500 or 1,250.50.';

/** Money that operators give a member or take from one. The member reads each as a correction by the service. */
export function correctionActs({ takeMember }: { takeMember: TakeMember }) {
  const schema = fields({ member: memberId, amount: amount(SAY_HOW_MUCH) });
  type Input = { member: string; amount: string | number };
  const shared = {
    permission: 'corrections',
    needsSecond: true,
    schema,
    worth: async (tx: Transaction, { member, amount: given }: Input) => {
      const { currency } = await takeMember(tx, member);
      return { amount: amountOf(given), currency };
    },
  } as const;
  const by =
    (book: typeof credit) =>
    async (tx: Transaction, _operator: unknown, { member, amount: given }: Input) => {
      const { id, currency } = await takeMember(tx, member);
      const data = await book(tx, { memberId: id, currency }, amountOf(given));
      return { data, before: null, after: data };
    };
  return {
    creditMember: change({
      ...shared,
      name: 'correct credit',
      summary: 'gives a member money, as a correction by the service',
      run: by(credit),
    }),
    debitMember: change({
      ...shared,
      name: 'correct debit',
      summary: 'takes money from a member; what the main wallet does not have, the member owes',
      run: by(debit),
    }),
    reverseCorrection: change({
      name: 'correct reverse',
      summary: 'puts a correction right by its opposite',
      permission: 'corrections',
      needsSecond: true,
      schema: fields({ id: text('Say which correction, by its id: `correct list` lists them.') }),
      worth: async (tx, { id }) => takeCorrection(tx, id),
      run: async (tx, _operator, { id }) => {
        const before = await takeCorrection(tx, id);
        const owner = { memberId: before.member_id, currency: before.currency };
        await takeMember(tx, owner.memberId);
        const opposite = await (before.kind === 'credit' ? debit : undebit)(tx, owner, before.amount, before);
        const after = await markReversed(tx, before.id, opposite.id);
        return { data: opposite, before, after };
      },
    }),
    listCorrections: look({
      name: 'correct list',
      summary: 'corrections of a member, newest first',
      permission: 'members.see',
      readOnly: true,
      schema: fields({ member: memberId }),
      run: async (tx, _operator, { member }) => newestCorrections(tx, (await takeMember(tx, member)).id, MOST_LISTED),
    }),
  };
}

function amountOf(given: string | number): Minor {
  const minor = readAmount(given);
  if (!minor || minor < 0n) throw new CannotDo(SAY_HOW_MUCH);
  return minor;
}

async function takeCorrection(tx: Transaction, id: string): Promise<Correction> {
  const correction = await lockCorrection(tx, id);
  if (!correction) throw new CannotDo(`There is no correction ${id}: \`correct list\` lists them.`);
  if (correction.reversed_by) throw new CannotDo(`Correction ${id} is put right by ${correction.reversed_by}.`);
  return correction;
}

async function credit(tx: Transaction, owner: Owner, amount: Minor): Promise<Correction> {
  const id = randomUUID();
  const posted = await post(tx, { ...bookingOf(id, owner), from: HOUSE, to: 'main', amount });
  const entry = { id, type: 'deposit', status: 'SUCCESS', from: SERVICE, to: MAIN_WALLET, amount, posted } as const;
  await writeStatement(tx, owner.memberId, entry);
  return keep(tx, owner, { id, kind: 'credit', amount, taken: 0n, owed: 0n, forgiven: 0n });
}

async function debit(tx: Transaction, owner: Owner, amount: Minor): Promise<Correction> {
  const id = randomUUID();
  const { taken, owed, posted } = await takeFromMember(tx, { ...bookingOf(id, owner), amount, to: HOUSE });
  const entry = {
    id,
    type: 'withdraw',
    status: 'SUCCESS',
    from: MAIN_WALLET,
    to: SERVICE,
    amount: taken,
    posted,
  } as const;
  if (taken > 0n) await writeStatement(tx, owner.memberId, entry);
  return keep(tx, owner, { id, kind: 'debit', amount, taken, owed, forgiven: 0n });
}

/** What is still owed of the debit is owed no more; the rest is given back. */
async function undebit(tx: Transaction, owner: Owner, amount: Minor, { owed }: Correction): Promise<Correction> {
  const id = randomUUID();
  const booking = bookingOf(id, owner);
  const debt = await debtOf(tx, owner.memberId);
  const forgiven = debt < owed ? debt : owed;
  if (forgiven > 0n)
    await post(tx, { ...booking, key: `${booking.key}/forgiven`, from: HOUSE, to: 'owed', amount: forgiven });
  const given = amount - forgiven;
  if (given > 0n) {
    const posted = await post(tx, { ...booking, from: HOUSE, to: 'main', amount: given });
    const entry = {
      id,
      type: 'deposit',
      status: 'SUCCESS',
      from: SERVICE,
      to: MAIN_WALLET,
      amount: given,
      posted,
    } as const;
    await writeStatement(tx, owner.memberId, entry);
  }
  return keep(tx, owner, { id, kind: 'credit', amount, taken: 0n, owed: 0n, forgiven });
}

function bookingOf(id: string, { memberId, currency }: Owner) {
  return { key: `correction/${id}`, reason: 'correction', memberId, currency };
}

async function keep(
  tx: Transaction,
  { memberId, currency }: Owner,
  correction: Pick<Correction, 'id' | 'kind' | 'amount' | 'taken' | 'owed' | 'forgiven'>,
): Promise<Correction> {
  await announceWithCommit(tx, memberId);
  return insertCorrection(tx, { ...correction, member_id: memberId, currency });
}
