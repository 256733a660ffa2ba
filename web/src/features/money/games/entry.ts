import type { CallName } from '@krapao/contract/calls.ts';
import { FORM_LOGIN_PROVIDERS, type GameProvider, type LINK_LOGIN_PROVIDERS } from '@krapao/contract/providers.ts';
import { call } from '../../../platform/api.ts';
import type { GameAccount } from '../../../wallet/wallet.queries.ts';
import { loadCredentials } from './games.queries.ts';

/** How a member gets into a game: an address, or a form that the browser posts to the provider. */
export type Entry = { url: string } | { action: string; fields: Record<string, string> };

const LINK_CALLS = {
  pg: 'GET /api/autoLogin/pg/{username}',
  betflix: 'GET /api/autoLogin/betflix/{username}',
  askmebet: 'GET /api/autoLogin/askmebet/{username}/{password}',
  imi: 'GET /api/autoLogin/imi/{username}/{password}',
  usun: 'GET /api/autoLogin/usun/{username}/{password}',
  areaslot: 'GET /api/autoLogin/areaslot/{username}',
  circus: 'GET /api/autoLogin/circus/{username}/{password}',
  slotracha: 'GET /api/autoLogin/slotracha/{username}/{password}',
  pgslot: 'GET /api/autoLogin/pgslot/{username}/{password}',
  joker2: 'GET /api/autoLogin/joker2/{username}',
  huayhd: 'GET /api/autoLogin/huayhd/{username}',
} as const satisfies Record<(typeof LINK_LOGIN_PROVIDERS)[number], CallName>;

const FORM_CODES: ReadonlySet<string> = new Set<GameProvider>(FORM_LOGIN_PROVIDERS);

function linkCallOf(code: string) {
  return code in LINK_CALLS ? LINK_CALLS[code as keyof typeof LINK_CALLS] : null;
}

/** Every game but one that has neither a link of its own nor an address. */
export function canPlayOnWeb({ code, web }: GameAccount): boolean {
  return web !== null || linkCallOf(code) !== null;
}

/** Asked for anew each time: links, passwords and form state all grow old. */
export async function findEntry({ code, web }: GameAccount): Promise<Entry> {
  const linkCall = linkCallOf(code);
  if (linkCall) {
    const { username, password } = await loadCredentials(code);
    const { link } = await call(linkCall, { params: { username, password } });
    return { url: link };
  }
  const address = web ?? '';
  if (!FORM_CODES.has(code)) return { url: address };
  const { username, password, event } = await loadCredentials(code);
  return { action: address, fields: { ...event, username, password } };
}
