import { expect, test } from 'vitest';
import { cloneDatabase, digits, newMember } from '../../../../test/harness.ts';
import { firstName, type Member } from '../../../../test/payers.ts';
import { byFeed, NOTHING_TOLD, reportsTo } from '../../../../test/reports.ts';
import { openSandboxReceivers } from '../../../demo/receivers.ts';
import { problems } from '../../../ledger/ledger.ts';
import { many } from '../../../platform/database.ts';
import { closeByReport } from './close-by-report.ts';
import type { PaymentReport } from './payment-report.ts';

const { db, owner } = await cloneDatabase();
await openSandboxReceivers(db);
await db.query(`update deposit_banks set added_at = '2020-01-01'`);
await owner.query(`alter table members alter created_at set default '2018-01-01'`);
const { ingest, inBaht } = reportsTo(db);
const thai = () => newMember({ db, edition: 'th' }, { bankAccountName: `${firstName()} JAIDEE` });

const DAY = '2026-03-04';
const at = (time: string) => new Date(`${DAY}T${time}:00+07:00`);

async function byCode({ id }: Member, amount: bigint, time: string): Promise<PaymentReport> {
  const billReference = `K${digits(15)}`;
  await db.query(
    `insert into qrcodes (member_id, provider, reference, amount, currency, payload, status, expires_at)
      values ($1, 'KBANK', $2, $3, 'BAHT', 'x', 'CANCELLED', app_now())`,
    [id, billReference, amount],
  );
  const to = { receiverBank: 'KBANK', receiverAccount: '0000000012', amount, currency: 'BAHT' as const };
  const told = { channel: 'sweep' as const, reference: digits(15), paidAt: at(time), sendingBank: 'KBANK' };
  return { ...NOTHING_TOLD, ...to, ...told, senderAccount: '', senderName: '', billReference };
}

/** The account's report of the day: payments of this amount at these times. */
const report = (amount: bigint, ...times: string[]) =>
  closeByReport(
    db,
    { bank: 'KBANK', account: '0000000012' },
    {
      day: DAY,
      minutes: 30,
      items: times.map((time) => ({ reference: digits(9), amount, currency: 'BAHT', direction: 'in', at: at(time) })),
    },
  );
const waiting = async (amount: bigint) => {
  const sql = `select waits_by from payments where amount = $1 and member_id is null and closed_at is null order by id`;
  return (await many<{ waits_by: string }>(db, sql, [amount])).map(({ waits_by }) => waits_by);
};

test('a line that is kept for a code is closed as the same once the report tells of one payment', async () => {
  const maker = await thai();
  await ingest(await byCode(maker, 501_00n, '10:00'));
  await ingest(byFeed(maker, { amount: 501_00n, paidAt: at('10:01') }));
  expect(await waiting(501_00n)).toEqual(['kept for a code']);
  await report(501_00n, '10:00');
  expect(await waiting(501_00n)).toEqual([]);
  expect(await inBaht(maker)).toBe(501);
  const sql = 'select reported_by from payments where amount = 50100 and duplicate_of is null';
  expect(await many(db, sql)).toEqual([{ reported_by: ['sweep', 'feed'] }]);
});

test('a code whose line was credited before is closed as the same, and its maker is not credited', async () => {
  const [payer, maker] = [await thai(), await thai()];
  await ingest(byFeed(payer, { amount: 502_00n, paidAt: at('10:01') }));
  await ingest(await byCode(maker, 502_00n, '10:00'));
  expect(await waiting(502_00n)).toEqual(['code beside a line']);
  await report(502_00n, '10:00');
  expect(await waiting(502_00n)).toEqual([]);
  expect([await inBaht(payer), await inBaht(maker)]).toEqual([502, 0]);
});

test('a report that tells as many payments as there are, or fewer than the rest explains, closes nothing', async () => {
  const [maker, other] = [await thai(), await thai()];
  await ingest(await byCode(maker, 503_00n, '10:00'));
  await ingest(byFeed(other, { amount: 503_00n, paidAt: at('10:01') }));
  await report(503_00n, '10:00', '10:01');
  await report(503_00n);
  expect(await waiting(503_00n)).toEqual(['kept for a code']);
});

test('payments near midnight, which may be of another day by another clock, are left to operators', async () => {
  const maker = await thai();
  await ingest(await byCode(maker, 504_00n, '23:50'));
  await ingest(byFeed(maker, { amount: 504_00n, paidAt: at('23:40') }));
  await report(504_00n, '23:50');
  expect(await waiting(504_00n)).toEqual(['kept for a code']);
});

test('after all this the books are in order', async () => {
  expect(await problems(db)).toEqual([]);
});
