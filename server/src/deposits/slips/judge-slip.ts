import { readSlipPayload } from '@krapao/contract/deposits/emv.ts';
import type { SlipReason } from '@krapao/contract/errors.ts';
import type { Minor } from '@krapao/contract/money.ts';
import type { Database } from '../../platform/database.ts';
import { backOff, type DueWork } from '../../platform/due-work.ts';
import type { AnnounceWalletChange } from '../../platform/wallet-changes.ts';
import type { SlipReading } from '../../providers/slips/slip-reading.ts';
import type { VerifiedTransfer, VerifySlip } from '../../providers/slips/verifier.ts';
import { withCopy } from '../../providers/storage/storage.ts';
import type { Storage } from '../../providers/storage/stored-file.ts';
import {
  acceptSlip,
  hasWaited,
  isProved,
  keepPayload,
  lookAgainIn,
  type Receiver,
  receiversAt,
  refuseSlip,
  reportedReceiver,
  type Slip,
  takeDueSlips,
} from './slips.queries.ts';

/** A slip proves a transfer of the last hour. */
const SLIP_AGE_HOURS = 1;

type ProvedTransfer = Omit<VerifiedTransfer, 'receiverName'> & {
  channel: 'slip';
  noticeId: null;
};

export type JudgeSlipDeps = {
  db: Database;
  storage: Storage;
  /** Where the picture is copied to while it is read. */
  uploadsDir: string;
  read: (path: string) => Promise<SlipReading>;
  verify: VerifySlip;
  /**
   * Takes the payment in. Answers the member who got it, if there is one, and whether the claiming member may still get
   * it.
   */
  ingest: (
    report: ProvedTransfer,
    claim: { memberId: string; proof: 'sender' | 'late'; waitsForBank: boolean },
  ) => Promise<{ id: bigint; amount: Minor; member_id: string | null; isUndecided: boolean }>;
  /** Whether the receiver on the slip, as far as it is shown, can be this account of ours. */
  isReceiver: (shown: { account: string; name: string }, ours: Receiver) => boolean;
  /** Has the account's feed read at once. */
  readFeedSoon: (bank: string, accountNo: string) => Promise<void>;
  /** How long a slip waits for our bank to tell of the same payment. */
  waitForFeedMs: number;
  announce: AnnounceWalletChange;
  patienceMs: number;
};

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 5 * 60_000;
const LOOK_FOR_FEED_MS = 500;

/** Slips in progress are looked at until the verifier says what they prove, however long a bank cannot say. */
export function slipsToJudge(deps: JudgeSlipDeps): DueWork<Slip> {
  return {
    name: 'slips',
    // One thread reads all slips: a node that takes more keeps other nodes from slips that only wait in line here.
    hands: 2,
    idOf: ({ reference }) => reference,
    take: (limit) => takeDueSlips(deps.db, limit, deps.patienceMs),
    handle: async (slip) => {
      const judged = await judgeSlip(deps, slip).catch(async (error: unknown) => {
        await lookAgainIn(deps.db, slip, waitAfter(slip.tries));
        throw error;
      });
      if (judged) deps.announce(slip.member_id);
    },
  };
}

function waitAfter(tries: number): number {
  return backOff({ tries, firstMs: FIRST_WAIT_MS, longestMs: LONGEST_WAIT_MS });
}

/** True once the slip is decided. */
async function judgeSlip(deps: JudgeSlipDeps, slip: Slip): Promise<boolean> {
  const read = slip.payload === null ? await readPicture(deps, slip) : { text: slip.payload };
  if ('reason' in read) return refuse(deps, slip, read.reason);
  const verdict = await deps.verify(read.text);
  if (verdict.is === 'refused') return refuse(deps, slip, verdict.reason);
  if (verdict.is === 'later') return decideLater(deps, slip, verdict.afterMs);

  const { transfer } = verdict;
  const { amount } = transfer;
  const receiver = await receiverOf(deps, transfer);
  if (receiver === 'none') return refuse(deps, slip, 'DEST_ACC_INVALID', amount);
  if (receiver === 'several') return decideLater(deps, slip, waitAfter(slip.tries));

  const isLate = slip.created_at.getTime() - transfer.paidAt.getTime() > SLIP_AGE_HOURS * 60 * 60_000;
  const waitsForBank = await mustWaitForBank(deps, slip, receiver, transfer.receiverBank);
  const { receiverName: _, ...proved } = transfer;
  const payment = await deps.ingest(
    { ...proved, receiverAccount: receiver.account_no, channel: 'slip', noticeId: null },
    { memberId: slip.member_id, proof: isLate ? 'late' : 'sender', waitsForBank },
  );
  if (payment.member_id === slip.member_id) {
    const isFirst = await acceptSlip(deps.db, slip, payment.id, payment.amount);
    return isFirst || refuse(deps, slip, 'SLIP_REFNO_DUPLICATED', amount);
  }
  if (await isProved(deps.db, payment.id)) return refuse(deps, slip, 'SLIP_REFNO_DUPLICATED', amount);
  if (isLate) return refuse(deps, slip, 'EXPIRED_SLIP', amount);
  if (payment.isUndecided) return decideLater(deps, slip, waitsForBank ? LOOK_FOR_FEED_MS : waitAfter(slip.tries));
  return refuse(deps, slip, 'NOT_MATCH', amount);
}

/**
 * `several`: the slip shows too little of the account to tell which of ours it is. The feed will tell, and an operator
 * can.
 */
async function receiverOf(
  { db, isReceiver }: JudgeSlipDeps,
  transfer: VerifiedTransfer,
): Promise<Receiver | 'none' | 'several'> {
  const receivers = await receiversAt(db, transfer.receiverBank, transfer.currency);
  const shown = { account: transfer.receiverAccount, name: transfer.receiverName };
  const possible = receivers.filter((receiver) => isReceiver(shown, receiver));
  const [first, ...others] = possible;
  if (!first) return 'none';
  if (others.every(({ account_no }) => account_no === first.account_no)) return first;
  const accountNo = await reportedReceiver(db, transfer);
  return possible.find(({ account_no }) => account_no === accountNo) ?? 'several';
}

/**
 * Our bank shows more of the sender than a slip does, so its word is waited for; not for ever, since a feed may be down.
 */
async function mustWaitForBank(
  { db, readFeedSoon, waitForFeedMs }: JudgeSlipDeps,
  slip: Slip,
  receiver: Receiver,
  bank: string,
): Promise<boolean> {
  if (!receiver.has_feed || (await hasWaited(db, slip, waitForFeedMs))) return false;
  await readFeedSoon(bank, receiver.account_no);
  return true;
}

/** Reading is the costly part, and a slip that waits for its feed is judged twice a second: the picture is read once. */
async function readPicture(
  { db, storage, uploadsDir, read }: JudgeSlipDeps,
  slip: Slip,
): Promise<{ text: string } | { reason: SlipReason }> {
  const reading = await withCopy({ storage, name: slip.file, folder: uploadsDir }, read);
  if (reading === null) return { reason: 'UPLOADED_FILE_NOT_EXIST' };
  if (reading.kind === 'unreadable') return { reason: 'IMG_SIZE_UNABLE_TO_PROCESS' };
  if (reading.kind === 'no-qr') return { reason: 'CANNOT_READ_CROPPED_IMAGE' };
  const payload = readSlipPayload(reading.text);
  if (payload === 'not-a-slip') return { reason: 'INVALID_SLIP' };
  if (payload === 'damaged') return { reason: 'UNSTABLE_REFNO_ON_SLIP' };
  await keepPayload(db, slip, reading.text);
  return { text: reading.text };
}

async function refuse(
  { db }: JudgeSlipDeps,
  slip: Slip,
  reason: SlipReason,
  amount: Minor | null = null,
): Promise<true> {
  await refuseSlip(db, slip, reason, amount);
  return true;
}

async function decideLater({ db }: JudgeSlipDeps, slip: Slip, waitMs: number): Promise<false> {
  await lookAgainIn(db, slip, waitMs);
  return false;
}
