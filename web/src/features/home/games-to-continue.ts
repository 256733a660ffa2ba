import type { GameAccount } from '../../wallet/wallet.queries.ts';

const MOST = 8;

type Game = Pick<GameAccount, 'code' | 'isActive' | 'amount' | 'playedAt'>;

/** Games with money, then the others that the member has played, each played last first. */
export function gamesToContinue<One extends Game>(slots: readonly One[]): One[] {
  const played = slots.filter(({ isActive, amount, playedAt }) => isActive && (amount > 0 || playedAt));
  return played
    .toSorted((one, other) => (other.playedAt ?? '').localeCompare(one.playedAt ?? ''))
    .toSorted((one, other) => Number(other.amount > 0) - Number(one.amount > 0))
    .slice(0, MOST);
}
