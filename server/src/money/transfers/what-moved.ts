import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';
import { endStatement, writeStatement } from '../../ledger/statement.ts';
import type { Transaction } from '../../platform/database.ts';
import { derivedId } from '../../platform/derived-id.ts';
import type { Leg, Transfer } from './transfers.queries.ts';

type Moved = { from: string; to: string; amount: Minor };

/** What a transfer has moved, and what it has not: some of its legs may have been refused. */
function whatMoved(
  { from_wallet, to_wallet, own_share }: Pick<Transfer, 'from_wallet' | 'to_wallet' | 'own_share'>,
  legs: Pick<Leg, 'code' | 'direction' | 'state' | 'amount'>[],
): { moved: Moved; unmoved: Moved[] } {
  const isDone = ({ state }: { state: string }) => state === 'done';
  const brought = legs
    .filter((leg) => leg.direction === 'out' && isDone(leg))
    .reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
  const arrival = legs.find((leg) => leg.direction === 'in' && isDone(leg));
  return {
    // Money that left one game and was refused by the next is in the main wallet.
    moved: arrival
      ? { from: from_wallet, to: to_wallet, amount: arrival.amount ?? 0n }
      : { from: from_wallet, to: MAIN_WALLET, amount: brought },
    unmoved: legs
      .filter((leg) => !isDone(leg))
      .map(({ code, direction, amount }) =>
        direction === 'out'
          ? { from: code, to: to_wallet, amount: amount ?? 0n }
          : { from: MAIN_WALLET, to: code, amount: amount ?? own_share + brought },
      )
      .filter(({ amount }) => amount > 0n),
  };
}

/** A transfer that moved only a part is told as the part that moved, and the rest as failed, each by itself. */
export async function endTransferStatement(
  tx: Transaction,
  transfer: Transfer,
  legs: Leg[],
  status: 'SUCCESS' | 'FAILED',
) {
  const { member_id: memberId, id } = transfer;
  const { moved, unmoved } = whatMoved(transfer, legs);
  if (status === 'SUCCESS' || moved.amount === 0n) return endStatement(tx, { memberId, id }, status);
  await endStatement(tx, { memberId, id }, 'SUCCESS', moved);
  for (const [at, rest] of unmoved.entries()) {
    const entry = { id: derivedId(`unmoved/${memberId}/${id}/${at}`), type: 'transfer', status: 'FAILED' } as const;
    await writeStatement(tx, memberId, { ...entry, ...rest });
  }
}
