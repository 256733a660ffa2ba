import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import type { Direction, ReportItem } from '../providers/reports/party-report.ts';
import type { Difference } from './findings.queries.ts';

/** A movement in our books that the party should know. */
export type OurRecord = {
  /** As an operator knows it, such as `payment 12`. */
  name: string;
  /** Ours and the bank's, in capitals and digits. */
  references: string[];
  amount: Minor;
  currency: Currency;
  direction: Direction;
  at: Date;
  /** By the clock of Bangkok: when we say that it happened, and when it can have happened at the earliest. */
  day: string;
  first_day: string;
  /** We do not know the outcome yet: the party may know of it or not. */
  is_pending: boolean;
  /**
   * Above zero where the party may know it by another reference, or by none: then the amount has to do, and a time that is
   * so near.
   */
  pair_hours: number;
};

type Pair = { ours: OurRecord; theirs: ReportItem };
export type Matched = { pairs: Pair[]; ours: OurRecord[]; theirs: ReportItem[] };

const HOUR_MS = 60 * 60_000;

/** Pairs records with lines one to one; what is left has no other side. */
export function matchItems(ours: OurRecord[], theirs: ReportItem[]): Matched {
  const pairs: Pair[] = [];
  const taken = new Set<ReportItem>();
  const byReference = Map.groupBy(theirs, ({ reference }) => reference);
  const byAmount = Map.groupBy(theirs, ({ amount }) => amount);
  const sameReference = ({ references }: OurRecord) => references.flatMap((each) => byReference.get(each) ?? []);
  const pass = (left: OurRecord[], candidates: (record: OurRecord) => ReportItem[]) =>
    left.filter((record) => {
      const item = candidates(record).find((each) => !taken.has(each) && isAlike(record, each));
      if (!item) return true;
      pairs.push({ ours: record, theirs: item });
      taken.add(item);
      return false;
    });
  const other = pass(ours, (record) => sameReference(record).filter(({ amount }) => amount === record.amount));
  const unknown = pass(other, sameReference);
  const alone = pass(unknown, (record) =>
    (byAmount.get(record.amount) ?? [])
      .filter((item) => msApart(record, item) < record.pair_hours * HOUR_MS)
      .toSorted((one, other) => msApart(record, one) - msApart(record, other)),
  );
  return { pairs, ours: alone, theirs: theirs.filter((item) => !taken.has(item)) };
}

function isAlike(record: OurRecord, item: ReportItem): boolean {
  return record.currency === item.currency && record.direction === item.direction;
}

function msApart(record: OurRecord, item: ReportItem): number {
  return Math.abs(record.at.getTime() - item.at.getTime());
}

/** `missing`: records of the day that the party has on no day nearby. */
export function differencesOf({ pairs, theirs }: Matched, missing: OurRecord[]): Difference[] {
  const told = new Map<string, number>();
  /** A line that is told twice is two differences. */
  const subject = (name: string) => {
    const times = (told.get(name) ?? 0) + 1;
    told.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  };
  const otherAmounts = pairs.filter(({ ours, theirs: item }) => ours.amount !== item.amount);
  return [
    ...otherAmounts.map(({ ours, theirs: { reference, amount, currency, direction } }) => ({
      kind: 'another amount',
      subject: subject(`${direction} ${reference}`),
      currency,
      expected: ours.amount,
      found: amount,
      detail: `${ours.name} is ${formatMoney(ours.amount)} in our books and ${formatMoney(amount)} in their report`,
    })),
    ...theirs.map(({ reference, amount, currency, direction, at }) => ({
      kind: 'not in our books',
      subject: subject(`${direction} ${reference}`),
      currency,
      expected: 0n,
      found: amount,
      detail: `their report has ${formatMoney(amount)} ${direction} at ${at.toISOString()}`,
    })),
    ...missing.map(({ name, references: [reference = name], amount, currency, direction, at }) => ({
      kind: 'not in their report',
      subject: subject(`${direction} ${reference}`),
      currency,
      expected: amount,
      found: 0n,
      detail: `${name}, ${formatMoney(amount)} ${direction} at ${at.toISOString()}`,
    })),
  ];
}
