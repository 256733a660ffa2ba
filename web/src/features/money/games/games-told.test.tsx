import { FORM_LOGIN_PROVIDERS, GAME_PROVIDERS, LINK_LOGIN_PROVIDERS } from '@krapao/contract/providers.ts';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { GameAccount } from '../../../wallet/wallet.queries.ts';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { markupOf } = await import('../../../i18n/rendered-once.tsx');
const { BalanceNote } = await import('./balance-note.tsx');
const { canPlayOnWeb, findEntry } = await import('./entry.ts');

const NOW = new Date(2026, 10, 15, 12, 0, 0);

afterEach(() => void vi.useRealTimers());
afterAll(() => void vi.unstubAllGlobals());

function game(parts: Partial<GameAccount>): GameAccount {
  const links = { web: 'https://game.example/', android: null, ios: null };
  const art = { logo: 'l', background: 'b', category: 'slot' } as const;
  return { code: 'pg', name: 'PG', isActive: true, amount: 0, ftWalletSlot: 0.1, ...art, ...links, ...parts };
}

/** The provider's own pages, and what the server was asked for. */
function serve(): string[] {
  const urls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url);
    if (url.startsWith('/api/autoLogin/')) return Response.json({ link: `https://play.example${url}` });
    return Response.json({ username: 'kp1', password: 's3cret', event: { state: 'x' } });
  });
  return urls;
}

test.each(LINK_LOGIN_PROVIDERS)('%s is entered by a link of its own', async (code) => {
  const urls = serve();
  const { url } = (await findEntry(game({ code, web: null }))) as { url: string };
  expect(urls[0]).toBe(`/api/wallet/account/${code}`);
  expect(url).toMatch(new RegExp(`^https://play.example/api/autoLogin/${code}/kp1(?:/s3cret)?$`));
});

test.each(GAME_PROVIDERS.filter((code) => !LINK_LOGIN_PROVIDERS.some((link) => link === code)))(
  '%s is entered at its address, by a form where it has one',
  async (code) => {
    const urls = serve();
    const isForm = FORM_LOGIN_PROVIDERS.some((form) => form === code);
    const fields = { state: 'x', username: 'kp1', password: 's3cret' };
    const address = 'https://game.example/';
    expect(await findEntry(game({ code }))).toEqual(isForm ? { action: address, fields } : { url: address });
    expect(urls).toHaveLength(isForm ? 1 : 0);
  },
);

test('a game is played on the web by a link of its own or by an address', () => {
  const places = [
    { code: 'pg', web: null },
    { code: 'joker', web: 'https://game.example/' },
    { code: 'joker', web: null },
  ];
  expect(places.map((place) => canPlayOnWeb(game(place)))).toEqual([true, true, false]);
});

const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString();

test.each([
  ['that was read a minute ago', { asOf: ago(60_000) }, null],
  ['that was read longer ago', { asOf: ago(60_001) }, ['11:58', 'text-muted']],
  ['of an empty account', { asOf: ago(600_000), amount: 0 }, null],
  ['that the provider no longer tells', { staleSince: ago(30_000), asOf: ago(600_000) }, ['11:59', 'text-info']],
  [
    'of an empty account that the provider no longer tells',
    { staleSince: ago(30_000), amount: 0 },
    ['11:59', 'text-info'],
  ],
  ['that is being looked at', { note: 'LOOKED_AT' }, ['', 'text-info']],
  ['that is as new as can be', {}, null],
] as const)('a figure %s', (_what, parts, told) => {
  vi.useFakeTimers({ now: NOW });
  const markup = markupOf(<BalanceNote game={game({ amount: 5, ...parts })} />);
  if (told === null) expect(markup).toBe('');
  else for (const part of told) expect(markup).toContain(part);
});
