import { expect } from 'vitest';
import { readConfig } from '../src/config.ts';
import { type IngestPayment, ingestPayment } from '../src/deposits/payments/ingest/ingest-payment-report.ts';
import type { PaymentReport } from '../src/deposits/payments/ingest/payment-report.ts';
import { findPaidQrcode, markQrcodePaid } from '../src/deposits/qrcodes/qrcodes.queries.ts';
import { balancesOf } from '../src/ledger/ledger.ts';
import { addCoins, coinsOf } from '../src/members/account/coins.queries.ts';
import type { Database } from '../src/platform/database.ts';
import { rewardBankMoves } from '../src/rewards/rewards.ts';
import { digits, newMember } from './harness.ts';

type Member = Awaited<ReturnType<typeof newMember>>;

export const NOTHING_TOLD = { sendingBank: null, reference: null, noticeId: null, billReference: null };

/** The last four digits of an account, as banks show them. */
export const cut = (account: string) => `x${account.slice(-4)}`;

/** A feed's report of a hundred baht from the member's registered account, wholly shown. */
export function byFeed({ registration }: Member, more: Partial<PaymentReport> = {}): PaymentReport {
  const { bankCode: sendingBank, bankAccountNo: senderAccount, bankAccountName: senderName } = registration;
  const to = { receiverBank: 'KBANK', receiverAccount: '0000000012', amount: 100_00n, currency: 'BAHT' as const };
  const told = { channel: 'feed' as const, reference: digits(15), paidAt: new Date() };
  return { ...NOTHING_TOLD, ...to, ...told, sendingBank, senderAccount, senderName, ...more };
}

/** The one door for reports, for a test that makes them itself: no sandbox would report in such an order. */
export function reportsTo(db: Database) {
  const { paymentReports: terms } = readConfig({ DATABASE_URL: 'postgres://of/nobody' });
  const rewards = rewardBankMoves({ addCoins, coinsOf, coinsADay: 30 });
  const announced: string[] = [];
  const announce = (memberId: string) => void announced.push(memberId);
  const ingest: IngestPayment = (report, claim) =>
    ingestPayment({ db, announce, ...rewards, findPaidQrcode, markQrcodePaid, terms }, report, claim);
  const inBaht = async ({ id }: Pick<Member, 'id'>) => Number((await balancesOf(db, id)).get('main') ?? 0n) / 100;
  return {
    /** The members whose screens were told, in this order. */
    announced,
    ingest,
    inBaht,
    /** A member who has paid one baht from the registered account, wholly shown: an SMS is enough from now on. */
    confirmed: async (more: Record<string, unknown> = {}): Promise<Member> => {
      const member = await newMember({ db, edition: 'th' }, more);
      await ingest(byFeed(member, { amount: 1_00n }));
      expect(await inBaht(member)).toBe(1);
      return member;
    },
  };
}
