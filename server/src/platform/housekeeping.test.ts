import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newMember } from '../../../world/people.ts';
import { cloneDatabase } from '../../test/harness.ts';
import { inTransaction, many, one } from './database.ts';
import { deleteInBatches, takeTurn } from './housekeeping.ts';
import { AlreadyAttempted, claim } from './idempotency.ts';
import { removeAbandonedUploads } from './uploads.ts';

const { db } = await cloneDatabase();
const member = await newMember(db, 'th');

const attempt = () => ({
  id: randomUUID(),
  memberId: member.id,
  call: 'POST /api/withdraw',
  inputHash: Buffer.from('input'),
  isKeyed: true,
});
const claimed = (of: ReturnType<typeof attempt>) =>
  inTransaction(db, (tx) => claim(tx, of)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AlreadyAttempted) return false;
      throw error;
    },
  );
const passDays = (days: number) => db.query('update clock set ahead = ahead + make_interval(days => $1)', [days]);
const forget = () => many(db, 'select idempotency_forget()');

test('of many nodes one sweeps, and none again until its time has passed', async () => {
  const turns = await Promise.all(Array.from({ length: 8 }, () => takeTurn(db, 60_000)));
  expect(turns.filter(Boolean)).toHaveLength(1);
  expect(await takeTurn(db, 60_000)).toBe(false);
  await db.query(`update sweeper_lease set due_at = clock_timestamp()`);
  expect(await takeTurn(db, 60_000)).toBe(true);
});

test('a key is known for thirty days, over the edges of its partitions, and then forgotten', async () => {
  const key = attempt();
  expect(await claimed(key)).toBe(true);
  for (const days of [9, 1, 9, 10]) {
    await passDays(days);
    await forget();
    expect(await claimed(key)).toBe(false);
  }
  await passDays(13);
  await forget();
  expect(await claimed(key)).toBe(true);
});

test('keys that are too old are forgotten from every partition', async () => {
  for (let part = 0; part < 5; part += 1) {
    await claimed(attempt());
    await passDays(10);
  }
  await passDays(31);
  await forget();
  expect(await many(db, 'select from idempotency_keys')).toEqual([]);
});

test('of calls with the same key at the same moment one is first, also where the first waits or fails', async () => {
  const [key, failing] = [attempt(), attempt()];
  const calls = await Promise.all(Array.from({ length: 10 }, () => claimed(key)));
  expect(calls.filter(Boolean)).toHaveLength(1);

  const tx = await db.connect();
  await tx.query('begin');
  await claim(tx, failing);
  const second = claimed(failing);
  await expect.poll(async () => (await many(db, `select from pg_locks where not granted`)).length).toBe(1);
  await tx.query('rollback');
  tx.release();
  expect(await second).toBe(true);
});

test('what is swept goes in batches, all of it and nothing else', async () => {
  await db.query(
    `insert into rate_limit_events (scope, subject, at)
      select 'sweep', n::text, app_now() - case when n <= 10001 then interval '2 hours' else interval '0' end
        from generate_series(1, 10004) as n`,
  );
  await deleteInBatches(db, 'rate_limit_events', `scope = 'sweep' and at < app_now() - interval '1 hour'`);
  expect(await one(db, `select count(*)::integer as left from rate_limit_events where scope = 'sweep'`)).toEqual({
    left: 3,
  });
});

test('a file that was begun to be received more than an hour ago is removed, and no newer one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-uploads-'));
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  for (const minutes of [61, 59, 0]) {
    const path = join(folder, `of ${minutes} minutes`);
    await writeFile(path, 'half a file');
    await utimes(path, minutesAgo(minutes), minutesAgo(minutes));
  }
  await removeAbandonedUploads(folder);
  expect((await readdir(folder)).toSorted()).toEqual(['of 0 minutes', 'of 59 minutes']);
  await removeAbandonedUploads(join(folder, 'that nobody made'));
});
