import type { Minor } from '@krapao/contract/money.ts';
import { judgeCondition } from '../conditions/follow-results.ts';
import { lookWhetherFree } from '../conditions/grant.ts';
import type { ReadBalances } from '../ledger/game-balance.ts';
import { worthOf } from '../ledger/worth.ts';
import { now } from '../platform/clock.ts';
import type { DueWork } from '../platform/due-work.ts';
import type { Platform } from '../platform/routes.ts';
import type { Owner } from '../platform/sessions.ts';
import type { AnnounceWalletChange } from '../platform/wallet-changes.ts';
import { openGames } from '../providers/games/games.ts';
import { openPayouts } from '../providers/payouts/payouts.ts';
import { isDoubted } from './games/doubted-providers.ts';
import { noteMovement, unownedAt } from './games/game-accounts.queries.ts';
import { gameRoutes } from './games/games.routes.ts';
import { takeUnowned } from './games/late-money.ts';
import { type RationedGames, rationedGames } from './games/rationed-games.ts';
import { knownAccounts, sweepQuestions } from './games/rations.queries.ts';
import { type ReadBalancesDeps, readBalances, readSettled, uncertainBalances } from './games/read-balances.ts';
import { type FindMovement, type FindMovementDeps, findMovement } from './statement/find-movement.ts';
import { recentEntries } from './statement/statement.queries.ts';
import { entryShower, statementRoutes } from './statement/statement.routes.ts';
import { measuredSometimes } from './statement/usual-times.ts';
import { readBackBy } from './transfers/back-by.ts';
import { courseOf as courseOfTransfer } from './transfers/course.ts';
import { fetchUnowned } from './transfers/fetch-back.ts';
import { lateArrivals } from './transfers/find-late-arrivals.ts';
import { bringHome, type TransferDeps } from './transfers/make-transfer.ts';
import { lateDebts } from './transfers/pay-late-debts.ts';
import { unknownTransfers } from './transfers/resolve-unknown-transfers.ts';
import { type SettleLateDeps, settleLateMoves } from './transfers/settle-late-moves.ts';
import { findTransfer, movingAccounts } from './transfers/transfers.queries.ts';
import { transferRoutes } from './transfers/transfers.routes.ts';
import { pageReadings, refreshReadings, sharedReadings } from './wallet/shared-readings.ts';
import type { WalletParts } from './wallet/wallet.queries.ts';
import { type WalletDeps, walletRoutes } from './wallet/wallet.routes.ts';
import { finishedWithdrawals } from './withdrawals/ask-again.ts';
import { usualWithdrawals } from './withdrawals/course.queries.ts';
import { courseOf as courseOfWithdrawal } from './withdrawals/course.ts';
import { openWithdrawals, type PayOutDeps } from './withdrawals/pay-out.ts';
import { reviewOf } from './withdrawals/send-to-review.ts';
import { readOpen, readSteps } from './withdrawals/steps.ts';
import { gatheringIdOf, isWithdrawing } from './withdrawals/withdrawals.queries.ts';
import { withdrawalRoutes } from './withdrawals/withdrawals.routes.ts';

type MoneyDeps = Pick<WalletDeps, 'showMember' | 'frozenDeposits'> &
  Pick<WalletParts, 'invite'> &
  Pick<ReadBalancesDeps, 'onRead'> &
  Pick<PayOutDeps, 'onBankMove'> & {
    announce: AnnounceWalletChange;
    paymentOfEntry: FindMovementDeps['paymentOf'];
    usualDeposits: () => Promise<{ slip: number | null; qrcode: number | null }>;
  };

/** A page does not wait longer than this for game providers; a refresh that the member asked for does. */
const PAGE_PATIENCE_MS = 1_000;

/** The main wallet, the games, transfers between them, and withdrawals to the bank. */
export function moneyRoutes(platform: Platform, deps: MoneyDeps) {
  const { db } = platform;
  const { announce, invite, showMember, frozenDeposits } = deps;
  // Balances and states of moves are asked within the providers' limits; a move itself is never held back.
  const rationed = rationedGames(db, openGames(platform.config), platform.config.gameQuestionsAMinute);
  const { games, rations } = rationed;
  const { providerTimeoutMs, providerLateMs } = platform.config;
  const moving = {
    db,
    games,
    announce,
    // These two serve moves that arrive after their money was given back.
    noteMovement,
    takeUnowned,
    providerTimeoutMs,
    providerLateMs,
    log: platform.app.log,
  };
  const reading = readGames(platform, rationed, {
    ...deps,
    settleLateMoves: (member, code) => settleLateMoves(moving, member, code),
    fetchUnowned: (member, code) => fetchUnowned({ db, unownedAt }, member, code),
  });
  const backBy = (memberId: string) => readBackBy(moving, memberId);
  walletRoutes(platform, {
    games,
    parts: { invite, accounts: knownAccounts(rations) },
    showMember,
    frozenDeposits,
    pages: reading.pages,
    refresh: reading.refresh,
    readBackBy: backBy,
    readOpenWithdrawals: (memberId) => readOpen(db, memberId),
  });
  const gameAccounts = gameRoutes(platform, rationed);
  const transfers = transfersBetween(platform, { ...moving, readBalances: reading.settled });
  const withdrawals = withdrawalsFrom(platform, deps, { readBalances: reading.settled, ...transfers });
  const find = movementsOf(platform, deps, backBy);
  return {
    works: [...reading.works, ...gameAccounts.works, ...transfers.works, ...withdrawals.works],
    sweeps: [sweepQuestions],
    /** The functions on a member's money that a grant and a cancelled condition need. */
    forConditions: {
      readBalances: reading.settled,
      glanceAtGames: reading.pages.begin,
      glanceAtFriend: reading.glanceAtFriend,
      movingAccounts,
      isWithdrawing,
      bringHome: transfers.bringHome,
    },
    /** For the chat: a movement that a member asks about. */
    findMovement: find,
    /** For the bot: withdrawals with their steps. */
    recentEntries: async (memberId: string, kind: 'deposit' | 'withdraw') => {
      const entries = await recentEntries(db, memberId, kind);
      if (kind === 'deposit') return entries;
      const steps = await readSteps(
        db,
        memberId,
        entries.map(({ id }) => id),
      );
      return entries.map((entry) => ({ ...entry, ...steps.get(entry.id) }));
    },
  };
}

/** The statement, and each of its movements with its steps. */
function movementsOf(
  platform: Platform,
  { paymentOfEntry, usualDeposits }: Pick<MoneyDeps, 'paymentOfEntry' | 'usualDeposits'>,
  backBy: (memberId: string) => ReturnType<typeof readBackBy>,
): FindMovement {
  const { db } = platform;
  const usualTimes = measuredSometimes(
    () => now(db),
    async () => ({ withdrawals: await usualWithdrawals(db), deposits: await usualDeposits() }),
  );
  const showEntries = entryShower({
    readBackBy: backBy,
    readSteps: (memberId, ids) => readSteps(db, memberId, ids),
  });
  const find = findMovement({
    db,
    showEntries,
    courseOfWithdrawal: (memberId, id) =>
      courseOfWithdrawal(db, { memberId, id }, async () => (await usualTimes()).withdrawals),
    courseOfTransfer: (memberId, id, status) => courseOfTransfer(db, { memberId, id }, status),
    paymentOf: paymentOfEntry,
  });
  statementRoutes(platform, { showEntries, findMovement: find, usualTimes });
  return find;
}

/** Readings wait for game providers as long as a page may, as a decision may, or as the caller says. */
function readGames(
  { app, db, config }: Platform,
  { games, takeReadings }: RationedGames,
  {
    announce,
    onRead,
    settleLateMoves,
    fetchUnowned,
  }: MoneyDeps & Pick<ReadBalancesDeps, 'settleLateMoves' | 'fetchUnowned'>,
) {
  const { providerTimeoutMs, readingsApartMs, fallAgreedMs, transferWaitMs } = config;
  const deps: ReadBalancesDeps = {
    db,
    games,
    takeReadings,
    announce,
    log: app.log,
    rulesOf: ({ currency }) => ({
      noticeable: worthOf(config.noticeableFall, currency),
      large: worthOf(config.largeResult, currency),
      huge: worthOf(config.hugeResult, currency),
      readingsApartMs,
      fallAgreedMs,
    }),
    isDoubted: (code) => isDoubted(db, config, code),
    settleLateMoves,
    fetchUnowned,
    onRead,
    onAllAsked: ({ memberId }, readings) => judgeCondition(db, memberId, readings, readingsApartMs),
  };
  const patienceMs = providerTimeoutMs + 1_000;
  const pagePatienceMs = Math.min(PAGE_PATIENCE_MS, providerTimeoutMs);
  const share = sharedReadings();
  const forPage = (member: Owner) =>
    readBalances(deps, member, { occasion: 'page', patienceMs: pagePatienceMs, caller: member.memberId });
  const refresh = (member: Owner, { ms, caller }: { ms: number; caller: string }) =>
    readBalances(deps, member, { occasion: 'refresh', patienceMs: ms, caller });
  const settled: ReadBalances = (member, { only, caller } = {}) => {
    const read = () => readSettled(deps, member, { patienceMs, waitMs: transferWaitMs, only, caller });
    return caller === undefined ? read() : share(`${caller} ${member.memberId} ${only ?? ''}`, read);
  };
  return {
    pages: pageReadings(forPage),
    refresh: refreshReadings(
      (member) => refresh(member, { ms: patienceMs, caller: member.memberId }),
      config.walletReadingsAMinute,
    ),
    glanceAtFriend: (friend: Owner, caller: string) => refresh(friend, { ms: pagePatienceMs, caller }),
    settled,
    works: [uncertainBalances(deps, patienceMs)] as DueWork<unknown>[],
  };
}

function transfersBetween(platform: Platform, deps: TransferDeps & SettleLateDeps) {
  transferRoutes(platform, deps);
  const works: DueWork<unknown>[] = [unknownTransfers(deps), lateArrivals(deps), lateDebts(deps)];
  return {
    works,
    bringHome: (member: Owner, id: string, from: { code: string; amount: Minor }[]) =>
      bringHome(deps, member, id, from),
  };
}

function withdrawalsFrom(
  platform: Platform,
  { announce, onBankMove }: MoneyDeps,
  { readBalances, bringHome }: Pick<TransferDeps, 'readBalances'> & ReturnType<typeof transfersBetween>,
) {
  const { db, config } = platform;
  const hasChannel = config.payouts.url !== '';
  const deps: PayOutDeps = {
    db,
    announce,
    stateOfGathering: async (key) =>
      (await findTransfer(db, { memberId: key.memberId, id: await gatheringIdOf(db, key) }))?.status ?? null,
    onBankMove,
    log: platform.app.log,
    ...config,
    ...reviewOf(config),
    payouts: openPayouts(config),
  };
  withdrawalRoutes(platform, {
    ...deps,
    hasChannel,
    readBalances,
    lookWhetherFree: (member) => lookWhetherFree({ db, readBalances }, member),
    gather: async (member, key, from) => bringHome(member, await gatheringIdOf(db, key), from),
  });
  const works: DueWork<unknown>[] = hasChannel ? [openWithdrawals(deps), finishedWithdrawals(deps)] : [];
  return { works };
}
