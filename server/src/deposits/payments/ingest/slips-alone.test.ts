import { expect, test } from 'vitest';
import { cloneDatabase, digits, newMember, startProduct } from '../../../../test/harness.ts';
import { inTransaction } from '../../../platform/database.ts';
import { mostBySlipsAlone } from './payments.queries.ts';

const database = await cloneDatabase();
const { db } = database;
const product = await startProduct(database, { ROLE: 'api' });

test('payments that slips alone report are counted by the days of Bangkok, whatever day it is elsewhere', async () => {
  const [{ id: memberId }, { id: other }] = [await newMember(product), await newMember(product)];
  /** A payment that only a slip tells, unless more do, credited at that time of Bangkok. */
  const credited = async (at: string, amount: number, { to = memberId, by = ['slip'] } = {}) => {
    const sql = `insert into payments (receiver_bank, receiver_account, sending_bank, reference, amount, currency, paid_at,
        sender_account, sender_name, reported_by, member_id, credited_at)
      values ('SCB', '0000000011', 'KBANK', $1, $2, 'BAHT', $3, '', '', $5, $4, $3) returning id`;
    const { rows } = await db.query<{ id: bigint }>(sql, [digits(15), amount, `2026-11-${at}+07:00`, to, by]);
    return rows[0]?.id ?? null;
  };
  const evening = await credited('15T23:30', 1);
  const night = await credited('16T00:30', 10);
  const morning = await credited('16T07:30', 100);
  await credited('16T07:30', 1_000, { to: other });
  await credited('16T07:30', 10_000, { by: ['slip', 'feed'] });
  const mostOn = (payment: bigint | null) => inTransaction(db, (tx) => mostBySlipsAlone(tx, memberId, payment));
  expect(await Promise.all([evening, night, morning, null].map(mostOn))).toEqual([1n, 110n, 110n, 110n]);
});
