import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { cloneDatabase } from '../../test/harness.ts';
import { migrate } from './migrate.ts';

const { db } = await cloneDatabase();
const files = (await readdir(new URL('../../migrations/', import.meta.url))).filter((name) => name.endsWith('.sql'));

async function applied() {
  return (await db.query('select name, applied_at from migrations order by name')).rows;
}

test('nodes that boot together on an empty database apply each migration once', async () => {
  await db.query('drop schema public cascade; create schema public');
  await Promise.all(Array.from({ length: 5 }, () => migrate(db)));
  expect((await applied()).map(({ name }) => name)).toEqual(files.sort());
});

test('a second start changes nothing', async () => {
  const before = await applied();
  await migrate(db);
  expect(await applied()).toEqual(before);
});
