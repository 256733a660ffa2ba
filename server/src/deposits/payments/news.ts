import type { Currency, Minor } from '@krapao/contract/money.ts';

/**
 * What somebody told of money that reached us. It is a fact, since it comes from whoever holds the money (a feed, a
 * gateway's inquiry, the verifier, TrueMoney): never from a callback's or a member's own words.
 */
export type News = {
  channel: 'callback' | 'sweep' | 'feed' | 'sms' | 'slip' | 'truelink' | 'operator';
  receiverBank: string;
  receiverAccount: string;
  sendingBank: string | null;
  reference: string | null;
  /** Of the SMS; such news has no reference. */
  noticeId: string | null;
  amount: Minor;
  currency: Currency;
  paidAt: Date;
  senderAccount: string;
  senderName: string;
  /** Our reference of the QR code that was scanned. */
  billReference: string | null;
};

/**
 * Who says that the money is theirs. `sender`: if they are who sent it. `certain`: there is no doubt. `late`: they said
 * so too late, and an operator decides.
 */
export type Claim = { memberId: string; proof: 'sender' | 'certain' | 'late' };
