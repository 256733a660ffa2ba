import { MAIN_WALLET, PAYOUT_UNIT } from '@krapao/contract/money/limits.ts';
import { type Minor, moneyFromWire } from '@krapao/contract/money.ts';
import { requireMayWithdraw } from '../../allowances/allowances.ts';
import { requireWithinLimits } from '../../allowances/limits.ts';
import type { GameBalance, ReadBalances } from '../../ledger/game-balance.ts';
import { balancesOf, inMemberTransaction } from '../../ledger/ledger.ts';
import { STATEMENT_ID_ONCE, writeStatement } from '../../ledger/statement.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Attempt, claim, conflictOn, recordAnswer } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import { endGathering, holdForBank, type PayOutDeps } from './pay-out.ts';
import { findWithdrawal, insertWithdrawal, type WithdrawalKey } from './withdrawals.queries.ts';

export type WithdrawDeps = PayOutDeps & {
  /** Without a payout channel nothing could ever be paid out. */
  hasChannel: boolean;
  readBalances: ReadBalances;
  /** A condition may have been met at a game that was not read since: reading it ends the condition. */
  lookWhetherFree: (member: Owner) => Promise<void>;
  /** Starts the transfer that brings money home from games; it goes on by itself. */
  gather: (member: Owner, withdrawal: WithdrawalKey, from: { code: string; amount: Minor }[]) => Promise<unknown>;
};

/** Holds the money and leaves the payout to a worker: it takes its time anyway. */
export async function withdraw(deps: WithdrawDeps, member: Owner, attempt: Attempt, asked: number) {
  const amount = await checkAmount(deps, member, asked);
  const { id, memberId } = attempt;
  const answer = { id, status: 'PENDING' } as const;
  await deps.lookWhetherFree(member);
  await inMemberTransaction(deps.db, memberId, async (tx) => {
    await beginWithdrawal(tx, { member, attempt, amount, state: 'held', headStartMs: 0 });
    await holdForBank(tx, deps, { member_id: memberId, id, amount, currency: member.currency });
    await recordAnswer(tx, attempt, { status: 200, body: answer });
  }).catch(conflictOn('withdrawals_pkey', STATEMENT_ID_ONCE));
  deps.announce(memberId);
  return answer;
}

/** As `withdraw`, but money that is missing in the main wallet is first brought home from games, in exact amounts. */
export async function withdrawAll(deps: WithdrawDeps, member: Owner, attempt: Attempt, asked: number) {
  const amount = await checkAmount(deps, member, asked);
  const { id, memberId } = attempt;
  const missing = amount - ((await balancesOf(deps.db, memberId)).get('main') ?? 0n);
  if (missing <= 0n) return withdraw(deps, member, attempt, asked);

  const balances = await deps.readBalances(member, { caller: memberId });
  await requireMayWithdraw(deps.db, { ...member, amount });
  const sources = enoughOf(balances, missing);
  await inMemberTransaction(deps.db, memberId, (tx) =>
    beginWithdrawal(tx, { member, attempt, amount, state: 'gathering', headStartMs: 2 * deps.providerTimeoutMs }),
  ).catch(conflictOn('withdrawals_pkey', STATEMENT_ID_ONCE));
  // An error is ignored here: `endGathering` asks for the transfer's state.
  await deps.gather(member, { memberId, id }, sources).catch(() => {});
  const withdrawal = await findWithdrawal(deps.db, { memberId, id });
  const refusal = withdrawal && (await endGathering(deps, withdrawal));
  const ended = await findWithdrawal(deps.db, { memberId, id });
  if (ended?.state === 'refused') throw new AppError(refusal && refusal !== 'PENDING' ? refusal : 'TRANSFER_FAIL');
  const answer = { id, status: 'PENDING' } as const;
  await recordAnswer(deps.db, attempt, { status: 200, body: answer });
  return answer;
}

async function checkAmount({ db, hasChannel }: WithdrawDeps, { currency }: Owner, asked: number): Promise<Minor> {
  if (!hasChannel) throw new AppError('SERVICE_UNAVAILABLE');
  const amount = moneyFromWire(asked);
  if (amount === null) throw new AppError('INVALID_REQUEST', { fields: { amount: 'INVALID' } });
  await requireWithinLimits(db, { currency, amount });
  if (amount % PAYOUT_UNIT[currency] !== 0n) throw new AppError('INVALID_REQUEST', { fields: { amount: 'INVALID' } });
  return amount;
}

/** Takes from the fullest accounts first, so that as few providers as possible are needed. */
function enoughOf(balances: GameBalance[], missing: Minor): { code: string; amount: Minor }[] {
  const readable = balances.filter(({ staleSince, available }) => !staleSince && available > 0n);
  const sources: { code: string; amount: Minor }[] = [];
  let left = missing;
  for (const { code, available } of readable.sort((a, b) => (a.available < b.available ? 1 : -1))) {
    if (left === 0n) break;
    const amount = available < left ? available : left;
    sources.push({ code, amount });
    left -= amount;
  }
  if (left === 0n) return sources;
  const isHidden = balances.some(({ staleSince, amount }) => staleSince && amount > 0n);
  throw isHidden ? new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 }) : new AppError('MONEY_NOT_ENOUGH');
}

type WithdrawalBeginning = {
  member: Owner;
  attempt: Attempt;
  amount: Minor;
  state: 'gathering' | 'held';
  /** How long workers leave the withdrawal to the process that began it. */
  headStartMs: number;
};

async function beginWithdrawal(tx: Transaction, beginning: WithdrawalBeginning): Promise<void> {
  const { member, attempt, amount, state, headStartMs } = beginning;
  const { memberId, currency } = member;
  await claim(tx, attempt);
  await requireMayWithdraw(tx, { memberId, currency, amount });
  const { id, call } = attempt;
  const withdrawal = { member_id: memberId, id, call, amount, currency, state };
  const { bankCode } = await insertWithdrawal(tx, withdrawal, headStartMs);
  const entry = { id, type: 'withdraw', status: 'PROCESSING', from: MAIN_WALLET, to: bankCode, amount } as const;
  await writeStatement(tx, memberId, entry);
}
