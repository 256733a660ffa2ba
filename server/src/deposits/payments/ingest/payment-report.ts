import type { Minor } from '@krapao/contract/money.ts';
import type { ReportedPayment } from '../../../providers/payments/reported-payment.ts';
import type { Sender } from '../matching/match-sender.ts';

/** By this name a True Wallet is known where other accounts have their bank's. */
export const TRUEMONEY = 'TRUEMONEY';

/**
 * What one channel told of a payment that reached us. It is a fact, since it comes from the party that holds the money
 * (a feed, a gateway's inquiry, the verifier, TrueMoney), never from a callback's or a member's own words.
 */
export type PaymentReport = Omit<ReportedPayment, 'sendingBank' | 'reference'> & {
  channel: 'callback' | 'sweep' | 'feed' | 'wallet' | 'sms' | 'slip' | 'truelink' | 'operator';
  sendingBank: string | null;
  reference: string | null;
  /** The id of the SMS; such a report has no reference. */
  noticeId: string | null;
  notice?: Notice;
  /** The time that it says where that cannot be right; the payment then has the time at which the report was received. */
  saidAt?: Date | null;
  /** Of a line: when its feed was last read to the end before this line came. The line's own time may be wrong. */
  heardSince?: Date | null;
  /** A line of a page that was read before: an operator has set the feed's cursor back. */
  isReread?: boolean;
  /** A line's place in its feed: it has the same one when it is read again. */
  place?: bigint | null;
};

type Notice = { content: string; balance: Minor | null };

/**
 * A member who claims the payment. `sender`: it is theirs if they sent it. `certain`: there is no doubt. `late`: the
 * claim came too late, and an operator decides. `waitsForBank`: our bank may tell of the payment any moment.
 */
export type Claim = { memberId: string; proof: 'sender' | 'certain' | 'late'; waitsForBank?: boolean };

/** Channels of one source: an operator reads the statement that the feed tells. */
const SOURCES = [['callback', 'sweep'], ['feed', 'operator'], ['sms'], ['slip'], ['truelink']];

export function channelsOfSource({ channel }: Pick<PaymentReport, 'channel'>): string[] {
  return SOURCES.find((channels) => channels.includes(channel)) ?? [channel];
}

/** By these an account of ours tells what reached it, line by line. */
export const LINES: readonly string[] = ['feed', 'operator', 'sms', 'wallet'];

export const senderIn = ({ sendingBank, senderAccount, senderName }: PaymentReport): Sender => ({
  bank: sendingBank,
  account: senderAccount,
  name: senderName,
});
