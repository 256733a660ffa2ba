import { type Minor, parseMoney } from '@krapao/contract/money.ts';

type Notice = {
  paidAt: Date;
  receiverDigits: string;
  senderAccount: string;
  senderName: string;
  amount: Minor;
  /** The words without the balance: equal for the same SMS told again, and for a payment that is equal to the minute. */
  content: string;
  balance: Minor | null;
};

/** `15/11/26 15:04 บช X-0130 รับโอนจาก X-7404 SOMCHAI J 500.00 บ. คงเหลือ 1,200.00 บ.`, in Bangkok time. */
const TRANSFER =
  /^((\d\d)\/(\d\d)\/(\d{4}|\d\d) (\d\d):(\d\d) บช X-(\d{4}) รับโอนจาก X-(\d{4})(?: (.+?))? ([\d,]+\.\d\d) บ\.)(?: คงเหลือ ([\d,]+\.\d\d) บ\.)?$/u;

/** Null if the SMS is about something else. */
export function readNotice(text: string, receivedAt: Date): Notice | null {
  const [, content = '', day, month, year = '', hour, minute, receiverDigits = '', senderDigits = '', ...rest] =
    TRANSFER.exec(text.trim()) ?? [];
  const [senderName = '', baht = '', balance = ''] = rest;
  const amount = parseMoney(baht);
  if (amount === null || amount === 0n) return null;
  const paidAt = nearest(receivedAt, yearsOf(year), (full) => `${full}-${month}-${day}T${hour}:${minute}:00+07:00`);
  if (!paidAt) return null;
  const sender = { senderAccount: `x${senderDigits}`, senderName };
  return { paidAt, receiverDigits, ...sender, amount, content, balance: parseMoney(balance) };
}

const BUDDHIST_ERA = 543;

/** Banks write the year of either era, mostly with two digits. */
function yearsOf(year: string): number[] {
  const written = Number(year);
  if (year.length === 4) return [written, written - BUDDHIST_ERA];
  return [2000 + written, 2500 + written - BUDDHIST_ERA];
}

function nearest(to: Date, years: number[], write: (year: number) => string): Date | undefined {
  const distance = (at: Date) => Math.abs(at.getTime() - to.getTime());
  return years
    .map((year) => new Date(write(year)))
    .filter((at) => !Number.isNaN(at.getTime()))
    .sort((one, other) => distance(one) - distance(other))[0];
}
