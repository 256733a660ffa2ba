import type { Calls } from '@krapao/contract/calls.ts';
import { type Minor, moneyToWire } from '@krapao/contract/money.ts';
import type { ReplyOf } from '@krapao/contract/schemas.ts';
import type pg from 'pg';
import type { GameBalance, KnownAccount } from '../../ledger/game-balance.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Platform, route } from '../../platform/routes.ts';
import type { Owner } from '../../platform/sessions.ts';
import type { Game, Games } from '../../providers/games/games.ts';
import type { pageReadings, refreshReadings } from './shared-readings.ts';
import { type KnownWallet, readKnown, type WalletParts } from './wallet.queries.ts';

type WalletReply = ReplyOf<Calls['GET /api/wallet']>;

export type WalletDeps = {
  games: Games;
  parts: WalletParts;
  /** Of a row of `members` with the invite. */
  showMember: (row: pg.QueryResultRow) => Pick<WalletReply, 'profile' | 'invite'>;
  pages: ReturnType<typeof pageReadings>;
  refresh: ReturnType<typeof refreshReadings>;
  readBackBy: (memberId: string) => Promise<{ all: { backBy?: string | null } }>;
  /** The withdrawals whose money is set aside. */
  readOpenWithdrawals: (memberId: string) => Promise<NonNullable<WalletReply['wallet']['withdrawals']>>;
  frozenDeposits: (
    db: Queryable,
    memberId: string,
  ) => Promise<{ from: string; amount: Minor; frozen: Minor; creditedAt: Date }[]>;
};

/** A page shows what is known, and has providers asked for what is due; a member who refreshes has them asked at once. */
export function walletRoutes(platform: Platform, deps: WalletDeps): void {
  const { parts, pages, refresh } = deps;
  const known = ({ memberId }: Owner) => readKnown(platform.db, memberId, parts);
  const show = (member: Owner, wallet: KnownWallet, read: GameBalance[]) =>
    showWallet(platform.db, deps, member, wallet, read);

  route(platform, 'GET /api/wallet', async ({ member, standsStill }) => {
    const wallet = await known(member);
    // Due: money may be at the game and the game was not asked lately. `pages` has one reading of a member at a time.
    const isDue = !standsStill && wallet.accounts.some((account) => account.isDue);
    const reading = isDue ? pages.begin(member) : pages.current(member);
    if (!reading) return show(member, wallet, []);
    const read = await reading;
    return show(member, await known(member), read);
  });
  route(platform, 'GET /api/wallet/refresh/slot', async ({ member, standsStill }) => {
    const read = standsStill ? [] : await refresh(member);
    return show(member, await known(member), read);
  });
}

/** `read`: what providers told just now, where they were asked. */
async function showWallet(
  db: Queryable,
  { games, showMember, readBackBy, readOpenWithdrawals, frozenDeposits }: WalletDeps,
  { memberId }: Owner,
  { member, balances, withheld, accounts }: KnownWallet,
  read: GameBalance[],
): Promise<WalletReply> {
  const { profile, invite } = showMember(member);
  const { bankAccountName, bankAccountNo, bank } = profile;
  const inTransit = balances.get('in_transit') ?? 0n;
  const withdrawing = balances.get('held_for_bank') ?? 0n;
  const owed = -(balances.get('owed') ?? 0n);
  const frozen = balances.get('frozen') ?? 0n;
  // Most members have none of these: they are looked up where there are some.
  const [backBy, withdrawals, disputed] = await Promise.all([
    inTransit > 0n ? readBackBy(memberId) : null,
    withdrawing > 0n ? readOpenWithdrawals(memberId) : null,
    frozen > 0n ? frozenDeposits(db, memberId) : null,
  ]);
  const known = new Map(accounts.map((account) => [account.code, account]));
  const told = new Map(read.map((balance) => [balance.code, balance]));
  return {
    profile,
    bankAccount: { bankAccountName, bankAccountNo, bank },
    wallet: {
      amount: moneyToWire(balances.get('main') ?? 0n),
      inTransit: moneyToWire(inTransit),
      withdrawing: moneyToWire(withdrawing),
      ...(withdrawals && { withdrawals }),
      ...backBy?.all,
      ...(owed > 0n && { owed: moneyToWire(owed) }),
      ...(withheld > 0n && { withheld: moneyToWire(withheld) }),
      ...(disputed && { frozen: moneyToWire(frozen), frozenDeposits: disputed.map(showFrozen) }),
    },
    invite,
    slots: [...games.values()].map((game) =>
      slotOf(game, balances.get(`game:${game.code}`) ?? 0n, known.get(game.code), told.get(game.code)),
    ),
  };
}

function showFrozen({ from, amount, frozen, creditedAt }: Awaited<ReturnType<WalletDeps['frozenDeposits']>>[number]) {
  return { from, amount: moneyToWire(amount), frozen: moneyToWire(frozen), creditedAt: creditedAt.toISOString() };
}

/** The amount is read from the ledger together with the main wallet's, so that no money shows twice or nowhere. */
function slotOf(game: Game, amount: Minor, known: KnownAccount | undefined, told: GameBalance | undefined) {
  const { code, category, name, logo, background, ftWalletSlot, web, android, ios } = game;
  return {
    code,
    category,
    name,
    logo,
    background,
    isActive: known !== undefined,
    amount: moneyToWire(amount),
    ftWalletSlot,
    web,
    android,
    ios,
    ...(known && ageOf(known, told)),
    ...(known && noteOn(known, told)),
    ...(known?.playedAt && { playedAt: new Date(known.playedAt).toISOString() }),
  };
}

/** A provider that the page did not wait for is told as one that cannot be read. */
function ageOf({ asOf, staleSince }: KnownAccount, told: GameBalance | undefined) {
  const stale = staleSince ?? (told?.isFresh ? null : told?.staleSince);
  return {
    ...(asOf && { asOf: new Date(asOf).toISOString() }),
    ...(stale && { staleSince: new Date(stale).toISOString() }),
  };
}

function noteOn({ isLookedAt, isUncertain }: KnownAccount, told: GameBalance | undefined) {
  if (isLookedAt || told?.isLookedAt) return { note: 'LOOKED_AT' as const };
  const isUpdating = told?.readAgainMs != null || (isUncertain && !told?.isFresh);
  return isUpdating && { note: 'UPDATING' as const };
}
