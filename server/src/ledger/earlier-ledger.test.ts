import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ROLES } from '../../../launch/roles.ts';
import { cloneDatabase } from '../../test/harness.ts';
import { type Database, many } from '../platform/database.ts';
import { migrate } from '../platform/migrate.ts';
import { balancesOf, houseBalances, post, problems, release, settle } from './ledger.ts';
import { sealDays } from './sealed-days.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);

/** A database as it was when a transfer was a record with entries. */
async function goBack(): Promise<Database> {
  const { owner: db } = await cloneDatabase();
  await db.query('drop schema public cascade; create schema public');
  await db.query('create table migrations (name text primary key, applied_at timestamptz not null default now())');
  for (const name of (await readdir(FOLDER)).filter((file) => file < '0033').sort()) {
    await db.query(await readFile(new URL(name, FOLDER), 'utf8'));
    await db.query('insert into migrations (name) values ($1)', [name]);
  }
  return db;
}

test('books of records and entries become rows: the same balances, keys, closings and ids, and they go on', async () => {
  const db = await goBack();
  for (const id of ['00000001', '00000002'])
    await db.query(
      `insert into members (id, edition, phone, name, password_hash, currency, bank_code, bank_account_name, bank_account_no)
        values ($1, 'th', $1, 'a member', 'none', 'BAHT', 'KBANK', 'A MEMBER', $1)`,
      [id],
    );
  const move = (key: string, kind: string, member: string | null, from: string, to: string, amount: number) =>
    db.query('select ledger_post($1, $2, $3, $4, $5, $6, $7, $8)', [
      key,
      kind,
      'test',
      member,
      'BAHT',
      [from, to],
      [-amount, amount],
      { note: key },
    ]);
  for (const member of ['00000001', '00000002']) {
    await move(`${member}/in`, 'post', member, 'house:payments:kbank:1', 'main', 1_000);
    for (const held of ['a', 'b', 'c']) await move(`${member}/${held}`, 'hold', member, 'main', 'in_transit', 100);
    await db.query(`select ledger_settle($1, $2, 'game:pg', '{}')`, [`${member}/a/done`, `${member}/a`]);
    await db.query(`select ledger_undo($1, 'release', $2, '{}')`, [`${member}/b/back`, `${member}/b`]);
    await move(`${member}/debt`, 'post', member, 'owed', 'house:corrections', 7);
  }
  await move('payment/1/heard', 'post', null, 'house:payments:kbank:1', 'house:sent-back:kbank:1', 40);
  const ids = await many(db, 'select id, key, closes from ledger_transfers order by id');

  await migrate(db, { appRole: ROLES.app });

  expect(await many(db, 'select id, key, closes from ledger_transfers order by id')).toEqual(ids);
  expect(await problems(db)).toEqual([]);
  expect(Object.fromEntries(await balancesOf(db, '00000001'))).toEqual({
    main: 800n,
    in_transit: 100n,
    'game:pg': 100n,
    owed: -7n,
  });
  expect(await houseBalances(db)).toEqual([
    { name: 'house:corrections', currency: 'BAHT', balance: 14n },
    { name: 'house:payments:kbank:1', currency: 'BAHT', balance: -2_040n },
    { name: 'house:sent-back:kbank:1', currency: 'BAHT', balance: 40n },
  ]);
  const step = { key: '00000001/in', reason: 'test', memberId: '00000001', currency: 'BAHT' } as const;
  const deposit = {
    ...step,
    from: 'house:payments:kbank:1',
    to: 'main',
    amount: 1_000n,
    detail: { note: step.key },
  } as const;
  expect(await post(db, deposit)).toMatchObject({ isReplay: true });
  await expect(post(db, { ...deposit, amount: 1_001n })).rejects.toThrow('IDEMPOTENCY_CONFLICT');
  const closing = { memberId: '00000001', key: 'late', hold: '00000001/a' };
  await expect(release(db, closing)).rejects.toThrow('LEDGER_CLOSED');
  await settle(db, { ...closing, hold: '00000001/c', to: 'house:games:pg' });

  await db.query(`update clock set ahead = '1 day'`);
  await sealDays(db);
  expect(await problems(db)).toEqual([]);
});

test('an earlier transfer of another shape stops the migration, which says what to do', async () => {
  const db = await goBack();
  await db.query(
    `select ledger_post('three', 'post', 'x', null, 'BAHT', array['house:a', 'house:b', 'house:c'], array[-3, 1, 2]::bigint[], '{}')`,
  );
  await expect(migrate(db, { appRole: ROLES.app })).rejects.toThrow('run "ledger check" first');
});
