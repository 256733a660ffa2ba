import { expect, test, vi } from 'vitest';
import { freePort } from '../../../launch/ports.ts';
import { liveABusyDay } from '../../test/busy-day.ts';
import { BY_ITSELF, PATIENT, startPayingWorld, startProduct } from '../../test/harness.ts';
import { KBANK, payersOf } from '../../test/payers.ts';
import { nextDay } from '../../test/rewards.ts';
import { openFindings as open } from './findings.queries.ts';
import { lastDay } from './runs.queries.ts';

const NIGHTLY = { RECONCILE_NIGHTLY: 'on' };
const metricsPorts = [await freePort(), await freePort()].map(String);
const [METRICS_PORT = '', ANOTHERS = ''] = metricsPorts;
const world = await startPayingWorld({ ...NIGHTLY, METRICS_PORT });
const { sandbox, database } = world;
const { db } = database;
await startProduct(database, { ...PATIENT, ...NIGHTLY, SANDBOX_URL: sandbox.url, METRICS_PORT: ANOTHERS });
const { operator, malee, stranger } = await liveABusyDay(world);
// Each party is asked once in a night: a second night's run would find the report that the first was refused.
await sandbox.fault({ target: 'games/imi', call: 'report', mode: 'refuse', times: 1 });
await nextDay(sandbox, db);
const day = await lastDay(db);

const openFindings = async () => (await open(db, 100)).findings;
const isOver = (of: string) =>
  vi.waitFor(async () => {
    const { rows } = await db.query('select due_at, ran_at from reconciliations where day = $1', [of]);
    expect(rows).toEqual([{ due_at: null, ran_at: expect.any(Date) }]);
  }, BY_ITSELF);
const findings = async () =>
  (await openFindings()).map(({ kind, party, day: of, subject, currency, expected, found }) => ({
    kind,
    party,
    day: of,
    subject,
    currency,
    expected,
    found,
  }));
const reconciled = async (of = day) => {
  await operator('reconcile', of);
  await isOver(of);
  return findings();
};

test('each night one of the nodes asks every party for the day before, and a party without a report is a finding', async () => {
  await isOver(day);
  expect(await findings()).toEqual([
    { kind: 'no report', party: 'imi', day, subject: 'the day', currency: '', expected: null, found: null },
  ]);
  for (const port of metricsPorts)
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toMatch(/^open_findings 1$/m);
  expect(await reconciled()).toEqual([]);
});

test.each([
  ['banks/kbank', 'BAHT', 'in'],
  ['banks/bcel', 'LAK', 'in'],
  ['payments/ww', 'BAHT', 'in'],
  ['payouts', expect.stringMatching(/BAHT|LAK/), 'out'],
  ['games/pg', 'BAHT', expect.stringMatching(/in|out/)],
  ['games/joker', 'LAK', 'in'],
])(
  'a line left out, one too many, another amount and another total of %s are each one finding, over when it is honest',
  async (target, currency, direction) => {
    const reference = expect.stringMatching(/^(in|out) [0-9A-Z]+$/);
    const differs = { currency, day };
    for (const [lie, wanted] of [
      ['report leaves out', { ...differs, kind: 'not in their report', subject: reference, found: 0n }],
      ['report adds', { ...differs, kind: 'not in our books', expected: 0n, found: 77_00n }],
      ['report of another amount', { ...differs, kind: 'another amount', subject: reference }],
      ['report of another total', { currency, kind: 'another total', day: null, subject: direction }],
    ] as const) {
      await sandbox.lie({ target, lie, times: 1 });
      const seen = await reconciled();
      // What the lie before it had told is over.
      expect(seen, lie).toHaveLength(1);
      expect(seen[0]).toMatchObject(wanted);
    }
    expect(await reconciled()).toEqual([]);
  },
);

test('a party that answers nonsense, or not at all, leaves what was found before as it was', async () => {
  await sandbox.lie({ target: 'payments/ww', lie: 'report adds', times: 1 });
  expect(await reconciled()).toMatchObject([{ kind: 'not in our books' }]);
  await sandbox.fault({ target: 'payments/ww', call: 'report', mode: 'garbage', times: 1 });
  expect((await reconciled()).map(({ kind }) => kind).toSorted()).toEqual(['no report', 'not in our books']);
  expect(await reconciled()).toEqual([]);
});

test('a missing report that an operator has accepted is not found again the next time that it is missing', async () => {
  await isOver(day);
  await sandbox.fault({ target: 'games/imi', call: 'report', mode: 'refuse', times: 2 });
  expect(await reconciled()).toMatchObject([{ kind: 'no report', party: 'imi', expected: null, found: null }]);
  const [finding] = await openFindings();
  await operator('findings end', String(finding?.id), 'the provider was closed on that day');
  expect(await reconciled()).toEqual([]);
  expect(await sandbox.faultsLeft('games/imi', 'report')).toBe(0);
  expect(await reconciled()).toEqual([]);
});

test('money that no feed told is found in the report of the bank, and is over once it is recorded', async () => {
  const paidAt = new Date(`${day}T05:00:00Z`).toISOString();
  const from = { fromBank: 'SCB', fromAccount: '9990005678', fromName: 'NOBODY KNOWN' };
  const { ref } = await sandbox.bankTransfer({ ...from, ...KBANK, amount: 61.25, feed: false, paidAt });
  const wanted = { party: 'KBANK 0000000012', kind: 'not in our books', subject: `in ${ref}`, found: 61_25n };
  const seen = await reconciled();
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject(wanted);
  // Spelled as a person types it.
  await operator('payments record', 'KBANK', '0000000012', 'SCB', ref.toLowerCase(), '61.25', paidAt);
  expect(await reconciled()).toEqual([]);
});

test('money that an operator says was sent back, and that the bank never sent, is missing in its report', async () => {
  await operator('payments close', stranger.waits);
  await db.query('update payments set closed_at = $2 where id = $1', [stranger.waits, `${day}T05:00:00Z`]);
  const subject = `out payment ${stranger.waits} sent back`;
  const wanted = { party: 'SCB 0000000011', kind: 'not in their report', subject, expected: 41_00n, found: 0n };
  const seen = await reconciled();
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject(wanted);
  const [from, to] = [
    { fromBank: 'SCB', fromAccount: '0000000011', fromName: 'KRAPAO SANDBOX' },
    { toBank: 'KTB', toAccount: '9990001234' },
  ];
  await sandbox.bankTransfer({ ...from, ...to, amount: 41, paidAt: `${day}T09:00:00Z` });
  expect(await reconciled()).toEqual([]);
});

test('a payout that the channel has paid and we do not know of yet is no finding, neither now nor when it is known days later', async () => {
  const paid = `from withdrawals where member_id = '${malee.id}' and state = 'paid'`;
  const { rows } = await db.query<{ id: string }>(`select id ${paid}`);
  const set = (columns: string) => db.query(`update withdrawals set ${columns} where id = $1`, [rows[0]?.id]);
  // As it was before its answer came: the books have the money set aside, which the books alone tell.
  await set(`state = 'called', finished_at = null, ask_again_at = null, next_try_at = now() + interval '30 days'`);
  expect((await reconciled()).filter(({ party }) => party !== '')).toEqual([]);
  await set(`state = 'paid', finished_at = created_at + interval '3 days', next_try_at = null`);
  expect(await reconciled()).toEqual([]);
  await set('finished_at = created_at');
});

test('a payment out of nothing is missing at the bank; accepted by two, neither it nor the total is found again', async () => {
  const paidAt = `${day}T06:00:00Z`;
  await operator('payments record', 'GSB', '000000000014', 'SCB', 'OUTOFNOTHING1', '5000', paidAt);
  const seen = await reconciled();
  expect(seen).toMatchObject([
    {
      party: 'GSB 000000000014',
      kind: 'not in their report',
      subject: 'in OUTOFNOTHING1',
      expected: 5000_00n,
      found: 0n,
    },
  ]);
  const [finding] = await openFindings();
  await operator('findings end', String(finding?.id), 'the bank lost it');
  expect(await reconciled()).toEqual([]);
});

test('a payment that one clock has before midnight and the other after it is no finding on either day', async () => {
  const member = await payersOf(world).named();
  const paidAt = `${day}T16:58:00.000Z`;
  const { bankCode: fromBank, bankAccountNo: fromAccount, bankAccountName: fromName } = member.registration;
  const { ref } = await sandbox.bankTransfer({ fromBank, fromAccount, fromName, ...KBANK, amount: 12.5, paidAt });
  const move = async (by: string) =>
    (await db.query('update payments set paid_at = paid_at + $2 where reference = $1', [ref, by])).rowCount;
  await vi.waitFor(async () => expect(await move('5 minutes')).toBe(1), BY_ITSELF);
  expect(await reconciled()).toEqual([]);
  await nextDay(sandbox, db);
  const next = await lastDay(db);
  await isOver(next);
  expect(await findings()).toEqual([]);
  await move('-5 minutes');
  expect(await reconciled(next)).toEqual([]);
});

test('a payout that we know of days after the channel paid it is no finding in the totals of a day between', async () => {
  if ((await lastDay(db)) === day) await nextDay(sandbox, db);
  const between = await lastDay(db);
  expect(between > day).toBe(true);
  const sql = `update withdrawals set finished_at = created_at + $2::interval where member_id = $1 and state = 'paid'`;
  const know = async (after: string) => (await db.query(sql, [malee.id, after])).rowCount;
  expect(await know('3 days')).toBeGreaterThan(0);
  expect(await reconciled(between)).toEqual([]);
  await know('0');
});

test('a finding of an earlier day is over as soon as its party puts it right, whatever day is asked for', async () => {
  await sandbox.lie({ target: 'banks/bcel', lie: 'report leaves out', times: 1 });
  expect(await reconciled(day)).toMatchObject([{ party: 'BCEL 0000000000015', day }]);
  expect(await reconciled(await lastDay(db))).toEqual([]);
});

test('the totals of a day count each kind of money once', async () => {
  const totals = await operator('books day', day);
  for (const line of [
    'received  ww:000000000000021  2 times  1,100.00 BAHT',
    'received  bcel:0000000000015  1 times  300,000.00 LAK',
    'paid out  -  1 times  200.00 BAHT',
    'paid out  -  1 times  100,000.00 LAK',
    'given  promotion  1 times  50.00 BAHT',
    'won by games  pg  2 times  74.50 BAHT',
    'won by games  joker  1 times  20,000.00 LAK',
    'sent back  scb:0000000011  1 times  42.00 BAHT',
    'credited  scb:0000000011  1 times  43.00 BAHT',
  ])
    expect(totals.split('\n')).toContain(line);
});

test.each(['2026-02-31', '9999-01-01', 'yesterday'])('a day such as %s is refused', async (nonsense) => {
  await expect(operator('reconcile', nonsense)).rejects.toThrow('Say a day that is over, such as 2026-11-15.');
});
