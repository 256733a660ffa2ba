import { setTimeout as delay } from 'node:timers/promises';
import type { Minor } from '@krapao/contract/money.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { GameBalance } from '../../ledger/game-balance.ts';
import { accountStatesOf, inMemberTransaction, post } from '../../ledger/ledger.ts';
import { now } from '../../platform/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import type { AnnounceWalletChange } from '../../platform/wallet-changes.ts';
import type { Games } from '../../providers/games/games.ts';
import { areReadingsStill, countReading, markStale, openedAccounts } from './game-accounts.queries.ts';

export type ReadBalancesDeps = {
  db: Database;
  games: Games;
  announce: AnnounceWalletChange;
  log: FastifyBaseLogger;
  /** The game accounts of a member that money is on its way to or from. */
  movingAccounts: (db: Queryable, memberId: string) => Promise<Set<string>>;
  /** Called in the transaction that books a reading, after it. Answers whether other screens must hear of it. */
  onRead: (tx: Transaction, member: Owner, reading: Reading) => Promise<boolean>;
  /**
   * Called when every account of the member was read just now, or holds nothing; `isUnchanged` tells whether that is
   * still so.
   */
  onAllRead: (member: Owner, isUnchanged: (tx: Transaction) => Promise<boolean>) => Promise<boolean>;
};

/** `readOn`: the day of the reading before, Bangkok time. The result was won or lost on that day or later. */
type Reading = { result: Minor; readOn: string };

/** `readings`: how many of the account's readings were booked, this one included. */
type CountedBalance = GameBalance & { readings: bigint };
type Before = CountedBalance & {
  username: string;
  inPlay: Minor;
  remainder: number;
  isFirstToday: boolean;
  lastEntryId: bigint | null;
  isMoving: boolean;
};

/**
 * Reads every opened account at its provider, side by side, and books what was won or lost since. An account whose
 * provider cannot be read, or not within `patienceMs`, or whose reading cannot be booked, keeps its balance and is
 * marked stale; the others do not wait for it.
 */
export async function readBalances(
  deps: ReadBalancesDeps,
  member: Owner,
  { patienceMs, only }: { patienceMs: number; only?: string },
): Promise<CountedBalance[]> {
  const accounts = await balancesBefore(deps, member.memberId);
  const given = new AbortController();
  const patience = delay(patienceMs, 'too late' as const, { signal: given.signal }).catch(() => 'too late' as const);
  const balances = await Promise.all(
    accounts.map(async (account) => {
      if (only !== undefined && account.code !== only) return account;
      const reading = readBalance(deps, member, account);
      const balance = await Promise.race([reading, patience]);
      if (balance !== 'too late') return balance;
      // The reading goes on by itself; the screen is told if the amount changed.
      reading.then((late) => late.amount !== account.amount && deps.announce(member.memberId)).catch(() => {});
      return { ...account, staleSince: account.staleSince ?? (await now(deps.db)) };
    }),
  );
  given.abort();
  const isWhole = only === undefined && balances.every(({ isFresh, amount }) => isFresh || amount === 0n);
  if (isWhole && balances.length > 0) {
    const isUnchanged = (tx: Transaction) => areReadingsStill(tx, member.memberId, balances);
    if (await deps.onAllRead(member, isUnchanged)) deps.announce(member.memberId);
  }
  return balances;
}

async function balancesBefore({ db, movingAccounts }: ReadBalancesDeps, memberId: string): Promise<Before[]> {
  const opened = await openedAccounts(db, memberId);
  if (opened.length === 0) return [];
  const [states, moving] = await Promise.all([accountStatesOf(db, memberId), movingAccounts(db, memberId)]);
  return opened.map(({ code, username, in_play, remainder, stale_since, readings, is_first_today }) => {
    const { balance: amount, lastEntryId } = states.get(`game:${code}`) ?? { balance: 0n, lastEntryId: null };
    const available = amount > in_play ? amount - in_play : 0n;
    return {
      code,
      username,
      inPlay: in_play,
      remainder: Number(remainder),
      readings,
      isFirstToday: is_first_today,
      staleSince: stale_since,
      amount,
      available,
      isFresh: false,
      lastEntryId,
      isMoving: moving.has(code),
    };
  });
}

async function readBalance(deps: ReadBalancesDeps, member: Owner, before: Before): Promise<CountedBalance> {
  const { code } = before;
  const provider = deps.games.get(code)?.provider;
  // While money is on its way, a difference may be that money.
  if (before.isMoving || !provider) return before;
  const asStale = async (): Promise<CountedBalance> => {
    const staleSince = before.staleSince ?? (await markStale(deps.db, member.memberId, code));
    return { ...before, staleSince };
  };
  const read = await provider.readBalance(before.username).catch(() => null);
  if (!read) return asStale();
  const { inPlay, remainder } = read;
  const amount = read.balance + inPlay;
  const isOther = amount !== before.amount || inPlay !== before.inPlay || remainder !== before.remainder;
  const isNews = isOther || before.staleSince !== null || before.isFirstToday;
  if (isNews) {
    const booked = await bookResult(deps, member, before, { amount, inPlay, remainder }).catch((error: unknown) => {
      deps.log.error({ err: error, member: member.memberId, game: code }, 'a reading cannot be booked');
      return 'never' as const;
    });
    if (booked === 'never') return asStale();
    if (!booked) return before;
  }
  const readings = isNews ? before.readings + 1n : before.readings;
  return { code, amount, available: read.balance, staleSince: null, isFresh: true, readings };
}

/** False if the account changed since it was looked at: then the difference is not a result. */
async function bookResult(
  { db, movingAccounts, onRead, announce }: ReadBalancesDeps,
  member: Owner,
  before: Before,
  { amount, ...told }: { amount: Minor; inPlay: Minor; remainder: number },
): Promise<boolean> {
  const { memberId, currency } = member;
  const { code, lastEntryId, readings } = before;
  const booked = await inMemberTransaction(db, memberId, async (tx) => {
    const now = (await accountStatesOf(tx, memberId)).get(`game:${code}`) ?? { balance: 0n, lastEntryId: null };
    if (now.lastEntryId !== lastEntryId || (await movingAccounts(tx, memberId)).has(code)) return 'not';
    const readOn = await countReading(tx, { memberId, code }, { readings, ...told });
    if (readOn === null) return 'not';
    const result = amount - now.balance;
    if (result !== 0n) {
      const [house, game] = [`house:games:${code}`, `game:${code}`] as const;
      await post(tx, {
        key: `game-result/${memberId}/${code}/${lastEntryId ?? 0}`,
        reason: 'game_result',
        memberId,
        currency,
        ...(result > 0n ? { from: house, to: game, amount: result } : { from: game, to: house, amount: -result }),
      });
    }
    return (await onRead(tx, member, { result, readOn })) ? 'with news' : 'quietly';
  });
  if (booked === 'with news') announce(memberId);
  return booked !== 'not';
}
