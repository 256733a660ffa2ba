import { bankOfClearingCode } from '@krapao/contract/banks.ts';
import type { SlipReason } from '@krapao/contract/errors.ts';
import { type Currency, type Minor, moneyFromWire } from '@krapao/contract/money.ts';
import type { Config } from '../../config.ts';
import { askJson, asRecord } from '../http-json.ts';
import { plainReference } from '../payments/reported-payment.ts';

export type VerifiedTransfer = {
  sendingBank: string;
  reference: string;
  receiverBank: string;
  /** The account as far as the slip shows it. */
  receiverAccount: string;
  receiverName: string;
  senderAccount: string;
  senderName: string;
  amount: Minor;
  currency: Currency;
  paidAt: Date;
  billReference: string | null;
};

type Verdict =
  | { is: 'transfer'; transfer: VerifiedTransfer }
  | { is: 'refused'; reason: SlipReason }
  /** The bank cannot say at the moment. */
  | { is: 'later'; afterMs: number };

/** Asks the verifier which transfer a slip's QR code stands for. Throws when it does not answer. */
export type VerifySlip = (payload: string) => Promise<Verdict>;

const REASONS: Record<string, SlipReason> = {
  slip_not_found: 'EXPIRED_SLIP',
  slip_expired: 'EXPIRED_SLIP',
  bad_payload: 'INVALID_SLIP',
  captcha_failed: 'TRIPPLE_WRONG_CAPTCHA',
};
const BANK_DOWN_MS = 30_000;

export function openVerifier({ verifier: { url, key }, providerTimeoutMs }: Config): VerifySlip {
  return async (payload) => {
    const { status, body } = await askJson({
      method: 'POST',
      url: `${url}/slips`,
      headers: { 'x-authorization': key, 'content-type': 'application/json' },
      body: JSON.stringify({ payload }),
      timeoutMs: providerTimeoutMs,
    });
    // Our own key or quota is refused: that says nothing about the slip.
    if (status === 401 || status === 403 || status === 429) throw new Error(`the verifier answered ${status}`);
    const { success, data, code, delayMinutes } = asRecord(body);
    if (success === true) return { is: 'transfer', transfer: readTransfer(data) };
    if (code === 'bank_down') return { is: 'later', afterMs: BANK_DOWN_MS };
    if (code === 'bank_delay') return { is: 'later', afterMs: (Number(delayMinutes) || 1) * 60_000 };
    return { is: 'refused', reason: REASONS[String(code)] ?? 'UNKNOW_ERROR' };
  };
}

function readTransfer(data: unknown): VerifiedTransfer {
  const slip = asRecord(data);
  const [sender, receiver] = [asRecord(slip.sender ?? {}), asRecord(slip.receiver)];
  const amount = moneyFromWire(Number(slip.amount));
  const paidAt = new Date(String(slip.transTimestamp));
  const { transRef, sendingBank, receivingBank, currency, ref1 } = slip;
  const reference = plainReference(String(transRef ?? ''));
  if (reference === '' || typeof sendingBank !== 'string' || typeof receivingBank !== 'string')
    throw new Error('a verified slip that names no transfer');
  if (!amount || Number.isNaN(paidAt.getTime())) throw new Error('a verified slip that makes no sense');
  if (currency !== 'BAHT' && currency !== 'LAK') throw new Error(`a verified slip in ${currency}`);
  return {
    sendingBank: bankOfClearingCode(sendingBank),
    reference,
    receiverBank: bankOfClearingCode(receivingBank),
    receiverAccount: String(asRecord(receiver.account).value),
    receiverName: String(receiver.displayName ?? ''),
    senderAccount: String(asRecord(sender.account ?? {}).value ?? ''),
    senderName: String(sender.displayName ?? ''),
    amount,
    currency,
    paidAt,
    billReference: typeof ref1 === 'string' && ref1 !== '' ? ref1 : null,
  };
}
