import { setTimeout as delay } from 'node:timers/promises';
import type { GameBalance } from '../../ledger/game-balance.ts';
import { now } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import type { DueWork } from '../../platform/due-work.ts';
import type { Owner } from '../../platform/sessions.ts';
import { type AccountKey, areReadingsStill, openedAccounts, takeToRead } from './game-accounts.queries.ts';
import type { RationedGames } from './rationed-games.ts';
import type { Occasion } from './rations.queries.ts';
import { asStale, type Before, type CountedBalance, type ReadAccountDeps, readAccount } from './read-account.ts';

/** What the providers told of all accounts of a member, asked after `askedAt`. */
type Readings = {
  balances: GameBalance[];
  askedAt: Date;
  /** Whether no other reading was booked since. */
  isUnchanged: (tx: Transaction) => Promise<boolean>;
};

export type ReadBalancesDeps = ReadAccountDeps & {
  takeReadings: RationedGames['takeReadings'];
  /** Called when all accounts that anything can be at were asked about. Answers whether other screens must hear of it. */
  onAllAsked: (member: Owner, readings: Readings) => Promise<boolean>;
};

/** `caller`: the member to whose calls the reading counts. */
type Wanted = { occasion: Occasion; patienceMs: number; only?: string | undefined; caller?: string | undefined };

/**
 * Reads opened accounts at their providers, side by side, and books what was won or lost since: all of them for a
 * decision, for the member those that anything can be at, for a page those that are due; and of these as many as the
 * providers allow. An account whose provider cannot be read, or not within `patienceMs`, or whose reading cannot be
 * booked, keeps its balance and is marked stale; the others do not wait for it.
 */
export async function readBalances(
  deps: ReadBalancesDeps,
  member: Owner,
  { occasion, patienceMs, only, caller }: Wanted,
): Promise<GameBalance[]> {
  const accounts = await balancesBefore(deps, member.memberId);
  const [{ askedAt } = { askedAt: null }] = accounts;
  if (askedAt === null) return [];
  // While money is on its way, a difference may be that money.
  const askable = accounts.filter(({ code, row }) => !row.is_moving && (only ?? code) === code && deps.games.has(code));
  const codes = askable.map(({ code }) => code);
  const { asked, resting } = await deps.takeReadings(member.memberId, codes, { occasion, caller });
  const given = new AbortController();
  const patience = delay(patienceMs, 'too late' as const, { signal: given.signal }).catch(() => 'too late' as const);
  const balances = await Promise.all(
    accounts.map(async (account): Promise<CountedBalance> => {
      if (resting.has(account.code)) return asStale(deps, member, account);
      if (!asked.has(account.code)) return account;
      const reading = readAccount(deps, member, account);
      const balance = await Promise.race([reading, patience]);
      if (balance !== 'too late') return balance;
      // The reading goes on by itself; the screen is told if the amount changed.
      reading.then((late) => late.amount !== account.amount && deps.announce(member.memberId)).catch(() => {});
      return { ...account, staleSince: account.staleSince ?? (await now(deps.db)) };
    }),
  );
  given.abort();
  const isLeftOut = ({ code, row }: Before) => row.is_reached && !asked.has(code) && !resting.has(code);
  if (only === undefined && !askable.some(isLeftOut)) {
    const isUnchanged = (tx: Transaction) => areReadingsStill(tx, member.memberId, balances);
    if (await deps.onAllAsked(member, { balances, askedAt, isUnchanged })) deps.announce(member.memberId);
  }
  return balances;
}

/** How often the games are read at most because another reading was booked meanwhile. */
const MOST_TRIES = 3;

/**
 * The same, for what is decided by the balances: waits a while for readings that are not certain yet, and reads again
 * what another screen or a worker was reading at the same moment and booked first. Only the first reading is counted: the
 * call has begun by then.
 */
export async function readSettled(
  deps: ReadBalancesDeps,
  member: Owner,
  { waitMs, caller, ...asked }: Omit<Wanted, 'occasion'> & { waitMs: number },
): Promise<GameBalance[]> {
  const until = performance.now() + waitMs;
  const wanted: Wanted = { ...asked, occasion: 'decision' };
  const isWanted = ({ code }: GameBalance) => wanted.only === undefined || code === wanted.only;
  for (let tries = 1; ; tries += 1) {
    const counted = tries === 1 ? { ...wanted, caller } : wanted;
    const balances = (await readBalances(deps, member, counted)).filter(isWanted);
    const againMs = Math.max(0, ...balances.map(({ readAgainMs }) => readAgainMs ?? 0));
    const isOvertaken = balances.some(
      ({ isFresh, staleSince, readAgainMs }) => !isFresh && staleSince === null && readAgainMs === null,
    );
    const isOver = againMs === 0 ? !isOvertaken || tries >= MOST_TRIES : performance.now() + againMs > until;
    if (isOver) return balances;
    await delay(againMs);
  }
}

/** Reads again, by itself, what was told and is not certain. */
export function uncertainBalances(deps: ReadBalancesDeps, patienceMs: number): DueWork<Owner & AccountKey> {
  return {
    name: 'uncertain balances',
    idOf: ({ memberId, code }) => `${memberId} ${code}`,
    take: (limit) => takeToRead(deps.db, limit, 2 * patienceMs),
    handle: async (member) => {
      const balances = await readBalances(deps, member, { occasion: 'decision', patienceMs });
      const account = balances.find(({ code }) => code === member.code);
      if (account?.isFresh) deps.announce(member.memberId);
    },
  };
}

async function balancesBefore({ db, games }: ReadBalancesDeps, memberId: string): Promise<Before[]> {
  const opened = await openedAccounts(db, memberId);
  return opened.map((row) => ({
    code: row.code,
    username: row.username,
    amount: row.books,
    available: row.books > row.in_play ? row.books - row.in_play : 0n,
    inPlay: row.in_play,
    // What is there is not known for certain until the fetch has ended.
    staleSince: row.stale_since ?? (row.fetching_id === null ? null : row.asked_at),
    isFresh: false,
    readAgainMs: null,
    isLookedAt: row.unowned_amount > 0n || row.fetching_id !== null,
    resultMsAgo: row.result_ms_ago,
    behindMs: row.is_in_use ? (games.get(row.code)?.freshnessMs ?? 0) : 0,
    readings: row.readings,
    askedAt: row.asked_at,
    row,
  }));
}
