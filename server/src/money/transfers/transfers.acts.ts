import { GAME_PROVIDERS } from '@krapao/contract/providers.ts';
import { Type } from 'typebox';
import { lockMember } from '../../ledger/ledger.ts';
import type { Transaction } from '../../platform/database.ts';
import { announceWithCommit } from '../../platform/wallet-changes.ts';
import { CannotDo, change, choice, fields, list, MOST_LISTED, text } from '../../staff/act.ts';
import { bookLeg } from './transfer-steps.ts';
import { findPending, type Leg, lateLegs, legsOf, lockPending, pendingTransfers, tryNow } from './transfers.queries.ts';

const movement = text('Say which movement, by its id: `transfers pending` lists them.');

/** Money that is on its way between wallets. */
export const transferActs = {
  listTransfers: list({
    name: 'transfers pending',
    summary: 'movements whose outcome is not known yet, oldest first',
    permission: 'movements.see',
    run: (tx) => pendingTransfers(tx, MOST_LISTED),
  }),
  listLateLegs: list({
    name: 'transfers late',
    summary: 'moves that a provider made after their money was given back, and whether the books could follow',
    permission: 'movements.see',
    run: (tx) => lateLegs(tx, MOST_LISTED),
  }),
  askAboutTransfer: change({
    name: 'transfers ask',
    summary: 'asks the provider now what became of a movement',
    permission: 'movements.ask',
    needsSecond: false,
    schema: fields({ id: movement }),
    run: async (tx, _operator, { id }) => {
      const before = await lockPending(tx, id);
      if (before.length === 0) throw new CannotDo(`There is no pending movement ${id}.`);
      return { data: { id }, before, after: await tryNow(tx, id) };
    },
  }),
  /**
   * Ends a move of which the provider never tells what became, on an operator's proof. Money that would go on to a second
   * game is not called from here: a worker finds that the game does not know it, and gives it back.
   */
  resolveTransfer: change({
    name: 'transfers resolve',
    summary: 'ends a move that the provider never answers about, by what the operators have in writing',
    permission: 'movements.mend',
    needsSecond: true,
    worth: async (tx, { id, game }) => {
      const { amount, currency } = await takeCalledLeg(tx, id, game);
      return { amount: amount ?? 0n, currency };
    },
    schema: fields({
      id: movement,
      game: choice(GAME_PROVIDERS),
      outcome: choice(['done', 'refused']),
      proof: Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'Say what proves it, such as the provider’s letter.',
      }),
    }),
    run: async (tx, _operator, { id, game, outcome }) => {
      const before = await takeCalledLeg(tx, id, game);
      const { status } = await bookLeg(tx, before, outcome);
      await announceWithCommit(tx, before.member_id);
      return { data: { ...before, outcome, status }, before, after: { outcome, status } };
    },
  }),
};

async function takeCalledLeg(tx: Transaction, id: string, game: string): Promise<Leg> {
  const [pending, ...others] = await findPending(tx, id);
  if (others.length > 0) throw new CannotDo(`Several members have a movement ${id}.`);
  // The member's lock first, as every other step of a transfer takes it.
  if (pending) await lockMember(tx, pending.memberId);
  const legs = pending ? await legsOf(tx, pending) : [];
  const leg = legs.find(({ code, state }) => code === game && state === 'called');
  if (!leg) throw new CannotDo(`No move at ${game} is unknown of a movement ${id}: \`transfers pending\` lists them.`);
  return leg;
}
