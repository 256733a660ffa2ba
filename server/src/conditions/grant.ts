import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorCode } from '@krapao/contract/errors.ts';
import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';
import type { GameBalance, ReadBalances } from '../ledger/game-balance.ts';
import { type Account, balancesOf, inMemberTransaction, post } from '../ledger/ledger.ts';
import { STATEMENT_ID_ONCE, writeStatement } from '../ledger/statement.ts';
import { AppError } from '../platform/app-error.ts';
import type { Database, Queryable, Transaction } from '../platform/database.ts';
import { type Attempt, claim, conflictOn, recordAnswer } from '../platform/idempotency.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';
import type { Owner } from '../platform/sessions.ts';
import type { AnnounceWalletChange } from '../platform/wallet-changes.ts';
import { type ConditionKind, conditionOf, insertCondition } from './conditions.queries.ts';
import { endIfMetAtOnce, isMetAtOnce } from './follow-results.ts';
import { freshLosses, type LossRules, type Unsettled } from './fresh-losses.ts';
import { endPause, type Pause, pauseMoney, requirePause } from './money-pause.ts';
import { REWARDS, totalOf } from './take-back.ts';

export type GrantDeps = {
  db: Database;
  announce: AnnounceWalletChange;
  readBalances: ReadBalances;
  /** The same for a page, without waiting for a slow game. */
  glanceAtGames: (member: Owner) => Promise<unknown>;
  /** The same for a friend's games, however young the figures are: the friend may never look again. */
  glanceAtFriend: (friend: Owner, caller: string) => Promise<unknown>;
  /** The game accounts that money is on its way to or from. */
  movingAccounts: (db: Queryable, memberId: string) => Promise<Set<string>>;
  isWithdrawing: (db: Queryable, memberId: string) => Promise<boolean>;
  providerTimeoutMs: number;
  /** How old a game's last result has to be before a reward begins, and how long the member waits for that. */
  readingsApartMs: number;
  grantWaitMs: number;
} & LossRules;

type Grant = {
  kind: ConditionKind;
  code: string;
  description: string;
  credit: Minor;
  from: Account;
  successPercent: number;
  failPercent: number;
  paymentId?: bigint;
};

/** The codes of a refused grant that each reward has of its own: a condition runs, a game is not readable. */
export type Refusals = { bound: ErrorCode; unread: ErrorCode };

/**
 * `total`: all of the member's money except what goes to the bank. `lastPostingId`: postings after it were not
 * there when the member asked. `requireFree` refuses by the reward's own codes.
 */
type Terms = { total: Minor; lastPostingId: bigint; requireFree: () => void };

type Decision<Answer> = { grant: Grant; answer: (tx: Transaction) => Promise<Answer> };

/** Added to the time that reading the games takes. */
const PAUSE_MARGIN_MS = 20_000;
/** How soon a game with an open bet is read again. */
const BET_WAIT_MS = 1_000;

type Asked = { member: Owner; attempt: Attempt; refusals: Refusals };
type Decide<Answer> = (tx: Transaction, terms: Terms) => Promise<Decision<Answer>>;

/**
 * Grants a reward and starts its condition. Where it can be cut off, and what then happens:
 *
 * 1. while money is paused, games are read or open bets are waited for: nothing was granted, the pause ends by itself.
 * 2. in the one transaction that decides, credits, binds and answers: all of it happened or none.
 */
export async function receiveReward<Answer>(deps: GrantDeps, asked: Asked, decide: Decide<Answer>): Promise<Answer> {
  const { db, announce, providerTimeoutMs, grantWaitMs } = deps;
  const { member, attempt } = asked;
  const { memberId } = member;
  return oneAtATime(`grant/${memberId}`, async () => {
    const pauseMs = 3 * providerTimeoutMs + grantWaitMs + PAUSE_MARGIN_MS;
    const pause = await pauseMoney(db, memberId, attempt.id, pauseMs);
    try {
      const askedAt = performance.now();
      const until = askedAt + grantWaitMs;
      for (let tries = 1; ; tries += 1) {
        const readAt = performance.now();
        const games = await deps.readBalances(member, { caller: tries === 1 ? memberId : undefined });
        const given = await grantOnce(deps, asked, { pause, games, askedAt, readAt }, decide);
        if ('answer' in given) {
          announce(memberId);
          return given.answer;
        }
        const [first] = given.unsettled.map(({ waitMs }) => waitMs).sort((a, b) => a - b);
        if (first === undefined || performance.now() + first > until)
          throw new AppError('OPEN_BETS', { games: given.unsettled.map(({ code }) => code), retryAfterSeconds: 5 });
        await delay(first);
      }
    } catch (error) {
      return conflictOn('conditions_pkey', STATEMENT_ID_ONCE)(error);
    } finally {
      await endPause(db, memberId, pause);
    }
  });
}

/** The games were asked after `readAt`; the member's money does not move since `askedAt`. */
type Read = { games: GameBalance[]; askedAt: number; readAt: number };

/** Grants, unless games are not settled: then nothing was done. */
async function grantOnce<Answer>(
  deps: GrantDeps,
  { member, attempt, refusals }: Asked,
  { pause, ...read }: { pause: Pause } & Read,
  decide: Decide<Answer>,
): Promise<{ answer: Answer } | { unsettled: Unsettled[] }> {
  const { db } = deps;
  const { memberId } = member;
  const granting = inMemberTransaction(db, memberId, async (tx) => {
    await claim(tx, attempt);
    await requirePause(tx, memberId, pause);
    const terms = {
      ...(await termsOf(tx, deps, { memberId, games: read.games, refusals })),
      lastPostingId: pause.lastPostingId,
    };
    const { grant, answer } = await decide(tx, terms);
    if (!isMetAtOnce(grant.successPercent)) await requireSettled(tx, deps, member, read);
    await startCondition(tx, { member, id: attempt.id, grant, totalBefore: terms.total });
    const body = await answer(tx);
    await recordAnswer(tx, attempt, { status: 200, body });
    return { answer: body };
  });
  return granting.catch((error: unknown) => {
    if (error instanceof NotSettled) return { unsettled: error.games };
    throw error;
  });
}

/** Undoes the transaction of a grant that has to wait for these games. */
class NotSettled extends Error {
  readonly games: Unsettled[];

  constructor(games: Unsettled[]) {
    super('a grant has to wait');
    this.games = games;
  }
}

/**
 * A game may be `behindMs` behind: only a reading that began as long after the member asked shows all that was won before.
 */
async function requireSettled(
  tx: Transaction,
  deps: GrantDeps,
  member: Owner,
  { games, askedAt, readAt }: Read,
): Promise<void> {
  const unsettled = games.flatMap((game) => unsettledOf(game, deps.readingsApartMs));
  const behind = games.filter(({ behindMs }) => readAt < askedAt + behindMs);
  unsettled.push(...behind.map(({ code, behindMs }) => ({ code, waitMs: waitUntil(askedAt + behindMs) })));
  unsettled.push(...(await freshLosses(tx, member, deps)));
  if (unsettled.length > 0) throw new NotSettled(unsettled);
}

/** A timer may fire up to a millisecond early: the games would be read once more for nothing. */
const waitUntil = (moment: number) => Math.max(0, Math.ceil(moment - performance.now()) + 1);

/** A bet that is all but won or lost must not be decided under the reward. */
function unsettledOf(game: GameBalance, apartMs: number): Unsettled[] {
  const { code, amount, inPlay, isFresh, readAgainMs, resultMsAgo } = game;
  if (amount === 0n && inPlay === 0n && readAgainMs === null) return [];
  if (!isFresh || inPlay > 0n) return [{ code, waitMs: readAgainMs ?? BET_WAIT_MS }];
  return resultMsAgo !== null && resultMsAgo < apartMs ? [{ code, waitMs: apartMs - resultMsAgo }] : [];
}

/** A game without money need not be read. One that tells another amount was read, but is not settled. */
function areReadable(games: GameBalance[], balances: Map<string, Minor>): boolean {
  return games.every(
    ({ code, isFresh, readAgainMs }) => isFresh || readAgainMs !== null || (balances.get(`game:${code}`) ?? 0n) === 0n,
  );
}

/**
 * Reads the games until none has told a result of this moment: what was lost counts by two readings that are apart.
 * Null: a game with money in it cannot be read, or not for certain in the time that a member waits.
 */
export async function readQuietGames(deps: GrantDeps, member: Owner): Promise<GameBalance[] | null> {
  const { readingsApartMs, grantWaitMs } = deps;
  const until = performance.now() + grantWaitMs;
  for (let tries = 1; ; tries += 1) {
    const games = await deps.readBalances(member, { caller: tries === 1 ? member.memberId : undefined });
    const waitMs = Math.max(0, ...games.map(({ resultMsAgo }) => readingsApartMs - (resultMsAgo ?? readingsApartMs)));
    const areRead = games.every(({ isFresh, amount }) => isFresh || amount === 0n);
    if (areRead && waitMs === 0) return games;
    if (!areRead || performance.now() + waitMs > until) return null;
    await delay(waitMs);
  }
}

/** A condition may have been met at a game that was not read since: reading it ends the condition. */
export async function lookWhetherFree(
  { db, readBalances }: { db: Database; readBalances: ReadBalances },
  member: Owner,
): Promise<void> {
  const { memberId } = member;
  if (await conditionOf(db, memberId)) await readBalances(member, { caller: memberId });
}

export async function glanceWhetherFree({ db, glanceAtGames }: GrantDeps, member: Owner): Promise<void> {
  if (await conditionOf(db, member.memberId)) await glanceAtGames(member);
}

async function termsOf(
  tx: Transaction,
  { movingAccounts, isWithdrawing }: GrantDeps,
  { memberId, games, refusals }: { memberId: string; games: GameBalance[]; refusals: Refusals },
): Promise<Omit<Terms, 'lastPostingId'>> {
  const balances = await balancesOf(tx, memberId);
  const isBound = (await conditionOf(tx, memberId)) !== null;
  const isOnItsWay = await isWithdrawing(tx, memberId);
  const isMoving = (await movingAccounts(tx, memberId)).size > 0;
  return {
    total: totalOf(balances),
    requireFree: () => {
      if ((balances.get('owed') ?? 0n) < 0n) throw new AppError('MONEY_OWED');
      if (isBound) throw new AppError(refusals.bound);
      if (isOnItsWay) throw new AppError('WITHDRAWAL_PENDING');
      if (isMoving) throw new AppError('TRANSFER_PENDING', { retryAfterSeconds: 5 });
      if (!areReadable(games, balances)) throw new AppError(refusals.unread, { retryAfterSeconds: 5 });
    },
  };
}

type Start = {
  member: Owner;
  id: string;
  grant: Grant;
  /** All of the member's money before the grant, except what goes to the bank. */
  totalBefore: Minor;
};

/** Credits the grant, binds it to its condition and writes both to the statement. */
async function startCondition(tx: Transaction, { member, id, grant, totalBefore }: Start): Promise<void> {
  const { memberId, currency } = member;
  const { kind, code, description, credit, from, successPercent, failPercent, paymentId = null } = grant;
  const key = `condition/${memberId}/${id}/grant`;
  const posting = { key, reason: 'reward', memberId, currency, from, to: 'main', amount: credit } as const;
  const posted = await post(tx, { ...posting, detail: { kind, code } });
  await insertCondition(tx, {
    member_id: memberId,
    id,
    kind,
    code,
    description,
    currency,
    credit,
    start: totalBefore + credit,
    success_percent: successPercent,
    fail_percent: failPercent,
    grant_id: posted.postingId,
    payment_id: paymentId,
  });
  const entry = { id, type: 'bonus', status: 'SUCCESS', from: REWARDS, to: MAIN_WALLET, amount: credit } as const;
  await writeStatement(tx, memberId, { ...entry, posted, linked: { kind, description } });
  const condition = await conditionOf(tx, memberId);
  if (condition) await endIfMetAtOnce(tx, condition);
}
