import { randomUUID } from 'node:crypto';
import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';
import { type Account, balancesOf, inMemberTransaction, post } from '../../ledger/ledger.ts';
import { writeStatement } from '../../ledger/statement.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import { type CarryOutDeps, referenceOf } from './carry-out.ts';
import { addFetched, beginFetch } from './fetches.queries.ts';
import { noteLateArrival, type ReturnedLeg, returnedLegs } from './transfers.queries.ts';

export type SettleLateDeps = CarryOutDeps & {
  /** In the transaction that books the move: what the provider tells may for a while be older than that. */
  noteMovement: (tx: Transaction, account: { memberId: string; code: string }) => Promise<void>;
  /** Some of nobody's money has left the game. Answers how much of it the books still had there. */
  takeUnowned: (tx: Transaction, account: { memberId: string; code: string }, amount: Minor) => Promise<Minor>;
};

type BookLateDeps = Pick<SettleLateDeps, 'db' | 'announce' | 'noteMovement' | 'takeUnowned'> & {
  log: Pick<SettleLateDeps['log'], 'error'>;
};

/**
 * Before a difference at a game is taken for a result: asks about moves there whose money was given back. `unknown`: the
 * provider cannot say yet, or money is being fetched back from there, so nothing may be booked. `settled`: a move was made
 * after all, and the books follow it.
 */
export async function settleLateMoves(
  deps: SettleLateDeps,
  { memberId }: Owner,
  code: string,
): Promise<'none' | 'unknown' | 'settled'> {
  const legs = await returnedLegs(deps.db, memberId, code);
  const provider = deps.games.get(code)?.provider;
  const asked = await Promise.all(
    legs.map(async (leg) => ({ leg, state: (await provider?.stateOf(referenceOf(leg))) ?? 'unknown' })),
  );
  const late = asked.filter(({ state }) => state === 'done');
  let mustWait = asked.some(({ state }) => state === 'unknown' || state === 'in-progress');
  for (const { leg } of late) mustWait = (await settleLateMove(deps, leg)) === 'fetching' || mustWait;
  if (mustWait) return 'unknown';
  return late.length > 0 ? 'settled' : 'none';
}

/** Another fetch is under way at the account: the late move is noted once that has ended. */
class FetchUnderWay extends Error {}

/**
 * A move out brings its money to the main wallet now. A move in takes it from there; if the main wallet no longer has
 * it, the product fetches it back from the game.
 */
export async function settleLateMove(deps: BookLateDeps, leg: ReturnedLeg): Promise<'known' | 'fetching' | 'settled'> {
  const { member_id: memberId, transfer_id: transfer, code, direction, amount } = leg;
  const settling = inMemberTransaction(deps.db, memberId, async (tx) => {
    const balances = await balancesOf(tx, memberId);
    const canSettle = direction === 'out' || (balances.get('main') ?? 0n) >= amount;
    const fetchedBy = canSettle ? null : randomUUID();
    if (!(await noteLateArrival(tx, leg, fetchedBy))) return 'known';
    await deps.noteMovement(tx, { memberId, code });
    if (fetchedBy === null) {
      const key = `late-move/${referenceOf(leg)}`;
      if (leg.fetches === 'unowned') await followFetch(deps, tx, key, leg);
      else await follow(tx, leg, key, balances.get(`game:${code}`) ?? 0n);
      return 'settled';
    }
    const fetch = { memberId, code, id: fetchedBy, amount, fetches: 'late move' } as const;
    if (!(await beginFetch(tx, fetch))) throw new FetchUnderWay();
    return 'fetching';
  });
  const outcome = await settling.catch((error: unknown) => {
    if (error instanceof FetchUnderWay) return 'under way' as const;
    throw error;
  });
  if (outcome === 'under way') return 'fetching';
  if (outcome === 'known') return outcome;
  deps.announce(memberId);
  const what = { transfer, member: memberId, game: code, settled: outcome === 'settled' };
  deps.log.error(what, 'a move arrived after its money was given back');
  return outcome;
}

/** What the game's account no longer holds was booked there as lost before the move was known. */
async function follow(tx: Transaction, leg: ReturnedLeg, key: string, atGame: Minor): Promise<void> {
  const { member_id: memberId, code, direction, amount, currency } = leg;
  const move = async (part: string, from: Account, to: Account, moved: Minor) =>
    moved > 0n
      ? post(tx, { key: `${key}/${part}`, reason: 'transfer', memberId, currency, from, to, amount: moved })
      : null;
  const here = atGame < amount ? atGame : amount;
  const parts =
    direction === 'in'
      ? [await move('in', 'main', `game:${code}`, amount)]
      : [
          await move('out', `game:${code}`, 'main', here),
          await move('rest', `house:games:${code}`, 'main', amount - here),
        ];
  const posted = parts.findLast((part) => part !== null) ?? null;
  const [from, to] = direction === 'in' ? [MAIN_WALLET, code] : [code, MAIN_WALLET];
  const entry = { id: randomUUID(), type: 'transfer', status: 'SUCCESS' } as const;
  await writeStatement(tx, memberId, { ...entry, from, to, amount, posted });
}

/** Nobody's money was fetched back although the fetch had been given up: it waits for operators as any that was fetched. */
async function followFetch(
  { takeUnowned }: BookLateDeps,
  tx: Transaction,
  key: string,
  leg: ReturnedLeg,
): Promise<void> {
  const { member_id: memberId, code, amount, currency } = leg;
  const here = await takeUnowned(tx, { memberId, code }, amount);
  const booking = { reason: 'late', memberId, currency, to: 'house:fetched' } as const;
  if (here > 0n) await post(tx, { ...booking, key: `${key}/out`, from: `house:late:${code}`, amount: here });
  const rest = amount - here;
  if (rest > 0n) await post(tx, { ...booking, key: `${key}/rest`, from: `house:games:${code}`, amount: rest });
  await addFetched(tx, leg);
}
