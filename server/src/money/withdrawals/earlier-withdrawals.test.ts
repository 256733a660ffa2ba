import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ROLES } from '../../../../launch/roles.ts';
import { cloneDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/database.ts';
import { migrate } from '../../platform/migrate.ts';

const { owner: db } = await cloneDatabase();
const FOLDER = new URL('../../../migrations/', import.meta.url);
const OWN = '0025_withdrawals.sql';

/** A database as it was before withdrawals could be stopped. */
async function goBack(): Promise<void> {
  await db.query('drop schema public cascade; create schema public');
  await db.query('create table migrations (name text primary key, applied_at timestamptz not null default now())');
  const earlier = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql') && name < OWN).sort();
  for (const name of earlier) {
    const sql = await readFile(new URL(name, FOLDER), 'utf8');
    await inTransaction(db, async (tx) => {
      await tx.query(sql);
      await tx.query('insert into migrations (name) values ($1)', [name]);
    });
  }
}

test('withdrawals from before stay as they are; those that ended within three days are asked about again', async () => {
  await goBack();
  await db.query(
    `insert into members (id, edition, phone, name, password_hash, currency, bank_code, bank_account_name, bank_account_no)
      values ('MEMBER01', 'th', '0800000001', 'x', 'x', 'BAHT', 'KBANK', 'X', '0000000009')`,
  );
  const insert = `insert into withdrawals (member_id, id, call, amount, currency, bank_code, bank_account_no,
      bank_account_name, state, called_at, next_try_at, finished_at)
    values ('MEMBER01', gen_random_uuid(), '', $1, 'BAHT', 'KBANK', '0000000009', 'X', $2,
      case when $2 in ('called', 'paid', 'returned') then now() - $3::interval end,
      case when $2 in ('gathering', 'held', 'called') then now() end,
      case when $2 in ('paid', 'returned', 'refused') then now() - $3::interval end)`;
  const states = ['gathering', 'held', 'called', 'paid', 'returned', 'refused'];
  for (const [n, state] of states.entries()) await db.query(insert, [n + 1, state, '1 hour']);
  await db.query(insert, [7, 'paid', '4 days']);
  await db.query(
    `select ledger_post('given', 'post', 'deposit', 'MEMBER01', 'BAHT', array['house:demo', 'main'], array[-5, 5], '{}')`,
  );

  await migrate(db, { appRole: ROLES.app });
  const { rows } = await db.query<{ state: string; is_asked: boolean; reasons: string[] }>(
    `select state, ask_again_at is not null as is_asked, reasons from withdrawals order by amount`,
  );
  expect(rows.map(({ state }) => state)).toEqual([...states, 'paid']);
  expect(rows.filter(({ is_asked }) => is_asked).map(({ state }) => state)).toEqual(['paid', 'returned']);
  expect(rows.every(({ reasons }) => reasons.length === 0)).toBe(true);
  expect((await db.query('select from ledger_problems')).rowCount).toBe(0);
});
