import { TRUE_WALLET_MINIMUM } from '@krapao/contract/deposits/limits.ts';
import { ERRORS, type ErrorCode } from '@krapao/contract/errors.ts';
import type { Minor } from '@krapao/contract/money.ts';
import type { FastifyBaseLogger } from 'fastify';
import { requireMayDeposit } from '../../allowances/allowances.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { backOff, type DueWork } from '../../platform/due-work.ts';
import { type Attempt, claim, recordAnswer } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import type { TrueMoney, Voucher } from '../../providers/truemoney/truemoney.ts';
import { readTruelink } from './truelink-text.ts';
import {
  findGiftWallet,
  isLinkTaken,
  markLinkCredited,
  markLinkRefused,
  type ReservedLink,
  reserveLink,
  takeReservedLinks,
  tryLinkIn,
} from './truelinks.queries.ts';

export type TruelinkDeps = {
  db: Database;
  secret: string;
  trueMoney: TrueMoney;
  /** Takes in what our wallet got of a voucher. Without a member the payment waits for an operator. */
  takeTicket: (ticket: { hash: string; mobile: string; amount: Minor; memberId: string | null }) => Promise<unknown>;
  triesAnHour: number;
  providerTimeoutMs: number;
  log: FastifyBaseLogger;
};

/** TrueMoney's codes for a voucher that cannot become ours. Any other code is not understood, and so not final. */
const REFUSALS: Record<string, ErrorCode> = {
  VOUCHER_OUT_OF_STOCK: 'TRUELINK_DUPLICATE',
  VOUCHER_NOT_FOUND: 'TRUELINK_INVALID',
  VOUCHER_EXPIRED: 'TRUELINK_INVALID',
  CANNOT_GET_OWN_VOUCHER: 'TRUELINK_INVALID',
  CONDITION_NOT_MET: 'TRUELINK_INVALID',
  TARGET_USER_NOT_FOUND: 'NO_WALLET',
};
const TRUEMONEY = 'TRUEMONEY';
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

type LinkOutcome = { is: 'credited' } | { is: 'refused'; code: ErrorCode } | { is: 'unknown' };

/**
 * The hash is reserved for the member before the voucher is redeemed. If the node dies before that, nothing happened.
 * If it dies after, a worker looks whether our wallet has a ticket of the voucher, redeems the voucher if not, and
 * credits it.
 */
export async function redeemTruelink(deps: TruelinkDeps, member: Owner, attempt: Attempt, encrypted: string) {
  const link = readTruelink(deps.secret, encrypted);
  if (!link) throw new AppError('TRUELINK_INVALID');
  const wallet = await findGiftWallet(deps.db, link.walletAccountName, member.currency);
  if (!wallet) throw new AppError('NO_WALLET');
  const depositTry = { memberId: member.memberId, way: 'truelink', triesAnHour: deps.triesAnHour } as const;
  await inTransaction(deps.db, (tx) => requireMayDeposit(tx, depositTry));
  const voucher = { hash: link.hash, mobile: wallet.phone };
  await refuseUnfit(deps, voucher);

  const reserved = { ...voucher, member_id: member.memberId, tries: 1 };
  await reserve(deps, attempt, reserved);
  const outcome = await settleLink(deps, reserved, () => deps.trueMoney.redeem(voucher.hash, voucher.mobile));
  if (outcome.is === 'refused') {
    await recordAnswer(deps.db, attempt, { status: ERRORS[outcome.code], body: { message: outcome.code } });
    throw new AppError(outcome.code);
  }
  const answer = { message: 'TRUELINK_SENT' } as const;
  await recordAnswer(deps.db, attempt, { status: 200, body: answer });
  return answer;
}

/** The hash is the payment's reference: TrueMoney has no other. */
export function ticketReport({ hash, mobile, amount }: { hash: string; mobile: string; amount: Minor }, paidAt: Date) {
  const receiver = { receiverBank: TRUEMONEY, receiverAccount: mobile };
  const sender = { sendingBank: TRUEMONEY, reference: hash, senderAccount: '', senderName: '' };
  const rest = { noticeId: null, billReference: null, amount, paidAt };
  return { channel: 'truelink' as const, ...receiver, ...sender, ...rest, currency: 'BAHT' as const };
}

/** Looks at the voucher before the hash is reserved. A voucher for several members, or too small, stays the giver's. */
async function refuseUnfit(
  { db, trueMoney, takeTicket }: TruelinkDeps,
  { hash, mobile }: { hash: string; mobile: string },
) {
  if (await isLinkTaken(db, hash)) throw new AppError('TRUELINK_DUPLICATE');
  const voucher = await trueMoney.look(hash, mobile).catch((error: unknown) => {
    throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5, cause: error });
  });
  const refusal = REFUSALS[voucher.code];
  if (refusal) throw new AppError(refusal);
  if (voucher.code !== 'SUCCESS') throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
  // Our wallet has redeemed the voucher, and no member is known for it.
  if (voucher.ticket !== null) {
    await takeTicket({ hash, mobile, amount: voucher.ticket, memberId: null });
    throw new AppError('TRUELINK_DUPLICATE');
  }
  const isLargeEnough = voucher.amount !== null && voucher.amount >= BigInt(TRUE_WALLET_MINIMUM) * 100n;
  if (voucher.members !== 1 || !isLargeEnough) throw new AppError('TRUELINK_INVALID');
}

async function reserve({ db, providerTimeoutMs }: TruelinkDeps, attempt: Attempt, link: ReservedLink): Promise<void> {
  await inTransaction(db, async (tx) => {
    await claim(tx, attempt);
    if (!(await reserveLink(tx, link, providerTimeoutMs + FIRST_WAIT_MS))) throw new AppError('TRUELINK_DUPLICATE');
  });
}

async function settleLink(
  deps: TruelinkDeps,
  reserved: ReservedLink,
  ask: () => Promise<Voucher>,
): Promise<LinkOutcome> {
  const { db, takeTicket, log } = deps;
  const { hash, mobile, member_id: memberId, tries } = reserved;
  const voucher = await ask().catch((error: unknown) => {
    log.warn({ err: error }, 'it is not known what became of a gift link');
    return null;
  });
  if (voucher?.ticket) {
    await takeTicket({ hash, mobile, memberId, amount: voucher.ticket });
    await markLinkCredited(db, hash, voucher.code);
    return { is: 'credited' };
  }
  const refusal = REFUSALS[voucher?.code ?? ''];
  if (voucher && refusal) {
    await markLinkRefused(db, hash, voucher.code);
    return { is: 'refused', code: refusal };
  }
  // The reservation's head start was the first wait.
  const waitMs = backOff({ tries: tries + 1, firstMs: FIRST_WAIT_MS, longestMs: LONGEST_WAIT_MS });
  await tryLinkIn(db, hash, voucher?.code ?? null, waitMs);
  return { is: 'unknown' };
}

/** Reserved links whose outcome is unknown, until it is known. */
export function reservedTruelinks(deps: TruelinkDeps): DueWork<ReservedLink> {
  return {
    name: 'gift links',
    // The whole hash is enough to redeem the voucher: it must not stand in the log.
    idOf: ({ hash }) => hash.slice(0, 6),
    take: (limit) => takeReservedLinks(deps.db, limit, 3 * deps.providerTimeoutMs),
    handle: async (reserved) => {
      const { hash, mobile } = reserved;
      await settleLink(deps, reserved, async () => {
        const voucher = await deps.trueMoney.look(hash, mobile);
        if (voucher.code !== 'SUCCESS' || voucher.ticket !== null) return voucher;
        // Our first call may have come late and taken the voucher: then the next look shows our ticket.
        if (voucher.isTaken) return { ...voucher, code: reserved.tries > 2 ? 'VOUCHER_OUT_OF_STOCK' : 'TAKEN' };
        // Safe to repeat: the voucher was looked at first, and a wallet can redeem it only once.
        const redeemed = await deps.trueMoney.redeem(hash, mobile);
        return redeemed.code === 'VOUCHER_OUT_OF_STOCK' ? { ...redeemed, code: 'TAKEN' } : redeemed;
      });
    },
  };
}
