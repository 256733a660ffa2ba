import { randomUUID } from 'node:crypto';
import type { Currency } from '@krapao/contract/money.ts';
import { expect, test } from 'vitest';
import { BY_ITSELF, cloneDatabase, waitingForLocks } from '../../test/harness.ts';
import type { Direction, PartyReport, ReportItem } from '../providers/reports/party-report.ts';
import { compareParty } from './compare-party.ts';
import { openFindings, takeTurn } from './findings.queries.ts';
import type { Party } from './parties.ts';

const { db } = await cloneDatabase();

/** The day that is compared. By the clock of Bangkok it begins at 17:00 of the day before. */
const DAY = '2026-03-10';
const NOON = '2026-03-10T05:00:00Z';

/** A movement of ours; `begun`: when it can have happened at the earliest. */
type Ours = { ref?: string; amount?: number; currency?: Currency; direction?: Direction; at?: string; begun?: string };
type Theirs = Partial<Omit<ReportItem, 'amount' | 'at'>> & { amount?: number; at?: string };
type Story = {
  ours?: (Ours & { pending?: true })[];
  /** The party's lines by the day of its report; null: it gives none. */
  theirs?: Record<string, Theirs[] | null>;
  /** What the party's totals have beside its lines. */
  more?: Partial<Record<Currency, Partial<Record<Direction, number>>>>;
};

function partyOf({ ours = [], theirs = {}, more = {} }: Story): Party {
  const rows = ours.map(({ ref = 'REF1', amount = 100, at = NOON, begun = at, pending = false, ...rest }) => ({
    ...{ name: `payment ${ref}`, references: [ref], amount, currency: 'BAHT', direction: 'in', ...rest },
    ...{ at, begun_at: begun, is_pending: pending, pair_hours: 0 },
  }));
  const columns = `name text, "references" text[], amount bigint, currency text, direction text, at timestamptz,
    begun_at timestamptz, is_pending boolean, pair_hours integer`;
  const itemsOf = (day: string) =>
    (theirs[day] ?? []).map(
      ({ amount = 100, at = NOON, ...rest }): ReportItem => ({
        ...{ reference: 'REF1', currency: 'BAHT', direction: 'in', ...rest },
        ...{ amount: BigInt(amount), at: new Date(at) },
      }),
    );
  const totalUntil = (day: string, currency: Currency, direction: Direction) =>
    Object.keys(theirs)
      .filter((each) => each <= day)
      .flatMap(itemsOf)
      .filter((item) => item.currency === currency && item.direction === direction)
      .reduce((total, { amount }) => total + amount, BigInt(more[currency]?.[direction] ?? 0));
  return {
    name: `party ${randomUUID()}`,
    records: { sql: `select * from jsonb_to_recordset($1::jsonb) as r (${columns})`, values: [JSON.stringify(rows)] },
    ask: async (day): Promise<PartyReport> => {
      if (theirs[day] === null) throw new Error('it is closed');
      const totals = (currency: Currency) => ({
        in: totalUntil(day, currency, 'in'),
        out: totalUntil(day, currency, 'out'),
      });
      return { items: itemsOf(day), totals: { BAHT: totals('BAHT'), LAK: totals('LAK') } };
    },
  };
}

async function findingsOf({ name }: Pick<Party, 'name'>): Promise<string[]> {
  const { findings } = await openFindings(db, 1000);
  return findings
    .filter(({ party }) => party === name)
    .map(({ kind, day, subject, currency, expected, found }) =>
      [kind, day ?? 'all days', subject, currency, expected, found].join(', '),
    );
}

const missing = (day = DAY) => `not in their report, ${day}, in REF1, BAHT, 100, 0`;
const total = (expected: number, found: number, direction = 'in', currency = 'BAHT') =>
  `another total, all days, ${direction}, ${currency}, ${expected}, ${found}`;

const STORIES: Record<string, Story & { finds: string[] }> = {
  'a movement of the first moment of the day that the party does not have': {
    ours: [{ at: '2026-03-09T17:00:00Z' }],
    finds: [missing()],
  },
  'a movement of the last moment of the day that the party does not have': {
    ours: [{ at: '2026-03-10T16:59:59.999Z' }],
    finds: [missing()],
  },
  'a movement of the day before that the party does not have': {
    ours: [{ at: '2026-03-09T16:59:59.999Z' }],
    finds: [total(100, 0)],
  },
  'a movement of the day after that the party does not have': { ours: [{ at: '2026-03-10T17:00:00Z' }], finds: [] },
  'a movement that the party counts on the day after': { ours: [{}], theirs: { '2026-03-11': [{}] }, finds: [] },
  'a movement that the party counts two days after': {
    ours: [{}],
    theirs: { '2026-03-12': [{}] },
    finds: [missing()],
  },
  'a movement of the day after that the party counts on the day': {
    ours: [{ at: '2026-03-10T17:03:00Z' }],
    theirs: { [DAY]: [{}] },
    finds: [],
  },
  'a movement of the day before that the party counts on the day': {
    ours: [{ at: '2026-03-09T16:57:00Z' }],
    theirs: { [DAY]: [{}] },
    finds: [],
  },
  'a movement that the party counts on the day before': { ours: [{}], theirs: { '2026-03-09': [{}] }, finds: [] },
  'a movement that the party counts two days before it can have happened': {
    ours: [{}],
    theirs: { '2026-03-08': [{}] },
    finds: [missing()],
  },
  'a movement that had been pending since the day of the party’s line, a week before': {
    ours: [{ begun: '2026-03-03T05:00:00Z' }],
    theirs: { '2026-03-03': [{}] },
    finds: [],
  },
  'a movement that had been pending since the day of the party’s line, more than a week before': {
    ours: [{ begun: '2026-03-02T05:00:00Z' }],
    theirs: { '2026-03-02': [{}] },
    finds: [missing()],
  },
  'a movement that is missing where the days beside it have no report': {
    ours: [{}],
    theirs: { '2026-03-09': null, '2026-03-11': null },
    finds: [missing()],
  },
  'a pending movement that the party does not have': { ours: [{ pending: true }], finds: [] },
  'a pending movement that the party has': { ours: [{ pending: true }], theirs: { [DAY]: [{}] }, finds: [] },
  'a pending movement that the party has counted since, by the total alone': {
    ours: [{ pending: true }],
    more: { BAHT: { in: 100 } },
    finds: [],
  },
  'a total that is above ours by more than is pending': {
    ours: [{ pending: true }],
    more: { BAHT: { in: 101 } },
    finds: [total(0, 101)],
  },
  'a total that is below ours': {
    ours: [{ pending: true }, { ref: 'REF2' }],
    theirs: { [DAY]: [{ reference: 'REF2' }] },
    more: { BAHT: { in: -1 } },
    finds: [total(100, 99)],
  },
  'a pending movement of the day after, which explains no total': {
    ours: [{ pending: true, at: '2026-03-10T17:00:00Z' }],
    more: { BAHT: { in: 100 } },
    finds: [total(0, 100)],
  },
  'a pending movement of the day after that the party counts on the day': {
    ours: [{ pending: true, at: '2026-03-10T17:03:00Z' }],
    theirs: { [DAY]: [{}] },
    finds: [],
  },
  'a pending movement that the party has, which explains as much of a total and no more': {
    ours: [{ pending: true, begun: NOON, at: '2026-03-10T17:03:00Z' }],
    theirs: { [DAY]: [{}] },
    more: { BAHT: { in: 100 } },
    finds: [total(0, 200)],
  },
  'a line that we do not have, which explains the total': {
    theirs: { [DAY]: [{ amount: 77, direction: 'out', currency: 'LAK' }] },
    finds: ['not in our books, 2026-03-10, out REF1, LAK, 0, 77'],
  },
  'totals of each currency and direction, of which one alone differs': {
    ours: [{}, { ref: 'REF2', direction: 'out', currency: 'LAK', amount: 30 }],
    theirs: { [DAY]: [{}, { reference: 'REF2', direction: 'out', currency: 'LAK', amount: 30 }] },
    more: { LAK: { out: 5 } },
    finds: [total(30, 35, 'out', 'LAK')],
  },
  'movements over midnight of another currency and direction, which explain no total of this one': {
    ours: [
      { at: '2026-03-10T17:03:00Z', direction: 'out' },
      { ref: 'REF2', currency: 'LAK' },
    ],
    theirs: { [DAY]: [{ direction: 'out' }], '2026-03-11': [{ reference: 'REF2', currency: 'LAK' }] },
    finds: [],
  },
  'a day without a report': {
    ours: [{}],
    theirs: { [DAY]: null },
    finds: ['no report, 2026-03-10, the day, , , '],
  },
};

test.each(Object.entries(STORIES))('%s: the findings are these and no other', async (_, { finds, ...story }) => {
  const party = partyOf(story);
  await compareParty(db, party, DAY);
  expect(await findingsOf(party)).toEqual(finds);
});

test('the words of a finding say what the party’s total is and ours, and why there is no report', async () => {
  const [differs, closed] = [partyOf({ more: { BAHT: { in: 1_234_50 } } }), partyOf({ theirs: { [DAY]: null } })];
  for (const party of [differs, closed]) await compareParty(db, party, DAY);
  const { findings } = await openFindings(db, 1000);
  const words = (name: string) => findings.find(({ party }) => party === name)?.detail;
  expect(words(differs.name)).toBe('until 2026-03-10 they moved 1,234.50 in, in our books it is 0.00');
  expect(words(closed.name)).toBe('it is closed');
});

test('earlier days with open findings are compared again, and a day without a report leaves the total as it was found', async () => {
  const party = partyOf({ ours: [{ at: '2026-03-05T05:00:00Z' }], more: { BAHT: { out: 9 } } });
  await compareParty(db, party, '2026-03-05');
  expect(await findingsOf(party)).toEqual([missing('2026-03-05'), total(0, 9, 'out')]);
  const later = partyOf({ ours: [{ at: '2026-03-05T05:00:00Z' }], theirs: { '2026-03-05': [{}], [DAY]: null } });
  await compareParty(db, { ...later, name: party.name }, DAY);
  expect(await findingsOf(party)).toEqual([total(0, 9, 'out'), 'no report, 2026-03-10, the day, , , ']);
});

test('a party is compared by one comparison at a time', async () => {
  const party = partyOf({ ours: [{}] });
  const tx = await db.connect();
  await tx.query('begin');
  await takeTurn(tx, party.name);
  const comparing = compareParty(db, party, DAY);
  await expect.poll(() => waitingForLocks(db), { ...BY_ITSELF, interval: 10 }).toBe(1);
  await tx.query('commit');
  tx.release();
  await comparing;
  expect(await findingsOf(party)).toEqual([missing()]);
});
