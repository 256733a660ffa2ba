import { addWireMoney, type Minor } from '@krapao/contract/money.ts';
import type { Qrcode } from './qrcodes.queries.ts';

export type QrPhase =
  | { name: 'none' }
  | { name: 'waiting'; code: Qrcode }
  /** The code no longer waits, and the wallet has not been read yet to tell whether money arrived. */
  | { name: 'checking' }
  | { name: 'arrived'; code: Qrcode; coinsBefore: number }
  | { name: 'closed' | 'expired'; code: Qrcode };

/** A code with the balance of the main wallet, and the member's coins, when it was first seen. */
export type Watched = { code: Qrcode; balance: Minor; coins: number };

type Signs = {
  watched: Watched | null;
  balance: Minor;
  secondsLeft: number;
  /** The server says that no code waits. */
  isClosed: boolean;
  /** The wallet was read after the server said so. */
  isChecked: boolean;
};

/** The phase of a code: it waits, was paid, ran out, or was closed elsewhere. */
export function qrPhase({ watched, balance, secondsLeft, isClosed, isChecked }: Signs): QrPhase {
  if (!watched) return { name: 'none' };
  const { code } = watched;
  if (!isClosed && secondsLeft > 0) return { name: 'waiting', code };
  if (balance - watched.balance >= addWireMoney([code.amount]))
    return { name: 'arrived', code, coinsBefore: watched.coins };
  if (secondsLeft === 0) return { name: 'expired', code };
  return isChecked ? { name: 'closed', code } : { name: 'checking' };
}
