import { expect, test } from 'vitest';
import { newPlayer, PATIENT, startProductOnSandbox, transfer, walletOf } from '../../../test/harness.ts';

const { product, database } = await startProductOnSandbox(PATIENT);

test('transfers go on after a migration has added a column to every table', async () => {
  const member = await newPlayer(product, { wallet: 100, pg: 0, imi: 0 });
  const { rows: tables } = await database.owner.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  expect(tables.length).toBeGreaterThan(70);
  for (const { name } of tables)
    await database.owner.query(`alter table ${name} add column added_later integer not null default 0`);
  for (const [from, to, amount] of [
    ['wallet', 'pg', 60],
    ['pg', 'imi', 40],
    ['imi', 'wallet', 10],
  ] as const)
    expect(await transfer(product, member, { from, to, amount })).toMatchObject({ body: { status: 'SUCCESS' } });
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 50, inTransit: 0, pg: 20, imi: 30 });
});
