import { addWireMoney, type Minor } from '@krapao/contract/money.ts';
import { balancesOf } from './balances.ts';
import type { GameAccount, Wallet } from './wallet.queries.ts';

/** A place where the member has money. `game`: of a game account. */
export type Place = { key: string; minor: Minor; game?: GameAccount };

/** Money that is on its way, or that the member cannot use now. */
export const MOVING = ['inTransit', 'withdrawing', 'frozen'] as const;
export type MovingPlace = { key: (typeof MOVING)[number]; minor: Minor };

export const MAIN = 'main';

/** Where the member's money is, in the order of the bar; a place without money has no part of it. */
export function placesOf(wallet: Wallet): { own: Place[]; moving: MovingPlace[] } {
  const balances = balancesOf(wallet);
  const games = wallet.slots.map((game) => ({ key: game.code, minor: addWireMoney([game.amount]), game }));
  const moving = MOVING.map((key) => ({ key, minor: balances[key] }));
  const hasMoney = ({ minor }: { minor: Minor }) => minor > 0n;
  return { own: [{ key: MAIN, minor: balances.main }, ...games].filter(hasMoney), moving: moving.filter(hasMoney) };
}

const COLOURS = [
  'text-game-1',
  'text-game-2',
  'text-game-3',
  'text-game-4',
  'text-game-5',
  'text-game-6',
  'text-game-7',
  'text-game-8',
] as const;

/** A game keeps its colour wherever it is drawn: by its place in the whole list. */
export function colourOf(key: string, slots: readonly Pick<GameAccount, 'code'>[]): string {
  if (key === MAIN) return 'text-free';
  const place = slots.findIndex(({ code }) => code === key);
  return COLOURS[Math.max(place, 0) % COLOURS.length] ?? COLOURS[0];
}
