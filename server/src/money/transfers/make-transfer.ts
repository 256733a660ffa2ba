import { MAIN_WALLET, TRANSFER_MINIMUM } from '@krapao/contract/money/limits.ts';
import { type Minor, moneyFromWire } from '@krapao/contract/money.ts';
import type { ReadBalances } from '../../ledger/game-balance.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Attempt } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import { type CarryOutDeps, executeTransfer } from './carry-out.ts';
import { GameUnread, type Plan, type PlannedLeg } from './transfer-steps.ts';

export type TransferDeps = CarryOutDeps & {
  readBalances: ReadBalances;
};

/** Turns a member's request into a plan, or refuses it. `carry-out.ts` executes plans. */
export async function makeTransfer(
  deps: TransferDeps,
  member: Owner,
  attempt: Attempt,
  input: { from: string; to: string; amount: number },
) {
  const [from, to] = [input.from.trim().toLowerCase(), input.to.trim().toLowerCase()];
  // From here on an amount is a whole number of satang or att.
  const amount = moneyFromWire(input.amount);
  if (amount === null) throw new AppError('INVALID_REQUEST', { fields: { amount: 'INVALID' } });
  if (!from) throw new AppError('INVALID_REQUEST', { fields: { from: 'REQUIRED' } });
  if (!to) throw new AppError('INVALID_REQUEST', { fields: { to: 'REQUIRED' } });
  if (from === to) throw new AppError('INVALID_REQUEST', { fields: { to: 'INVALID' } });
  requireGame(deps, from);
  requireGame(deps, to);
  if (amount < BigInt(TRANSFER_MINIMUM) * 100n) throw new AppError('TRANSFER_MINIMUM');

  if (from === MAIN_WALLET) {
    const leg: PlannedLeg = { code: to, direction: 'in', stage: 1, amount, state: 'planned' };
    return executeAsked(deps, member, attempt, { from, to, amount, withMainWallet: false, legs: [leg] });
  }

  const read = await deps.readBalances(member, { only: from, caller: member.memberId });
  const source = read.find(({ code }) => code === from);
  if (!source) throw new AppError('SLOT_NO_ACCOUNT');
  // Answers 503 and records nothing: another request with the same key may still make the transfer.
  if (source.staleSince) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
  if (source.available < amount) throw new AppError('MONEY_NOT_ENOUGH');
  const outLeg: PlannedLeg = { code: from, direction: 'out', stage: 1, amount, state: 'planned' };
  const inLeg: PlannedLeg = { code: to, direction: 'in', stage: 2, amount: null, state: 'planned' };
  const legs = to === MAIN_WALLET ? [outLeg] : [outLeg, inLeg];
  return executeAsked(deps, member, attempt, { from, to, amount, withMainWallet: false, legs });
}

/**
 * Moves all that can be moved, in exact amounts. Money at a game that cannot be read stays there and is told as a
 * failure.
 */
export async function transferAll(deps: TransferDeps, member: Owner, attempt: Attempt, input: { to: string }) {
  const to = input.to.trim().toLowerCase();
  if (!to) throw new AppError('INVALID_REQUEST', { fields: { to: 'REQUIRED' } });
  requireGame(deps, to);
  const balances = await deps.readBalances(member, { caller: member.memberId });
  const outLegs = balances
    .filter(({ code, amount, available, staleSince }) => code !== to && (staleSince ? amount > 0n : available > 0n))
    .map(({ code, amount, available, staleSince }): PlannedLeg => {
      const leg = { code, direction: 'out', stage: 1 } as const;
      return staleSince ? { ...leg, amount, state: 'refused' } : { ...leg, amount: available, state: 'planned' };
    });
  const amount = outLegs.reduce((sum, leg) => sum + (leg.state === 'planned' ? (leg.amount ?? 0n) : 0n), 0n);
  if (to === MAIN_WALLET)
    return executeAsked(deps, member, attempt, { from: 'all', to, amount, withMainWallet: false, legs: outLegs });
  const inLeg: PlannedLeg = { code: to, direction: 'in', stage: 2, amount: null, state: 'planned' };
  return executeAsked(deps, member, attempt, {
    from: 'all',
    to,
    amount,
    withMainWallet: true,
    legs: [...outLegs, inLeg],
  });
}

/** Brings exact amounts home for a caller that made the id and looks after the outcome. */
export function bringHome(deps: TransferDeps, member: Owner, id: string, from: { code: string; amount: Minor }[]) {
  const legs = from.map((leg): PlannedLeg => ({ ...leg, direction: 'out', stage: 1, state: 'planned' }));
  const amount = from.reduce((sum, leg) => sum + leg.amount, 0n);
  const plan: Plan = { from: 'all', to: MAIN_WALLET, amount, withMainWallet: false, legs };
  return executeTransfer(deps, { memberId: member.memberId, id, call: '', inputHash: null, isAsked: false, plan });
}

async function executeAsked(deps: TransferDeps, member: Owner, attempt: Attempt, plan: Plan) {
  const { id, call, inputHash, isKeyed } = attempt;
  const { memberId } = member;
  const beginning = { memberId, id, call, inputHash: isKeyed ? inputHash : null, isAsked: true, plan };
  return executeTransfer(deps, beginning).catch(async (error: unknown) => {
    if (!(error instanceof GameUnread)) throw error;
    await readEmptyGame(deps, member, error.code);
    return executeTransfer(deps, beginning);
  });
}

/** What is found at a game that has none of the member's money is judged before more goes there. */
async function readEmptyGame(deps: TransferDeps, member: Owner, code: string): Promise<void> {
  const read = await deps.readBalances(member, { only: code, caller: member.memberId });
  const account = read.find((balance) => balance.code === code);
  if (!account || account.staleSince || account.readAgainMs !== null || account.isLookedAt)
    throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
}

function requireGame({ games }: TransferDeps, wallet: string): void {
  if (wallet !== MAIN_WALLET && !games.has(wallet)) throw new AppError('NO_GAME');
}
