import type { Calls } from '@krapao/contract/calls.ts';
import { type Currency, type Minor, moneyToWire } from '@krapao/contract/money.ts';
import type { ReplyOf } from '@krapao/contract/schemas.ts';
import type { GameBalance } from '../../ledger/game-balance.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Platform, route } from '../../platform/routes.ts';
import type { SignedIn } from '../../platform/sessions.ts';
import type { Game, Games } from '../../providers/games/games.ts';

type OpenWithdrawals = NonNullable<ReplyOf<Calls['GET /api/wallet']>['wallet']['withdrawals']>;
type Profile = ReplyOf<Calls['GET /api/account/profile']>;

/** A page does not wait longer than this for game providers; a refresh that the member asked for does. */
export const PAGE_PATIENCE_MS = 1_000;

export type WalletDeps = {
  games: Games;
  readProfile: (db: Queryable, memberId: string) => Promise<Profile>;
  readGames: (member: SignedIn, patienceMs: number) => Promise<GameBalance[]>;
  readBackBy: (memberId: string) => Promise<{ all: { backBy?: string | null } }>;
  /** The withdrawals whose money is set aside. */
  readOpenWithdrawals: (memberId: string) => Promise<OpenWithdrawals>;
  frozenDeposits: (
    db: Queryable,
    memberId: string,
  ) => Promise<{ from: string; amount: Minor; frozen: Minor; creditedAt: Date }[]>;
  readInvite: (
    db: Queryable,
    memberId: string,
    currency: Currency,
  ) => Promise<{ amount: number; success: number; fail: number }>;
};

export function walletRoutes(platform: Platform, deps: WalletDeps): void {
  const { games, readProfile, readGames, readBackBy, readInvite, readOpenWithdrawals, frozenDeposits } = deps;
  const { db, config } = platform;
  const readWallet = async (member: SignedIn, patienceMs: number) => {
    const { memberId } = member;
    const accounts = new Map((await readGames(member, patienceMs)).map((account) => [account.code, account]));
    const [profile, balances, backBy, invite] = await Promise.all([
      readProfile(db, memberId),
      balancesOf(db, memberId),
      readBackBy(memberId),
      readInvite(db, memberId, member.currency),
    ]);
    const { bankAccountName, bankAccountNo, bank } = profile;
    const withdrawing = balances.get('held_for_bank') ?? 0n;
    const owed = -(balances.get('owed') ?? 0n);
    const frozen = balances.get('frozen') ?? 0n;
    const disputed = frozen > 0n ? await frozenDeposits(db, memberId) : [];
    return {
      profile,
      bankAccount: { bankAccountName, bankAccountNo, bank },
      wallet: {
        amount: moneyToWire(balances.get('main') ?? 0n),
        inTransit: moneyToWire(balances.get('in_transit') ?? 0n),
        withdrawing: moneyToWire(withdrawing),
        ...(withdrawing > 0n && { withdrawals: await readOpenWithdrawals(memberId) }),
        ...backBy.all,
        ...(owed > 0n && { owed: moneyToWire(owed) }),
        ...(frozen > 0n && { frozen: moneyToWire(frozen), frozenDeposits: disputed.map(showFrozen) }),
      },
      invite,
      slots: [...games.values()].map((game) =>
        slotOf(game, accounts.get(game.code), balances.get(`game:${game.code}`) ?? 0n),
      ),
    };
  };
  route(platform, 'GET /api/wallet', ({ member }) =>
    readWallet(member, Math.min(PAGE_PATIENCE_MS, config.providerTimeoutMs)),
  );
  route(platform, 'GET /api/wallet/refresh/slot', ({ member }) =>
    readWallet(member, config.providerTimeoutMs + PAGE_PATIENCE_MS),
  );
}

function showFrozen({ from, amount, frozen, creditedAt }: Awaited<ReturnType<WalletDeps['frozenDeposits']>>[number]) {
  return { from, amount: moneyToWire(amount), frozen: moneyToWire(frozen), creditedAt: creditedAt.toISOString() };
}

/** The amount is read from the ledger together with the main wallet's, so that no money shows twice or nowhere. */
function slotOf(game: Game, account: GameBalance | undefined, amount: Minor) {
  const { code, category, name, logo, background, ftWalletSlot, web, android, ios } = game;
  return {
    code,
    category,
    name,
    logo,
    background,
    isActive: account !== undefined,
    amount: moneyToWire(amount),
    ftWalletSlot,
    web,
    android,
    ios,
    ...(account?.staleSince && { staleSince: account.staleSince.toISOString() }),
    ...noteOn(account),
  };
}

function noteOn(account: GameBalance | undefined) {
  if (account?.isLookedAt) return { note: 'LOOKED_AT' as const };
  return account?.readAgainMs != null && { note: 'UPDATING' as const };
}
