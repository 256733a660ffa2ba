import { expect, test, vi } from 'vitest';
import { LEDGER_KEYS } from '../../../architecture-tests/rules.ts';
import { liveABusyDay } from '../../test/busy-day.ts';
import { BY_ITSELF, startPayingWorld } from '../../test/harness.ts';
import { putThingsRight } from '../../test/put-right.ts';
import { nextDay } from '../../test/rewards.ts';
import { openFindings } from './findings.queries.ts';
import { lastDay } from './runs.queries.ts';

/** Nothing is posted by hand here, and no row changed but by what a test calls altering. */
const world = await startPayingWorld();
const { sandbox, database } = world;
const { db } = database;
const { operator } = await liveABusyDay(world);
const { payment, correction, writeOff, condition, withdrawals } = await putThingsRight(world);

const findings = async () =>
  (await openFindings(db, 100)).findings.map(({ kind, party, subject, detail }) => ({ kind, party, subject, detail }));

test('in a day with its mistakes every kind of posting is made that the product makes, and no other', async () => {
  const { rows } = await db.query<{ key: string }>('select key from ledger_postings');
  const kinds = LEDGER_KEYS.map((kind) => ({ kind, like: new RegExp(`^${kind.replaceAll('*', '[^/]+')}$`) }));
  expect(rows.filter(({ key }) => !kinds.some(({ like }) => like.test(key)))).toEqual([]);
  const made = kinds.filter(({ like }) => rows.some(({ key }) => like.test(key)));
  expect(made.map(({ kind }) => kind)).toEqual(LEDGER_KEYS);
});

test('after a day with its mistakes, all put right, the books have no finding', async () => {
  expect(await operator('reconcile')).toMatch(/^There is no finding\.\n/);
});

test('withdrawals that were paid, returned, bounced or paid after all are no finding in the report of the channel', async () => {
  await nextDay(sandbox, db);
  const day = await lastDay(db);
  await operator('reconcile', day);
  await vi.waitFor(async () => {
    const { rows } = await db.query('select due_at from reconciliations where day = $1', [day]);
    expect(rows).toEqual([{ due_at: null }]);
  }, BY_ITSELF);
  expect(await findings()).toEqual([]);
});

test('the totals of a day count a moved credit once, and what operators corrected; a debt is in no funds of members', async () => {
  const totals = (await operator('books day')).split('\n');
  expect(totals).toContain('credited  kbank:0000000012  2 times  1,310.00 BAHT');
  expect(totals).toContain('corrected  -  7 times  5,110.25 BAHT');
  const trial = (await operator('books trial')).split('\n');
  expect(trial.filter((line) => line.startsWith('members:owed'))).toEqual(['members:owed  −450.00 BAHT']);
  expect(await operator('books funds')).not.toMatch(/^owed {2}owed /m);
});

/** A row, the change of it, and how it is undone. */
const row = (table: string, where: string) => (change: string, undo: string) => ({
  sql: `update ${table} set ${change} where ${where}`,
  mend: `update ${table} set ${undo} where ${where}`,
});
const withdrawal = (name: string) => row('withdrawals', `id = '${withdrawals[name]}'`);
const asked = (kind: string, key: string) => ({ kind, subject: expect.stringMatching(key) });
const unasked = 'ask_again_at = null';

const ALTERED = {
  'a paid withdrawal is called bounced': {
    ...withdrawal('paid')(
      `state = 'returned', returned_why = 'BOUNCED', ${unasked}`,
      `state = 'paid', returned_why = null`,
    ),
    finding: asked('withdrawal', `/${withdrawals.paid}$`),
  },
  'a paid withdrawal is of another amount': {
    ...withdrawal('approved')('amount = amount + 1', 'amount = amount - 1'),
    finding: asked('withdrawal', `/${withdrawals.approved}$`),
  },
  'a returned withdrawal is called paid': {
    ...withdrawal('returned')(`state = 'paid', ${unasked}`, `state = 'returned'`),
    finding: asked('withdrawal', `/${withdrawals.returned}$`),
  },
  'a refused withdrawal is called paid after all': {
    ...withdrawal('refused')(`returned_why = 'PAID_TWICE'`, `returned_why = 'CONTACT'`),
    finding: asked('withdrawal', `/${withdrawals.refused}$`),
  },
  'a cancelled withdrawal waits for an operator again': {
    ...withdrawal('cancelled')(`state = 'checking', finished_at = null`, `state = 'cancelled', finished_at = now()`),
    finding: asked('withdrawal', `/${withdrawals.cancelled}$`),
  },
  'a bounced withdrawal is called paid': {
    ...withdrawal('bounced')(`state = 'paid'`, `state = 'returned'`),
    finding: asked('withdrawal', `/${withdrawals.bounced}$`),
  },
  'an owed withdrawal is owed no more': {
    ...withdrawal('owed')(`returned_why = 'BANK'`, `returned_why = 'PAID_TWICE'`),
    finding: asked('withdrawal', `/${withdrawals.owed}$`),
  },
  'more of a debt was collected': {
    ...row('debts_collected', 'amount in (18000, 18001)')('amount = 18001', 'amount = 18000'),
    finding: asked('debt', '^debt/'),
  },
  'less is owed of a credit that was moved': {
    ...row('payment_moves', `payment_id = ${payment}`)(
      'taken = taken + 1, owed = owed - 1',
      'taken = taken - 1, owed = owed + 1',
    ),
    finding: asked('payment', `^payment/${payment}$`),
  },
  'a correction took more': {
    ...row('corrections', `id = '${correction}'`)(
      'amount = amount + 1, taken = taken + 1',
      'amount = amount - 1, taken = taken - 1',
    ),
    finding: asked('correction', `^correction/${correction}$`),
  },
  'a correction forgave less of a debt': {
    ...row('corrections', `id = (select reversed_by from corrections where id = '${correction}')`)(
      'forgiven = forgiven - 1',
      'forgiven = forgiven + 1',
    ),
    finding: asked('correction', '^correction/'),
  },
  'money that was given up was borne by the member': {
    ...row('write_offs', `id = '${writeOff}'`)(`borne_by = 'member'`, `borne_by = 'house'`),
    finding: asked('correction', `^write-off/${writeOff}$`),
  },
  'more money was given up at a game': {
    ...row('write_offs', `id = '${writeOff}'`)('amount = amount + 1', 'amount = amount - 1'),
    finding: asked('correction', `^write-off/${writeOff}$`),
  },
  'fetched money that was given is called kept': {
    ...row(
      'fetched_money',
      'amount = 6000 and decision is not null and decided_at = (select min(decided_at) from fetched_money)',
    )(`decision = 'kept'`, `decision = 'given'`),
    finding: asked('late money', '^fetched/'),
  },
  'more of a late move is called owed and paid': {
    ...row('transfer_legs', 'late_owed in (8000, 8001)')('late_owed = late_owed + 1', 'late_owed = late_owed - 1'),
    finding: asked('transfer', '^late-move/'),
  },
  'less of a cancelled bonus was taken back': {
    ...row('conditions', `member_id = '${condition}'`)('taken_back = taken_back - 1', 'taken_back = taken_back + 1'),
    finding: asked('reward', `^condition/${condition}/`),
  },
  'less of a cancelled bonus is owed': {
    ...row('conditions', `member_id = '${condition}'`)('owed = owed - 1', 'owed = owed + 1'),
    finding: asked('reward', `^condition/${condition}/`),
  },
};

/**
 * The books are compared as a whole whatever the day. A worker asks the parties for the day's reports some time later,
 * while a row may be altered: of a day before the service began no report can differ.
 */
const compareBooksAlone = () => operator('reconcile', '2000-01-01');

test.each(Object.entries(ALTERED))('a row by which %s is exactly one finding', async (_, { sql, mend, finding }) => {
  expect((await db.query(sql)).rowCount).toBe(1);
  await compareBooksAlone();
  const seen = await findings();
  expect((await db.query(mend)).rowCount).toBe(1);
  expect(seen).toEqual([expect.objectContaining(finding)]);
  expect(await compareBooksAlone()).toMatch(/^There is no finding\.\n/);
});
