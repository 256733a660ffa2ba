import { randomUUID } from 'node:crypto';
import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';
import { type Account, balancesOf, inMemberTransaction, post } from '../../ledger/ledger.ts';
import { writeStatement } from '../../ledger/statement.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import { type CarryOutDeps, referenceOf } from './carry-out.ts';
import { noteLateArrival, type ReturnedLeg, returnedLegs } from './transfers.queries.ts';

export type SettleLateDeps = CarryOutDeps & {
  /** In the transaction that books the move: what the provider tells may for a while be older than that. */
  noteMovement: (tx: Transaction, account: { memberId: string; code: string }) => Promise<void>;
  /** In the transaction that finds it: money at a game is not the member's, and an operator has to look at it. */
  keepAsLate: (tx: Transaction, account: Owner & { code: string }, amount: Minor, key: string) => Promise<void>;
};

type BookLateDeps = Pick<SettleLateDeps, 'db' | 'announce' | 'noteMovement' | 'keepAsLate'> & {
  log: Pick<SettleLateDeps['log'], 'error'>;
};

/**
 * Before a difference at a game is taken for a result: asks about moves there whose money was given back. `unknown`: the
 * provider cannot say yet, so nothing may be booked. `settled`: a move was made after all, and the books follow it.
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
  for (const { leg } of late) await settleLateMove(deps, leg);
  if (late.length > 0) return 'settled';
  return asked.some(({ state }) => state === 'unknown' || state === 'in-progress') ? 'unknown' : 'none';
}

/**
 * A move out brings its money to the main wallet now. A move in takes it from there; if the main wallet no longer has
 * it, the money at the game is not the member's.
 */
export async function settleLateMove(deps: BookLateDeps, leg: ReturnedLeg): Promise<void> {
  const { member_id: memberId, transfer_id: transfer, code, direction, amount, currency } = leg;
  const settled = await inMemberTransaction(deps.db, memberId, async (tx) => {
    const balances = await balancesOf(tx, memberId);
    const canSettle = direction === 'out' || (balances.get('main') ?? 0n) >= amount;
    if (!(await noteLateArrival(tx, leg, canSettle))) return null;
    const key = `late-move/${referenceOf(leg)}`;
    await deps.noteMovement(tx, { memberId, code });
    if (!canSettle) await deps.keepAsLate(tx, { memberId, currency, code }, amount, key);
    else await follow(tx, leg, key, balances.get(`game:${code}`) ?? 0n);
    return canSettle;
  });
  if (settled === null) return;
  deps.announce(memberId);
  deps.log.error({ transfer, member: memberId, game: code, settled }, 'a move arrived after its money was given back');
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
