import { type Minor, parseMoney } from '@krapao/contract/money.ts';

type Notice = { paidAt: Date; receiverDigits: string; senderAccount: string; senderName: string; amount: Minor };

/** `15/11/26 15:04 บช X-0130 รับโอนจาก X-7404 SOMCHAI J 500.00 บ.`, in Bangkok time. */
const TRANSFER =
  /^(\d\d)\/(\d\d)\/(\d\d) (\d\d):(\d\d) บช X-(\d{4}) รับโอนจาก X-(\d{4})(?: (.+?))? ([\d,]+\.\d\d) บ\.$/u;

/** Null if the SMS is about something else. */
export function readNotice(text: string): Notice | null {
  const [, day, month, year, hour, minute, receiverDigits = '', senderDigits = '', senderName = '', baht = ''] =
    TRANSFER.exec(text.trim()) ?? [];
  const amount = parseMoney(baht);
  const paidAt = new Date(`20${year}-${month}-${day}T${hour}:${minute}:00+07:00`);
  if (amount === null || amount === 0n || Number.isNaN(paidAt.getTime())) return null;
  return { paidAt, receiverDigits, senderAccount: `x${senderDigits}`, senderName, amount };
}
