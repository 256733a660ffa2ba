import { CURRENCIES, type Currency, type Minor, parseBalance } from '@krapao/contract/money.ts';
import { askJson, asRecord, signedCall } from '../http-json.ts';
import { plainReference } from '../payments/reported-payment.ts';

/** Money that a party says it received from us or for us (`in`), or paid out or back (`out`). */
export type ReportItem = {
  reference: string;
  amount: Minor;
  currency: Currency;
  direction: Direction;
  at: Date;
};
export type Direction = 'in' | 'out';
/** `totals`: since the beginning, up to the end of the day. */
export type PartyReport = { items: ReportItem[]; totals: Record<Currency, Record<Direction, Minor>> };

/** A party's own list of a day, such as 2026-11-15, Bangkok time. Throws when there is none that makes sense. */
export type AskReport = (day: string) => Promise<PartyReport>;

type Address = { url: string; key: string; timeoutMs: number };

const REFERENCE_MAX = 100;
/** A day of a busy party has many lines. */
const REPORT_MAX_BYTES = 64 * 1024 * 1024;

/** A party that knows us by a key in the call. */
export function reportByKey({ url, key, timeoutMs }: Address): AskReport {
  const headers = { authorization: `Bearer ${key}` };
  return async (day) =>
    readReport(
      await askJson({ method: 'GET', url: `${url}/report?day=${day}`, headers, timeoutMs, maxBytes: REPORT_MAX_BYTES }),
      day,
    );
}

/** A party that knows us by a signature. */
export function reportBySignature({ url, key, timeoutMs }: Address): AskReport {
  const call = signedCall({ url, key, timeoutMs, maxBytes: REPORT_MAX_BYTES });
  return async (day) => readReport(await call('GET', `/report?day=${day}`), day);
}

function readReport({ status, body }: { status: number; body: unknown }, asked: string): PartyReport {
  if (status !== 200) throw new Error(`it answered ${status}`);
  const { day, items, totals } = asRecord(body);
  if (day !== asked || !Array.isArray(items)) throw new Error('it gave the report of another day');
  const sums = asRecord(totals);
  const total = (currency: Currency) => {
    const { in: received, out: paid } = asRecord(sums[currency]);
    return { in: readAmount(received), out: readAmount(paid) };
  };
  return {
    items: items.map(readItem),
    totals: Object.fromEntries(CURRENCIES.map((each) => [each, total(each)])) as PartyReport['totals'],
  };
}

function readItem(item: unknown): ReportItem {
  const { reference, amount, currency, direction, at } = asRecord(item);
  const known = CURRENCIES.find((each) => each === currency);
  const moment = new Date(String(at));
  if (
    typeof reference !== 'string' ||
    reference.length > REFERENCE_MAX ||
    !known ||
    (direction !== 'in' && direction !== 'out') ||
    Number.isNaN(moment.getTime())
  )
    throw new Error('it has a line that makes no sense');
  return { reference: plainReference(reference), amount: readAmount(amount), currency: known, direction, at: moment };
}

function readAmount(value: unknown): Minor {
  const amount = typeof value === 'string' ? parseBalance(value) : null;
  if (amount === null) throw new Error('it has an amount that is none');
  return amount;
}
