import type { GameProvider } from '@krapao/contract/providers.ts';
import { Refusal } from '../sandbox.ts';

type Play = {
  name: string;
  /** Of its site. */
  colour: string;
  dialect: 'envelope' | 'action' | 'credit' | 'resource';
  /** The hash of the provider's signatures, where the dialect leaves a choice. */
  hash?: 'sha1' | 'sha256';
  launchTakesPassword?: true;
  /** The sign-in form carries fields that were fetched a moment before. */
  hasFormState?: true;
};

const CATALOGUE: Record<GameProvider, Play> = {
  pg: { name: 'PG', colour: '#ff8a5c', dialect: 'envelope', hash: 'sha256' },
  pgslot: { name: 'PG Slot', colour: '#ffb02e', dialect: 'envelope', hash: 'sha256', launchTakesPassword: true },
  slotracha: { name: 'SlotRacha', colour: '#e58bff', dialect: 'envelope', hash: 'sha1', launchTakesPassword: true },
  circus: { name: 'Circus', colour: '#ff6f91', dialect: 'envelope', hash: 'sha1', launchTakesPassword: true },
  joker: { name: 'Joker', colour: '#5fe08a', dialect: 'action' },
  joker2: { name: 'Joker 2', colour: '#9be15d', dialect: 'action' },
  slotxo: { name: 'SlotXO', colour: '#ff9ecb', dialect: 'action' },
  betflix: { name: 'Betflix', colour: '#ff5f56', dialect: 'credit', hash: 'sha1' },
  askmebet: { name: 'AskMeBet', colour: '#5cc8ff', dialect: 'credit', hash: 'sha1', launchTakesPassword: true },
  areaslot: { name: 'AreaSlot', colour: '#b69cff', dialect: 'credit', hash: 'sha1' },
  imi: { name: 'IMI', colour: '#4fe0d0', dialect: 'credit', hash: 'sha256', launchTakesPassword: true },
  usun: { name: 'USUN', colour: '#ffd84d', dialect: 'credit', hash: 'sha256', launchTakesPassword: true },
  ufabet: { name: 'UFABET', colour: '#6fa8ff', dialect: 'resource', hasFormState: true },
  huayhd: { name: 'HuayHD', colour: '#7ee0ff', dialect: 'resource' },
  yeekee: { name: 'Yeekee', colour: '#f78fb3', dialect: 'resource' },
  laolotto: { name: 'Lao Lotto', colour: '#c3e88d', dialect: 'resource' },
};

export type Game = Play & { code: string };

export const GAMES: Game[] = Object.entries(CATALOGUE).map(([code, play]) => ({ code, ...play }));

export function findGame(code: string): Game {
  const game = GAMES.find((one) => one.code === code.toLowerCase());
  if (!game) throw new Refusal(404, `The sandbox has no game provider "${code}".`);
  return game;
}
