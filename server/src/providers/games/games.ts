import type { GAME_CATEGORIES } from '@krapao/contract/money/games.ts';
import type { GameProvider as GameCode } from '@krapao/contract/providers.ts';
import type { Config } from '../../config.ts';
import { action } from './action.ts';
import { credit } from './credit.ts';
import type { Dialect } from './dialect.ts';
import { envelope } from './envelope.ts';
import type { GameProvider } from './game-provider.ts';
import { httpProvider } from './http-provider.ts';
import { resource } from './resource.ts';

type Listing = {
  code: GameCode;
  name: string;
  category: (typeof GAME_CATEGORIES)[number];
  dialect: Dialect;
  /** How much of the game's credit one baht buys. Only shown: calls to the provider are in the member's currency. */
  ftWalletSlot: number;
  /** How a browser enters: by a link to the game's site, or by a sign-in form posted there. */
  entry: 'link' | 'form' | 'form-with-fields' | 'fixed';
  apps: readonly ('android' | 'ios')[];
};

const BOTH = ['android', 'ios'] as const;
const ANDROID = ['android'] as const;
const NONE = [] as const;

/** The games, in the order of the rails on the home screen. */
// biome-ignore format: a table reads better as one
const LISTINGS: readonly Listing[] = [
  { code: 'pg', name: 'PG', category: 'slot', dialect: envelope({ hash: 'sha256', launchWithPassword: false }), ftWalletSlot: 0.1, entry: 'link', apps: BOTH },
  { code: 'joker', name: 'Joker', category: 'slot', dialect: action, ftWalletSlot: 0.1, entry: 'form', apps: BOTH },
  { code: 'slotxo', name: 'SlotXO', category: 'slot', dialect: action, ftWalletSlot: 1, entry: 'form', apps: BOTH },
  { code: 'pgslot', name: 'PG Slot', category: 'slot', dialect: envelope({ hash: 'sha256', launchWithPassword: true }), ftWalletSlot: 1, entry: 'link', apps: NONE },
  { code: 'joker2', name: 'Joker 2', category: 'slot', dialect: action, ftWalletSlot: 0.1, entry: 'link', apps: ANDROID },
  { code: 'slotracha', name: 'SlotRacha', category: 'slot', dialect: envelope({ hash: 'sha1', launchWithPassword: true }), ftWalletSlot: 1, entry: 'link', apps: NONE },
  { code: 'areaslot', name: 'AreaSlot', category: 'slot', dialect: credit({ hash: 'sha1', launchWithPassword: false }), ftWalletSlot: 1, entry: 'link', apps: ANDROID },
  { code: 'ufabet', name: 'UFABET', category: 'sport', dialect: resource, ftWalletSlot: 1, entry: 'form-with-fields', apps: NONE },
  { code: 'imi', name: 'IMI', category: 'sport', dialect: credit({ hash: 'sha256', launchWithPassword: true }), ftWalletSlot: 1, entry: 'link', apps: NONE },
  { code: 'circus', name: 'Circus', category: 'sport', dialect: envelope({ hash: 'sha1', launchWithPassword: true }), ftWalletSlot: 1, entry: 'link', apps: BOTH },
  { code: 'betflix', name: 'Betflix', category: 'sport', dialect: credit({ hash: 'sha1', launchWithPassword: false }), ftWalletSlot: 1, entry: 'link', apps: NONE },
  { code: 'askmebet', name: 'AskMeBet', category: 'sport', dialect: credit({ hash: 'sha1', launchWithPassword: true }), ftWalletSlot: 0.1, entry: 'link', apps: NONE },
  { code: 'usun', name: 'USUN', category: 'sport', dialect: credit({ hash: 'sha256', launchWithPassword: true }), ftWalletSlot: 1, entry: 'link', apps: BOTH },
  { code: 'huayhd', name: 'HuayHD', category: 'lotto', dialect: resource, ftWalletSlot: 1, entry: 'link', apps: NONE },
  { code: 'yeekee', name: 'Yeekee', category: 'lotto', dialect: resource, ftWalletSlot: 1, entry: 'fixed', apps: NONE },
  { code: 'laolotto', name: 'Lao Lotto', category: 'lotto', dialect: resource, ftWalletSlot: 1, entry: 'fixed', apps: ANDROID },
];

export type Game = Omit<Listing, 'dialect' | 'entry' | 'apps'> & {
  provider: GameProvider;
  /** How long after a movement the provider may tell an older balance. */
  freshnessMs: number;
  /** How often all nodes together ask the provider at most, but for questions that money waits for. */
  callsASecond: number;
  logo: string;
  background: string;
  web: string;
  android: string | null;
  ios: string | null;
};

/** The games of this service by code. A game without an address is not offered. */
export type Games = ReadonlyMap<string, Game>;

const AGENT = 'krapao';

export function openGames({ games, providerTimeoutMs }: Pick<Config, 'games' | 'providerTimeoutMs'>): Games {
  return new Map(
    LISTINGS.flatMap(({ dialect, entry, apps, ...listing }) => {
      const { code } = listing;
      const { url, site, key, freshnessMs, callsASecond } = games[code];
      if (!url) return [];
      const hasLoginFields = entry === 'form-with-fields';
      const game: Game = {
        ...listing,
        provider: httpProvider(dialect, { url, site, agent: AGENT, key, timeoutMs: providerTimeoutMs, hasLoginFields }),
        freshnessMs,
        callsASecond,
        logo: `/art/games/${code}-logo.svg`,
        background: `/art/games/${code}-background.svg`,
        web: entry.startsWith('form') ? `${site}/login` : `${site}/`,
        android: apps.includes('android') ? `${site}/android` : null,
        ios: apps.includes('ios') ? `${site}/ios` : null,
      };
      return [[code, game] as const];
    }),
  );
}
