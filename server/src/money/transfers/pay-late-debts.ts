import { randomUUID } from 'node:crypto';
import { MAIN_WALLET, SERVICE } from '@krapao/contract/money/limits.ts';
import { balancesOf, inMemberTransaction, post } from '../../ledger/ledger.ts';
import { writeStatement } from '../../ledger/statement.ts';
import type { Transaction } from '../../platform/database.ts';
import type { DueWork } from '../../platform/due-work.ts';
import type { Owner } from '../../platform/sessions.ts';
import { type CarryOutDeps, referenceOf } from './carry-out.ts';
import { debtsOf, notePaid, payingDebtors } from './fetches.queries.ts';

/**
 * What could not be fetched back of a late move is owed, and paid from the next money in the main wallet. Other debts wait for
 * operators (`debts collect`). Two workers may find the same member: the second finds nothing left to pay.
 */
export function lateDebts({ db, announce }: Pick<CarryOutDeps, 'db' | 'announce'>): DueWork<Owner> {
  return {
    name: 'debts of late moves',
    idOf: ({ memberId }) => memberId,
    take: (limit) => payingDebtors(db, limit),
    handle: async (member) => {
      await inMemberTransaction(db, member.memberId, (tx) => payDebts(tx, member));
      announce(member.memberId);
    },
  };
}

async function payDebts(tx: Transaction, { memberId, currency }: Owner): Promise<void> {
  const balances = await balancesOf(tx, memberId);
  let main = balances.get('main') ?? 0n;
  let owed = -(balances.get('owed') ?? 0n);
  for (const leg of await debtsOf(tx, memberId)) {
    const amount = [main, owed, leg.late_debt].reduce((least, each) => (each < least ? each : least));
    if (amount <= 0n) return;
    // What is left of a debt names its next payment: it only gets less.
    const key = `late-move/${referenceOf(leg)}/paid/${leg.late_debt}`;
    const posted = await post(tx, { key, reason: 'debt', memberId, currency, from: 'main', to: 'owed', amount });
    await notePaid(tx, leg, amount);
    const entry = { type: 'withdraw', status: 'SUCCESS', from: MAIN_WALLET, to: SERVICE, amount } as const;
    await writeStatement(tx, memberId, { ...entry, id: randomUUID(), posted });
    main -= amount;
    owed -= amount;
  }
}
