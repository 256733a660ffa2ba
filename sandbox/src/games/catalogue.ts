import type { GameProvider } from '@krapao/contract/providers.ts';
import { Refusal } from '../sandbox.ts';

type Play = {
  name: string;
  dialect: 'envelope' | 'action' | 'credit' | 'resource';
  /** The hash of the provider's signatures, where the dialect leaves a choice. */
  hash?: 'sha1' | 'sha256';
  launchTakesPassword?: true;
  /** The sign-in form carries fields that were fetched a moment before. */
  hasFormState?: true;
};

const CATALOGUE: Record<GameProvider, Play> = {
  pg: { name: 'PG', dialect: 'envelope', hash: 'sha256' },
  pgslot: { name: 'PG Slot', dialect: 'envelope', hash: 'sha256', launchTakesPassword: true },
  slotracha: { name: 'SlotRacha', dialect: 'envelope', hash: 'sha1', launchTakesPassword: true },
  circus: { name: 'Circus', dialect: 'envelope', hash: 'sha1', launchTakesPassword: true },
  joker: { name: 'Joker', dialect: 'action' },
  joker2: { name: 'Joker 2', dialect: 'action' },
  slotxo: { name: 'SlotXO', dialect: 'action' },
  betflix: { name: 'Betflix', dialect: 'credit', hash: 'sha1' },
  askmebet: { name: 'AskMeBet', dialect: 'credit', hash: 'sha1', launchTakesPassword: true },
  areaslot: { name: 'AreaSlot', dialect: 'credit', hash: 'sha1' },
  imi: { name: 'IMI', dialect: 'credit', hash: 'sha256', launchTakesPassword: true },
  usun: { name: 'USUN', dialect: 'credit', hash: 'sha256', launchTakesPassword: true },
  ufabet: { name: 'UFABET', dialect: 'resource', hasFormState: true },
  huayhd: { name: 'HuayHD', dialect: 'resource' },
  yeekee: { name: 'Yeekee', dialect: 'resource' },
  laolotto: { name: 'Lao Lotto', dialect: 'resource' },
};

export type Game = Play & { code: string };

export const GAMES: Game[] = Object.entries(CATALOGUE).map(([code, play]) => ({ code, ...play }));

export function findGame(code: string): Game {
  const game = GAMES.find((one) => one.code === code.toLowerCase());
  if (!game) throw new Refusal(404, `The sandbox has no game provider "${code}".`);
  return game;
}
