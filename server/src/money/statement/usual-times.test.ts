import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { newMember, newPlayer, startPayingWorld, withdraw } from '../../../test/harness.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const member = await newMember(product);

type Usual = {
  withdrawal: { sent?: number; paid?: number };
  reviewed: { sent?: number; paid?: number; decided?: number };
  deposit: { slip?: number; qrcode?: number };
};

const usual = async () =>
  (await product.call('GET /api/statement/usual', { token: member.token })).body as unknown as Usual;
/** What was measured is told for some minutes. */
const forget = () => sandbox.moveClock(6 * 60);

type Past = { state: 'paid' | 'returned' | 'cancelled'; sentAfter?: number; endedAfter: number; decidedAfter?: number };

/** Withdrawals that ended a while ago; times in seconds after each was asked for. */
async function writeWithdrawals(count: number, { state, sentAfter, endedAfter, decidedAfter }: Past, agoHours = 1) {
  await db.query(
    `insert into withdrawals (member_id, id, call, amount, currency, bank_code, bank_account_no, bank_account_name, state,
        created_at, called_at, sent_at, finished_at, approved_at, returned_why)
      select $1, gen_random_uuid(), 'POST /api/wallet/withdraw', 100, 'BAHT', 'KBANK', '1', 'A', $3, asked,
        case when $4::int is not null then clock_timestamp() end, asked + $4 * interval '1 second',
        asked + $5 * interval '1 second', asked + $6 * interval '1 second', case when $3 = 'returned' then 'CONTACT' end
      from generate_series(1, $2), (select app_now() - $7 * interval '1 hour' as asked) past`,
    [member.id, count, state, sentAfter ?? null, endedAfter, decidedAfter ?? null, agoHours],
  );
}

/** Deposits that were credited so long after their slip or QR code. */
async function writeDeposits(count: number, by: 'slip' | 'qrcode', seconds: number) {
  for (let n = 0; n < count; n++) {
    const [id] = (
      await db.query<{ id: string }>(
        `insert into qrcodes (member_id, provider, reference, amount, currency, payload, status, created_at, expires_at)
          values ($1, 'WW', upper(substr(md5(random()::text), 1, 20)), 100, 'BAHT', 'x', 'PAID', app_now() - interval '1 hour', app_now())
          returning id`,
        [member.id],
      )
    ).rows;
    const credited = await db.query<{ id: bigint }>(
      `insert into payments (receiver_bank, receiver_account, notice_id, amount, currency, paid_at, sender_account, sender_name,
          qrcode_id, member_id, credited_at, reported_by)
        values ('KBANK', '1', $1, 100, 'BAHT', app_now(), '', '', $2, $3,
          app_now() - interval '1 hour' + $4 * interval '1 second', '{test}') returning id`,
      [randomUUID(), by === 'qrcode' ? id?.id : null, member.id, seconds],
    );
    if (by === 'slip')
      await db.query(
        `insert into slips (reference, member_id, file, status, payment_id, created_at)
          values (upper(substr(md5(random()::text), 1, 20)), $1, md5(random()::text), 'SUCCESS', $2, app_now() - interval '1 hour')`,
        [member.id, credited.rows[0]?.id],
      );
  }
}

beforeEach(async () => {
  await db.query('delete from withdrawals');
  await db.query('delete from slips');
  await db.query('delete from payments');
  await db.query('delete from qrcodes');
  await forget();
});

test('what is usual is told from twenty finished ones on, and is the median', async () => {
  await writeWithdrawals(19, { state: 'paid', sentAfter: 30, endedAfter: 60 });
  expect(await usual()).toEqual({ withdrawal: {}, reviewed: {}, deposit: {} });
  await writeWithdrawals(1, { state: 'paid', sentAfter: 3_000, endedAfter: 86_000 });
  await forget();
  expect(await usual()).toEqual({ withdrawal: { sent: 30, paid: 60 }, reviewed: {}, deposit: {} });
});

test('cancelled and returned ones change nothing', async () => {
  await writeWithdrawals(20, { state: 'paid', sentAfter: 30, endedAfter: 60 });
  await writeWithdrawals(50, { state: 'cancelled', endedAfter: 5 });
  await writeWithdrawals(50, { state: 'returned', sentAfter: 1, endedAfter: 7 });
  expect(await usual()).toMatchObject({ withdrawal: { sent: 30, paid: 60 } });
});

test('those that staff checked are told apart, and a refusal is a decision too', async () => {
  await writeWithdrawals(20, { state: 'paid', sentAfter: 30, endedAfter: 60 });
  await writeWithdrawals(20, { state: 'paid', sentAfter: 1_900, endedAfter: 2_000, decidedAfter: 1_800 });
  await writeWithdrawals(30, { state: 'cancelled', endedAfter: 5, decidedAfter: 2 });
  expect(await usual()).toMatchObject({
    withdrawal: { sent: 30, paid: 60 },
    reviewed: { decided: 1_800, sent: 1_900, paid: 2_000 },
  });
});

test('what ended more than seven days ago is not counted', async () => {
  await writeWithdrawals(20, { state: 'paid', sentAfter: 30, endedAfter: 60 }, 8 * 24);
  expect(await usual()).toMatchObject({ withdrawal: {} });
});

test('deposits by slip and by QR code are told apart', async () => {
  await writeDeposits(20, 'slip', 90);
  await writeDeposits(19, 'qrcode', 20);
  expect((await usual()).deposit).toEqual({ slip: 90 });
  await writeDeposits(1, 'qrcode', 40);
  await forget();
  expect((await usual()).deposit).toEqual({ slip: 90, qrcode: 20 });
});

test('it is measured once in some minutes, and told with the steps that are still to come', async () => {
  await writeWithdrawals(20, { state: 'paid', sentAfter: 1_900, endedAfter: 2_000, decidedAfter: 1_800 });
  const waiting = await newPlayer(product, { wallet: 50_000 });
  const { id } = (await withdraw(product, waiting, 25_000)).body as { id: string };
  const steps = async () => {
    const { body } = await product.call(`GET /api/statement/movement/${id}`, { token: waiting.token });
    return (body as { steps: { usualSeconds?: number }[] }).steps.map(({ usualSeconds }) => usualSeconds);
  };
  expect(await steps()).toEqual([undefined, 1_800, 1_900, 2_000]);
  await writeWithdrawals(30, { state: 'paid', sentAfter: 10, endedAfter: 20, decidedAfter: 5 });
  expect(await steps()).toEqual([undefined, 1_800, 1_900, 2_000]);
  await forget();
  expect(await steps()).toEqual([undefined, 5, 10, 20]);
});
