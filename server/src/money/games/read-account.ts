import type { Minor } from '@krapao/contract/money.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { GameBalance } from '../../ledger/game-balance.ts';
import type { GameReading } from '../../ledger/game-reading.ts';
import { inMemberTransaction, type Posted, post } from '../../ledger/ledger.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import type { AnnounceWalletChange } from '../../platform/wallet-changes.ts';
import type { Games } from '../../providers/games/games.ts';
import { noteFall, takeRises } from './falls.queries.ts';
import {
  countReading,
  type GameAccountRow,
  markStale,
  noteAgreed,
  noteDoubt,
  type Report,
} from './game-accounts.queries.ts';
import { judgeGone, judgeReading, type ReadingRules } from './judge-reading.ts';
import { bookLate } from './late-money.ts';

export type ReadAccountDeps = {
  db: Database;
  games: Games;
  announce: AnnounceWalletChange;
  log: FastifyBaseLogger;
  /** What a member's currency makes of the amounts that are noticeable, large and huge. */
  rulesOf: (member: Owner) => ReadingRules;
  /** Whether so many accounts of the provider fall that it has to be looked at before anything is booked. */
  isDoubted: (code: string) => Promise<boolean>;
  /** Before a difference is booked: settles moves there whose money was given back and that were made after all. */
  settleLateMoves: (member: Owner, code: string) => Promise<'none' | 'unknown' | 'settled'>;
  /** Begins to move money out of the game that is nobody's. */
  fetchUnowned: (member: Owner, code: string) => Promise<void>;
  /** Called in the transaction that books a reading, after it. Answers whether the result belongs to a condition. */
  onRead: (tx: Transaction, member: Owner, reading: GameReading) => Promise<boolean>;
};

/** `readings`: how many of the account's readings were booked, this one included. */
export type CountedBalance = GameBalance & { readings: bigint };

/** An account as the books know it before the provider is asked, after `askedAt`. */
export type Before = CountedBalance & {
  username: string;
  askedAt: Date;
  row: GameAccountRow;
};

/**
 * What the provider told: `amount` is the member's, open stakes included; `late` is money that is not. `movable` of both is
 * not staked.
 */
type Told = { amount: Minor; available: Minor; movable: Minor; inPlay: Minor; remainder: number; late: Minor };

/** How soon a provider is asked again that is doubted, or whose answer is missing. */
const LOOK_AGAIN_MS = 15_000;

/** Reads one account at its provider, and books what is certain. */
export async function readAccount(deps: ReadAccountDeps, member: Owner, before: Before): Promise<CountedBalance> {
  const { code, row } = before;
  const game = deps.games.get(code);
  const read = await game?.provider.readBalance(before.username).catch(() => null);
  if (!game || !read) return asStale(deps, member, before);
  const told = membersShare(read, { unowned: row.unowned_amount, books: before.amount });
  const rules = deps.rulesOf(member);
  const report = reportOf(before, told.amount, rules);
  const reading = {
    told: told.amount,
    books: before.amount,
    movedMsAgo: row.moved_ms_ago,
    freshnessMs: game.freshnessMs,
    doubt: row.suspect_amount === null ? null : { told: row.suspect_amount, msAgo: row.suspect_ms_ago ?? 0 },
    hasFallenLately: row.has_fallen_lately,
  };
  const judgement = told.late < row.unowned_amount ? judgeGone(reading, rules) : judgeReading(reading, rules);
  if (judgement.is === 'wait') return doubtReading(deps, member, before, { told, report, ...judgement });
  const isAsKnown = judgement.is === 'agreed' && told.late === row.unowned_amount;
  if (!isAsKnown) {
    const late = await deps.settleLateMoves(member, code);
    const ms = late === 'settled' ? game.freshnessMs : LOOK_AGAIN_MS;
    if (late !== 'none') return doubtReading(deps, member, before, { told, report, doubt: 'kept', ms });
  }
  const isLate = judgement.is === 'late';
  const kept: Told = isLate
    ? { ...told, amount: 0n, available: 0n, late: told.amount }
    : { ...told, amount: judgement.is === 'book' ? judgement.amount : told.amount };
  if (!isAsKnown && (await deps.isDoubted(code)))
    return doubtReading(deps, member, before, { told, report, doubt: 'kept', ms: LOOK_AGAIN_MS, isLookedAt: true });
  const after = { ...before, ...shown(kept), staleSince: null, isFresh: true, isLookedAt: kept.late > 0n };
  if (row.may_fetch && isAsKnown && kept.late > 0n && kept.movable > 0n) {
    await deps.fetchUnowned(member, code);
    return { ...before, isLookedAt: true };
  }
  if (!isNews(before, kept, report)) {
    await noteAgreed(deps.db, { memberId: member.memberId, code }, before);
    return after;
  }
  const booked = await keepReading(deps, member, before, { ...kept, report }).catch((error: unknown) => {
    deps.log.error({ err: error, member: member.memberId, game: code }, 'a reading cannot be booked');
    return 'never' as const;
  });
  if (booked === 'never') return asStale(deps, member, before);
  if (!booked) return before;
  const resultMsAgo = kept.amount === before.amount ? before.resultMsAgo : 0;
  return { ...after, readings: before.readings + 1n, resultMsAgo };
}

/** The account as the books know it, marked as one that cannot be read. */
export async function asStale(
  { db }: Pick<ReadAccountDeps, 'db'>,
  { memberId }: Owner,
  before: Before,
): Promise<CountedBalance> {
  return { ...before, staleSince: before.staleSince ?? (await markStale(db, memberId, before.code)) };
}

/**
 * Where some of the money is nobody's, what was won or lost since is shared by what each had there, rounded against the
 * member: nobody plays for free with money that is not their own.
 */
function membersShare(
  { balance, inPlay, remainder }: { balance: Minor; inPlay: Minor; remainder: number },
  { unowned, books }: { unowned: Minor; books: Minor },
): Told {
  const there = balance + inPlay;
  const amount = unowned > 0n ? (there * books) / (books + unowned) : there;
  const available = balance < amount ? balance : amount;
  return { amount, available, movable: balance, inPlay, remainder, late: there - amount };
}

const shown = ({ amount, available, inPlay }: Told) => ({
  amount,
  available: available < amount ? available : amount,
  inPlay,
});

/**
 * A fall to nothing takes nine tenths of what is there. Bets that were open may have lost as much: that is no reason to
 * doubt the provider.
 */
function reportOf({ amount, row }: Before, told: Minor, { noticeable }: ReadingRules): Report | null {
  const there = amount > told ? amount : told;
  if (there <= noticeable) return null;
  const lost = amount - told;
  const hasFallen = lost > noticeable && lost * 10n >= amount * 9n && lost > row.in_play;
  return { amount: there, fallen: hasFallen ? lost : null };
}

/** Of a reading that tells nothing new only its time is written down. */
function isNews({ amount, staleSince, row }: Before, kept: Told, report: Report | null): boolean {
  return (
    kept.amount !== amount ||
    kept.inPlay !== row.in_play ||
    kept.remainder !== Number(row.remainder) ||
    kept.late !== row.unowned_amount ||
    (kept.late > 0n && row.fetch_at === null) ||
    staleSince !== null ||
    row.is_first_today ||
    !row.is_unmoved ||
    row.recheck_at !== null ||
    (report !== null && (row.is_told_long_ago || (report.fallen === null) !== (row.fallen_amount === null)))
  );
}

type Doubted = {
  told: Told;
  report: Report | null;
  doubt: 'none' | 'new' | 'kept';
  ms: number;
  isLookedAt?: boolean;
};

/** The books stay as they are, the lesser of both can be moved out, and the account is read again by itself. */
async function doubtReading(
  { db }: ReadAccountDeps,
  { memberId }: Owner,
  before: Before,
  { told, report, doubt, ms, isLookedAt = before.isLookedAt }: Doubted,
): Promise<CountedBalance> {
  const { code, readings, askedAt } = before;
  await noteDoubt(db, { memberId, code }, { readings, askedAt, told: told.amount, doubt, report }, ms);
  const available = told.available < before.available ? told.available : before.available;
  return { ...before, available, staleSince: null, readAgainMs: ms, isLookedAt };
}

/** False if the account changed since it was looked at: then the difference is not a result. */
async function keepReading(
  { db, onRead, announce, rulesOf }: ReadAccountDeps,
  member: Owner,
  before: Before,
  { amount, report, inPlay, remainder, late }: Told & { report: Report | null },
): Promise<boolean> {
  const { memberId, currency } = member;
  const { code, readings, askedAt, row } = before;
  const result = amount - before.amount;
  const booked = await inMemberTransaction(db, memberId, async (tx) => {
    const { readingsApartMs, noticeable } = rulesOf(member);
    const hasResult = result !== 0n;
    const kept = {
      readings,
      lastPostingId: row.last_posting_id,
      askedAt,
      inPlay,
      remainder,
      late,
      report,
      hasResult,
      readingsApartMs,
    };
    const readOn = await countReading(tx, { memberId, code }, kept);
    if (readOn === null) return 'not';
    const [house, game] = [`house:games:${code}`, `game:${code}`] as const;
    const posting = { memberId, currency, reason: 'game_result' };
    const key = `game-result/${memberId}/${code}/${row.last_posting_id ?? 0}`;
    let lost: Posted | null = null;
    if (result > 0n) await post(tx, { ...posting, key, from: house, to: game, amount: result });
    if (result < 0n) lost = await post(tx, { ...posting, key, from: game, to: house, amount: -result });
    await bookLate(tx, { ...posting, key: `late/${memberId}/${code}/${readings}` }, code, late - row.unowned_amount);
    const rises = result > 0n ? await takeRises(tx, { memberId, code }, result) : [];
    const isBound = await onRead(tx, member, { code, result, readOn, rises });
    // A condition may fail by any fall, however small.
    const fall = { noticeable: isBound ? 0n : noticeable, balance: amount, isCounted: !isBound };
    if (lost) await noteFall(tx, { memberId, code }, { ...fall, postingId: lost.postingId });
    return isBound ? 'with news' : 'quietly';
  });
  if (booked === 'with news') announce(memberId);
  return booked !== 'not';
}
