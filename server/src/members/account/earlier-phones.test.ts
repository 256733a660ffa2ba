import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ROLES } from '../../../../launch/roles.ts';
import { cloneDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/database.ts';
import { migrate } from '../../platform/migrate.ts';
import { memberByPhone } from './account.queries.ts';

const { db, owner } = await cloneDatabase();
const FOLDER = new URL('../../../migrations/', import.meta.url);
const OWN = '0028_people.sql';

/** A database as it was when phones were kept as they were typed. */
async function goBack(): Promise<void> {
  await owner.query('drop schema public cascade; create schema public');
  await owner.query('create table migrations (name text primary key, applied_at timestamptz not null default now())');
  const earlier = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql') && name < OWN).sort();
  for (const name of earlier) {
    const sql = await readFile(new URL(name, FOLDER), 'utf8');
    await inTransaction(owner, async (tx) => {
      await tx.query(sql);
      await tx.query('insert into migrations (name) values ($1)', [name]);
    });
  }
}

const PHONES = [
  { id: 'THA00001', edition: 'th', phone: '0812345678', kept: '+66812345678' },
  { id: 'THA00002', edition: 'th', phone: '1234567890', kept: '+661234567890' },
  { id: 'THA00003', edition: 'th', phone: 'no phone', kept: 'no phone' },
  { id: 'A0000001', edition: 'la', phone: '0812345678', kept: '+66812345678' },
  { id: 'A0000002', edition: 'la', phone: '2055512345', kept: '2055512345' },
  { id: 'A0000003', edition: 'la', phone: '+8562055512345', kept: '+8562055512345' },
  { id: 'A0000004', edition: 'la', phone: '02055512345', kept: '02055512345' },
  { id: 'A0000006', edition: 'la', phone: '2077777777', kept: '+8562077777777' },
  { id: 'A0000007', edition: 'la', phone: '02077777777', kept: '02077777777' },
  { id: 'A0000005', edition: 'la', phone: '008562099999999', kept: '+8562099999999' },
] as const;

test('members of before keep one phone each; of several accounts of a phone each still signs in by its own spelling', async () => {
  await goBack();
  for (const [n, { id, edition, phone }] of PHONES.entries())
    await owner.query(
      `insert into members (id, edition, phone, name, password_hash, currency, bank_code, bank_account_name, bank_account_no,
          created_at)
        values ($1, $2, $3, 'x', 'x', 'BAHT', 'KBANK', 'X', $4, now() + make_interval(secs => $5))`,
      [id, edition, phone, `000000000${n}`, n],
    );
  await migrate(owner, { appRole: ROLES.app });
  const { rows } = await db.query<{ id: string; phone: string }>('select id, phone from members');
  const phones = new Map(rows.map(({ id, phone }) => [id, phone]));
  for (const { id, kept } of PHONES) expect([id, phones.get(id)]).toEqual([id, kept]);
  for (const { id, edition, phone } of PHONES) expect((await memberByPhone(db, edition, phone))?.id).toBe(id);
});
