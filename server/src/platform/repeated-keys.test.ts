import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cloneDatabase, newMember } from '../../test/harness.ts';
import type { Queryable } from './database.ts';
import { type Attempt, firstAnswer, recordAnswer } from './idempotency.ts';

const { db } = await cloneDatabase();
const { id: memberId } = await newMember({ db, edition: 'th' });

/** A call whose first request is at work. */
async function underWay(): Promise<Attempt> {
  const attempt = { id: randomUUID(), memberId, call: 'POST /test', inputHash: randomBytes(32), isKeyed: true };
  const sql = 'insert into idempotency_keys (member_id, call, id, input_hash) values ($1, $2, $3, $4)';
  await db.query(sql, [memberId, attempt.call, attempt.id, attempt.inputHash]);
  return attempt;
}

/** The database, and how often it was asked. */
function counted() {
  const asked = { times: 0 };
  const query = (...args: [string, unknown[]]) => {
    asked.times += 1;
    return db.query(...args);
  };
  return { asked, at: { query } as unknown as Queryable };
}

const ANSWER = { status: 200, body: { id: 'x', status: 'SUCCESS' } };
const A_MINUTE = 60_000;

test('fifty repetitions of a key ask the database once each, and then one of them for all; all get the answer', async () => {
  const attempt = await underWay();
  const { asked, at } = counted();
  const began = performance.now();
  const waiting = Promise.all(Array.from({ length: 50 }, () => firstAnswer(at, attempt, A_MINUTE)));
  await expect.poll(() => asked.times).toBeGreaterThanOrEqual(60);
  await recordAnswer(db, attempt, ANSWER);
  expect(await waiting).toEqual(Array(50).fill(ANSWER));
  expect(asked.times).toBeLessThanOrEqual(50 + (performance.now() - began) / 50);
});

test('where sixty wait the next is told at once that the first is in progress, and another key waits for its own', async () => {
  const [attempt, other] = [await underWay(), await underWay()];
  const { asked, at } = counted();
  const waiting = Promise.all(Array.from({ length: 60 }, () => firstAnswer(at, attempt, A_MINUTE)));
  await expect.poll(() => asked.times).toBeGreaterThanOrEqual(62);
  expect(await firstAnswer(at, attempt, A_MINUTE)).toBe('in-progress');
  const ofOther = firstAnswer(at, other, A_MINUTE);
  for (const each of [attempt, other]) await recordAnswer(db, each, ANSWER);
  expect(await ofOther).toEqual(ANSWER);
  expect(await waiting).toEqual(Array(60).fill(ANSWER));
  // The key is answered by then, and whoever comes gets the answer.
  expect(await firstAnswer(at, attempt, A_MINUTE)).toEqual(ANSWER);
});

test('each waits for as long as it may; another input is a conflict for its sender alone', async () => {
  const attempt = await underWay();
  const patient = firstAnswer(db, attempt, A_MINUTE);
  expect(await firstAnswer(db, attempt, 1)).toBe('in-progress');
  await expect(firstAnswer(db, { ...attempt, inputHash: randomBytes(32) }, A_MINUTE)).rejects.toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
  });
  await recordAnswer(db, attempt, ANSWER);
  expect(await patient).toEqual(ANSWER);
});

test('a claim that is undone is a new key for all who waited', async () => {
  const attempt = await underWay();
  const waiting = Promise.all([1, 2].map(() => firstAnswer(db, attempt, A_MINUTE)));
  await db.query('delete from idempotency_keys where id = $1', [attempt.id]);
  expect(await waiting).toEqual([null, null]);
});
