import { CURRENCIES, type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import { type Database, inTransaction, type Transaction } from '../platform/database.ts';
import type { Direction, PartyReport } from '../providers/reports/party-report.ts';
import { differencesOf, type Matched, matchItems, type OurRecord } from './compare-report.ts';
import { type Difference, endGone, explainedByItems, openDays, seeDifferences, takeTurn } from './findings.queries.ts';
import { recordsWithin, totalsUntil } from './our-records.queries.ts';
import type { Party } from './parties.ts';

/** For so many days a movement may have been pending before we knew that the party had made it. */
const MOST_DAYS_BACK = 7;
const DIRECTIONS: readonly Direction[] = ['in', 'out'];

/** The given day, earlier ones about which there still are findings, and all that moved until then. */
export async function compareParty(db: Database, party: Party, day: string): Promise<void> {
  for (const earlier of await openDays(db, party.name, day)) await compareDay(db, party, earlier);
  const compared = await compareDay(db, party, day);
  if (compared) await inTransaction(db, (tx) => compareTotals(tx, party, day, compared));
}

type Compared = Matched & { report: PartyReport; ofDayAfter: OurRecord[] };

/**
 * A day begins at another moment for every clock, and of some movements we heard late: what is not in the report of its day
 * is looked for a day after and on earlier ones. Null: the party gave no report, and what was found earlier may still be so.
 */
async function compareDay(db: Database, party: Party, day: string): Promise<Compared | null> {
  const scope = { party: party.name, day };
  const report = await party.ask(day).catch((error: unknown) => error as Error);
  if (report instanceof Error) {
    await inTransaction(db, (tx) => seeDifferences(tx, scope, [noReport(report)]));
    return null;
  }
  await party.onReport?.(day, report);
  const ours = await recordsWithin(db, party.records, dayAfter(day, -1), dayAfter(day, 1));
  const matched = matchItems(ours, report.items);
  const left = matched.ours.filter((record) => record.day === day && !record.is_pending);
  const withoutBefore = await withoutEarlier(party, day, left);
  const missing = await withoutThoseOf(party, dayAfter(day, 1), withoutBefore);
  await inTransaction(db, async (tx) => {
    await takeTurn(tx, party.name);
    await endGone(tx, scope, await seeDifferences(tx, scope, differencesOf(matched, missing)));
  });
  return { ...matched, report, ofDayAfter: withoutBefore.filter((record) => !missing.includes(record)) };
}

const noReport = ({ message }: Error): Difference => ({
  kind: 'no report',
  subject: 'the day',
  currency: '',
  expected: null,
  found: null,
  detail: message,
});

/** Those of the records that the party does not report since they can have happened, or since the day before. */
async function withoutEarlier(party: Party, day: string, records: OurRecord[]): Promise<OurRecord[]> {
  let left = records;
  for (let back = 1; back <= MOST_DAYS_BACK; back++) {
    const earlier = dayAfter(day, -back);
    const asked = left.filter(({ first_day }) => back === 1 || first_day <= earlier);
    const missing = await withoutThoseOf(party, earlier, asked);
    left = left.filter((record) => !asked.includes(record) || missing.includes(record));
  }
  return left;
}

/** Those of the records that the party does not report for that day either. */
async function withoutThoseOf(party: Party, day: string, records: OurRecord[]): Promise<OurRecord[]> {
  if (records.length === 0) return [];
  const report = await party.ask(day).catch(() => null);
  return report ? matchItems(records, report.items).ours : records;
}

/** A total that differs by as much as its single lines do has no finding of its own. */
async function compareTotals(tx: Transaction, party: Party, day: string, compared: Compared): Promise<void> {
  await takeTurn(tx, party.name);
  const ours = await totalsUntil(tx, party.records, day);
  const seen: Difference[] = [];
  for (const currency of CURRENCIES)
    for (const direction of DIRECTIONS) {
      const own = ours.find((total) => total.currency === currency && total.direction === direction);
      const expected = (own?.sum ?? 0n) + overMidnight(compared, day, currency, direction);
      const found = compared.report.totals[currency][direction];
      const explained = await explainedByItems(tx, party.name, day, currency, direction);
      const rest = found - expected - explained;
      if (found === expected || (rest >= 0n && rest <= (own?.pending ?? 0n))) continue;
      const detail = `until ${day} they moved ${formatMoney(found)} ${direction}, in our books it is ${formatMoney(expected)}`;
      seen.push({ kind: 'another total', subject: direction, currency, expected, found, detail });
    }
  const scope = { party: party.name, day: null };
  await endGone(tx, scope, await seeDifferences(tx, scope, seen));
}

/**
 * What the party counts until the day and we count later, less what we count until the day and the party later. What is
 * pending since the day or before is not counted here: it is among `pending` of the total.
 */
function overMidnight({ pairs, ofDayAfter }: Compared, day: string, currency: Currency, direction: Direction): Minor {
  const sum = (records: { amount: Minor; currency: Currency; direction: Direction }[]) =>
    records
      .filter((record) => record.currency === currency && record.direction === direction)
      .reduce((total, { amount }) => total + amount, 0n);
  const isEarly = (ours: OurRecord) => ours.day > day && (!ours.is_pending || ours.first_day > day);
  const early = pairs.map(({ ours }) => ours).filter(isEarly);
  return sum(early) - sum(ofDayAfter);
}

function dayAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}
