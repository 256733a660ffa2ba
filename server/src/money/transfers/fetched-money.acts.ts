import { randomUUID } from 'node:crypto';
import { MAIN_WALLET, SERVICE } from '@krapao/contract/money/limits.ts';
import { post } from '../../ledger/ledger.ts';
import { writeStatement } from '../../ledger/statement.ts';
import type { Transaction } from '../../platform/database.ts';
import { announceWithCommit } from '../../platform/wallet-changes.ts';
import { CannotDo, change, fields, list, MOST_LISTED, type TakeMember, text } from '../../staff/act.ts';
import { decideFetched, undecided, undecidedMoney } from './fetches.queries.ts';

const fetched = fields({ id: text('Say which money, by its id: `fetched list` lists it.') });

/** Money that came to a game from nothing and was fetched back: the member's, or the service's. */
export function fetchedMoneyActs({ takeMember }: { takeMember: TakeMember }) {
  /** The member is locked first. */
  const take = async (tx: Transaction, id: string) => {
    const found = await undecided(tx, id);
    if (found) await takeMember(tx, found.member_id);
    const money = found && (await undecided(tx, id));
    if (!money) throw new CannotDo(`No fetched money ${id} waits for a decision: \`fetched list\` lists what waits.`);
    return money;
  };
  const decide = (decision: 'given' | 'kept', name: string, summary: string) =>
    change({
      name,
      summary,
      permission: 'movements.mend',
      needsSecond: true,
      worth: async (tx, { id }) => {
        const { amount, currency } = await take(tx, id);
        return { amount, currency };
      },
      schema: fetched,
      run: async (tx, _operator, { id }) => {
        const money = await take(tx, id);
        const { member_id: memberId, transfer_id, code, amount, currency } = money;
        const booking = { reason: 'late', memberId, currency, from: 'house:fetched', amount } as const;
        await decideFetched(tx, transfer_id, decision);
        if (decision === 'kept') {
          await post(tx, { ...booking, key: `fetched/${memberId}/${transfer_id}/kept`, to: `house:games:${code}` });
        } else {
          const posted = await post(tx, { ...booking, key: `fetched/${memberId}/${transfer_id}/given`, to: 'main' });
          const entry = { type: 'deposit', status: 'SUCCESS', from: SERVICE, to: MAIN_WALLET, amount } as const;
          await writeStatement(tx, memberId, { ...entry, id: randomUUID(), posted });
          await announceWithCommit(tx, memberId);
        }
        return { data: money, before: money, after: { ...money, decision } };
      },
    });
  return {
    listFetchedMoney: list({
      name: 'fetched list',
      summary: 'money of nobody that was fetched back from games and waits for a decision, oldest first',
      permission: 'movements.see',
      run: (tx) => undecidedMoney(tx, MOST_LISTED),
    }),
    giveFetchedMoney: decide(
      'given',
      'fetched give',
      'gives the member the money that was fetched back from their game account',
    ),
    keepFetchedMoney: decide(
      'kept',
      'fetched keep',
      'keeps the money that was fetched back from a game account: it was never the member’s',
    ),
  };
}
