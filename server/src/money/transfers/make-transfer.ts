import { MAIN_WALLET, TRANSFER_MINIMUM } from '@krapao/contract/money/limits.ts';
import { type Minor, moneyFromWire } from '@krapao/contract/money.ts';
import { requireMayTransfer } from '../../allowances/allowances.ts';
import { balancesOf, inMemberTransaction } from '../../ledger/ledger.ts';
import { STATEMENT_ID_ONCE, writeStatement } from '../../ledger/statement.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Attempt, claim, conflictOn, recordAnswer } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import { type CarryOutDeps, carryOut, goOn, type StartedLeg, startLeg, thisMoment } from './carry-out.ts';
import { FIRST_WAIT_MS } from './resolve-unknown-transfers.ts';
import {
  insertLeg,
  insertTransfer,
  type Leg,
  legsOf,
  type TransferKey,
  type TransferStatus,
  tryTransferIn,
} from './transfers.queries.ts';

type GameBalance = { code: string; amount: Minor; available: Minor; staleSince: Date | null };

export type TransferDeps = CarryOutDeps & {
  openedGames: (memberId: string) => Promise<Set<string>>;
  /** The opened game accounts, read at their providers (all, or only one) before anything is decided by them. */
  readBalances: (member: Owner, only?: string) => Promise<GameBalance[]>;
};

type PlannedLeg = Pick<Leg, 'code' | 'direction' | 'stage'> & { amount: Minor | null; state: 'planned' | 'refused' };
type Plan = { from: string; to: string; amount: Minor; ownShare: Minor; legs: PlannedLeg[] };

export async function makeTransfer(
  deps: TransferDeps,
  member: Owner,
  attempt: Attempt,
  input: { from: string; to: string; amount: number },
) {
  const [from, to] = [input.from.trim().toLowerCase(), input.to.trim().toLowerCase()];
  const amount = moneyFromWire(input.amount);
  if (amount === null) throw new AppError('INVALID_REQUEST', { fields: { amount: 'INVALID' } });
  if (!from) throw new AppError('INVALID_REQUEST', { fields: { from: 'REQUIRED' } });
  if (!to) throw new AppError('INVALID_REQUEST', { fields: { to: 'REQUIRED' } });
  if (from === to) throw new AppError('INVALID_REQUEST', { fields: { to: 'INVALID' } });
  requireGame(deps, from);
  requireGame(deps, to);
  if (amount < BigInt(TRANSFER_MINIMUM) * 100n) throw new AppError('TRANSFER_MINIMUM');

  const opened = await deps.openedGames(member.memberId);
  if ([from, to].some((wallet) => wallet !== MAIN_WALLET && !opened.has(wallet))) throw new AppError('SLOT_NO_ACCOUNT');
  if (from === MAIN_WALLET) {
    const leg: PlannedLeg = { code: to, direction: 'in', stage: 1, amount, state: 'planned' };
    return executeAsked(deps, member, attempt, async () => ({ from, to, amount, ownShare: 0n, legs: [leg] }));
  }

  const source = (await deps.readBalances(member, from)).find(({ code }) => code === from);
  // Not a failure of this transfer: another request with the same key may still be on its way to make it.
  if (!source || source.staleSince) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
  if (source.available < amount) throw new AppError('MONEY_NOT_ENOUGH');
  const outLeg: PlannedLeg = { code: from, direction: 'out', stage: 1, amount, state: 'planned' };
  const inLeg: PlannedLeg = { code: to, direction: 'in', stage: 2, amount: null, state: 'planned' };
  const legs = to === MAIN_WALLET ? [outLeg] : [outLeg, inLeg];
  return executeAsked(deps, member, attempt, async () => ({ from, to, amount, ownShare: 0n, legs }));
}

/** Everything that can be moved, in exact amounts. What cannot be read stays where it is and is told as a failure. */
export async function transferAll(deps: TransferDeps, member: Owner, attempt: Attempt, input: { to: string }) {
  const to = input.to.trim().toLowerCase();
  if (!to) throw new AppError('INVALID_REQUEST', { fields: { to: 'REQUIRED' } });
  requireGame(deps, to);
  if (to !== MAIN_WALLET && !(await deps.openedGames(member.memberId)).has(to)) throw new AppError('SLOT_NO_ACCOUNT');
  const balances = await deps.readBalances(member);
  const outLegs = balances
    .filter(({ code, amount, available, staleSince }) => code !== to && (staleSince ? amount > 0n : available > 0n))
    .map(({ code, amount, available, staleSince }): PlannedLeg => {
      const leg = { code, direction: 'out', stage: 1 } as const;
      return staleSince ? { ...leg, amount, state: 'refused' } : { ...leg, amount: available, state: 'planned' };
    });
  const brought = outLegs.reduce((sum, { amount, state }) => sum + (state === 'planned' ? (amount ?? 0n) : 0n), 0n);
  return executeAsked(deps, member, attempt, async (tx) => {
    const ownShare = to === MAIN_WALLET ? 0n : await mainBalance(tx, member);
    const amount = ownShare + brought;
    const inLeg: PlannedLeg = { code: to, direction: 'in', stage: 2, amount: null, state: 'planned' };
    const legs = to === MAIN_WALLET || amount === 0n ? outLegs : [...outLegs, inLeg];
    return { from: 'all', to, amount, ownShare, legs };
  });
}

/** Brings exact amounts home, as part of something larger that made the id and looks after what comes of it. */
export function bringHome(deps: TransferDeps, member: Owner, id: string, from: { code: string; amount: Minor }[]) {
  const attempt = { id, memberId: member.memberId, call: '', inputHash: Buffer.alloc(0), isKeyed: false };
  const legs = from.map((leg): PlannedLeg => ({ ...leg, direction: 'out', stage: 1, state: 'planned' }));
  const amount = from.reduce((sum, leg) => sum + leg.amount, 0n);
  return execute(deps, member, attempt, async () => ({ from: 'all', to: MAIN_WALLET, amount, ownShare: 0n, legs }));
}

/** What a member asks for, other than what the product does as part of something larger, may have to wait. */
function executeAsked(
  deps: TransferDeps,
  member: Owner,
  attempt: Attempt,
  plan: (tx: Transaction) => Promise<Plan>,
): Promise<{ id: string; status: 'SUCCESS' | 'PENDING' }> {
  return execute(deps, member, attempt, async (tx) => {
    await requireMayTransfer(tx, member);
    return plan(tx);
  });
}

/** The transfer and the hold of its first money are one transaction; the calls come after it. */
async function execute(
  deps: TransferDeps,
  member: Owner,
  attempt: Attempt,
  plan: (tx: Transaction) => Promise<Plan>,
): Promise<{ id: string; status: 'SUCCESS' | 'PENDING' }> {
  const { id, memberId } = attempt;
  const startedAt = thisMoment();
  const begun = await inMemberTransaction(deps.db, memberId, async (tx) => {
    await claim(tx, attempt);
    return begin(deps, tx, attempt, member, await plan(tx), startedAt);
  }).catch(conflictOn('transfers_pkey', STATEMENT_ID_ONCE));
  deps.announce(memberId);
  const status = begun.started.length > 0 ? await carryOutOrLeave(deps, { memberId, id }, begun.started) : begun.status;
  if (status === 'FAILED') throw new AppError('TRANSFER_FAIL');
  if (status === 'PENDING') {
    await recordAnswer(deps.db, attempt, { status: 200, body: { id, status } });
    await tryTransferIn(deps.db, { memberId, id }, FIRST_WAIT_MS);
  }
  return { id, status };
}

/** From here on the money is held: whatever goes wrong, the transfer is in progress and a worker has it. */
function carryOutOrLeave(deps: TransferDeps, transfer: TransferKey, started: StartedLeg[]): Promise<TransferStatus> {
  return carryOut(deps, transfer, started).catch((error: unknown) => {
    deps.log.error({ err: error, transfer: transfer.id }, 'transfer left to a worker');
    return 'PENDING';
  });
}

async function begin(
  deps: TransferDeps,
  tx: Transaction,
  { id, call }: Attempt,
  { memberId, currency }: Owner,
  plan: Plan,
  startedAt: StartedLeg['startedAt'],
) {
  const { from, to, amount, ownShare } = plan;
  const transfer = { id, member_id: memberId, from_wallet: from, to_wallet: to, amount, own_share: ownShare, currency };
  await insertTransfer(tx, { ...transfer, call }, deps.providerTimeoutMs + FIRST_WAIT_MS);
  await writeStatement(tx, memberId, { id, type: 'transfer', status: 'PROCESSING', from, to, amount });
  for (const [position, leg] of plan.legs.entries()) {
    await insertLeg(tx, { ...leg, transfer_id: id, position, member_id: memberId });
  }
  const started: StartedLeg[] = [];
  const balances = await balancesOf(tx, memberId);
  for (const leg of await legsOf(tx, { memberId, id })) {
    if (leg.stage !== 1 || leg.state !== 'planned' || leg.amount === null) continue;
    // Looked at again under the lock: what is staked in open bets is in the balance and cannot be moved.
    const there = leg.direction === 'out' ? (balances.get(`game:${leg.code}`) ?? 0n) - leg.in_play : leg.amount;
    if (there < leg.amount) throw new AppError('MONEY_NOT_ENOUGH');
    started.push(await startLeg(tx, leg, leg.amount, startedAt));
  }
  if (started.length > 0) return { status: 'PENDING' as const, started };
  const { status, next } = await goOn(tx, { id, memberId }, startedAt);
  return { status, started: next };
}

async function mainBalance(tx: Transaction, { memberId }: Owner): Promise<Minor> {
  return (await balancesOf(tx, memberId)).get('main') ?? 0n;
}

function requireGame({ games }: TransferDeps, wallet: string): void {
  if (wallet !== MAIN_WALLET && !games.has(wallet)) throw new AppError('NO_GAME');
}
