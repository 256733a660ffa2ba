import type { Minor } from '@krapao/contract/money.ts';
import type { Books } from '../books.ts';
import { type Lie, takeLies } from '../lies.ts';
import { GAMES } from './catalogue.ts';

const MEANINGS = {
  fractions: 'Tells the balance to the hundredth of a satang.',
  cached: 'Tells a balance that is up to a second old.',
  lagging: 'Tells for as long as it lags the balance that it told first.',
  'minor-units': 'Tells a hundred times the balance: satang for baht.',
  maintenance: 'Tells that there is nothing, as in maintenance.',
  contradicting: 'Tells the half of the balance at every second telling.',
  gift: 'Tells a thousand more than there is.',
};
const NAMES = Object.keys(MEANINGS) as (keyof typeof MEANINGS)[];

const LINK_MEANINGS = {
  'foreign-link': 'Sends players to the site of another.',
  'lookalike-link': 'Sends players to a site whose address begins like its own.',
  'credentials-link': 'Sends players to another site behind its own name and an @.',
  'other-scheme-link': 'Sends players to its site over another scheme.',
  'other-port-link': 'Sends players to another port of its site.',
  'script-link': 'Gives a script in the place of a link.',
  'own-credentials-link': 'Gives a link to its site with a name and a password in it.',
};
const LINK_NAMES = Object.keys(LINK_MEANINGS) as (keyof typeof LINK_MEANINGS)[];

/** What a provider that answers from a cache told last of a player. */
export const gameLieTables = `
  create table if not exists told_balances (
    code text not null,
    username text not null,
    balance bigint not null,
    in_play bigint not null,
    told_at timestamptz not null default clock_timestamp(),
    tellings integer not null default 0,
    primary key (code, username)
  )`;

export const gameLies: Lie[] = GAMES.flatMap(({ code }) =>
  Object.entries({ ...MEANINGS, ...LINK_MEANINGS }).map(([lie, meaning]) => ({
    target: `games/${code}`,
    lie,
    meaning,
  })),
);

type Truth = { username: string; balance: Minor; inPlay: Minor };
type Told = { balance: Minor; inPlay: Minor; fraction: string };

const GIFT = 1_000_00n;

/** What the provider says of a player's account, where it lies or not. */
export async function tellBalance(books: Books, code: string, truth: Truth): Promise<Told> {
  const lies = await takeLies(books, `games/${code}`, NAMES);
  const isRemembered = lies.has('cached') || lies.has('lagging') || lies.has('contradicting');
  const { balance, inPlay, tellings } = isRemembered
    ? await remember(books, code, truth, lies)
    : { ...truth, tellings: 0 };
  const fraction = lies.has('fractions') ? '34' : '';
  if (lies.has('maintenance')) return { balance: 0n, inPlay: 0n, fraction };
  let told = balance;
  if (lies.has('minor-units')) told *= 100n;
  if (lies.has('contradicting') && tellings % 2 === 1) told /= 2n;
  if (lies.has('gift')) told += GIFT;
  return { balance: told, inPlay, fraction };
}

/** Counts the telling, and tells again what was told: from a cache for a second, where the provider lags since then. */
async function remember(
  books: Books,
  code: string,
  { username, balance, inPlay }: Truth,
  lies: Set<(typeof NAMES)[number]>,
) {
  const { rows } = await books.query<{ balance: string; in_play: string; tellings: number }>(
    `insert into told_balances as told (code, username, balance, in_play) values ($1, $2, $3, $4)
     on conflict (code, username) do update set tellings = told.tellings + 1,
       (balance, in_play, told_at) = (select case when is_old then excluded.balance else told.balance end,
           case when is_old then excluded.in_play else told.in_play end,
           case when is_old then clock_timestamp() else told.told_at end
         from (select not ($5 and told.told_at >= clock_timestamp() - interval '1 second'
           or $6 and told.told_at >= (select since from lies where target = $7 and lie = 'lagging')) as is_old) age)
     returning balance, in_play, tellings`,
    [code, username, balance, inPlay, lies.has('cached'), lies.has('lagging'), `games/${code}`],
  );
  const [told] = rows;
  if (!told) throw new Error(`${code} remembers nothing of ${username}`);
  return { balance: BigInt(told.balance), inPlay: BigInt(told.in_play), tellings: told.tellings };
}

/** The link that the provider gives, where it lies or not. */
export async function tellLink(books: Books, code: string, link: string): Promise<string> {
  const [lie] = await takeLies(books, `games/${code}`, LINK_NAMES);
  const { protocol, host, hostname, pathname } = new URL(link);
  switch (lie) {
    case 'foreign-link':
      return `${protocol}//elsewhere.example${pathname}`;
    case 'lookalike-link':
      return `${protocol}//${hostname}.elsewhere.example${pathname}`;
    case 'credentials-link':
      return `${protocol}//${hostname}@elsewhere.example${pathname}`;
    case 'other-scheme-link':
      return `${protocol === 'http:' ? 'https:' : 'http:'}//${host}${pathname}`;
    case 'other-port-link':
      return `${protocol}//${hostname}:1${pathname}`;
    case 'script-link':
      return 'javascript:alert(document.domain)';
    case 'own-credentials-link':
      return `${protocol}//name:password@${host}${pathname}`;
    default:
      return link;
  }
}
