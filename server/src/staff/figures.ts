import type { Currency, Minor } from '@krapao/contract/money.ts';
import { formatMoney } from '@krapao/contract/money.ts';
import { many, type Transaction } from '../platform/database.ts';
import { mayMove, type Permission, type RoleName } from './roles.ts';

/** Money that an act has moved between two accounts of one owner, or of an owner and the house, in all. */
export type Move = { owner: string; currency: Currency; from: string; to: string; amount: Minor };

/**
 * What this transaction has posted so far. Of postings that are as young as the transaction, it sees its own and those
 * that others have committed: only its own are still in progress.
 */
export function movesIn(tx: Transaction): Promise<Move[]> {
  const sql = `select owner, currency, from_account as from, to_account as to, sum(amount)::bigint as amount
    from ledger_postings where posted_at >= app_now() and pg_xact_status(
      ((pg_current_xact_id()::text::bigint >> 32 << 32) | xmin::text::bigint)::text::xid8) = 'in progress'
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
  return many<Move>(tx, sql);
}

/** Whether the roles' limits allow each of the moves: so every act that moves money is limited, also one that names no worth. */
export function mayMoveAll(roles: readonly RoleName[], permission: Permission, moves: Move[]): boolean {
  return moves.every((move) => mayMove(roles, permission, move));
}

/** Moves as a request keeps them. */
export type ShownMove = Omit<Move, 'amount'> & { amount: string };

/** Why the moves are not covered by those that were shown, as a sentence; null: they are. */
export function beyondShown(moves: Move[], shown: readonly ShownMove[]): string | null {
  const beyond = moves.flatMap((move) => {
    const same = shown.find(({ owner, currency, from, to }) => isSame(move, { owner, currency, from, to }));
    if (same && move.amount <= BigInt(same.amount)) return [];
    return `${said(move)}, and ${same ? `${formatMoney(BigInt(same.amount))} was shown` : 'nothing of that was shown'}`;
  });
  return beyond.length > 0 ? `It would now move ${beyond.join('; ')}.` : null;
}

const said = ({ owner, currency, from, to, amount }: Move) =>
  `${formatMoney(amount)} ${currency} of ${owner} from ${from} to ${to}`;

const isSame = (move: Move, other: Omit<Move, 'amount'>) =>
  move.owner === other.owner && move.currency === other.currency && move.from === other.from && move.to === other.to;
