import { expect, it } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { newMember } from '../../../world/people.ts';
import { cloneDatabase } from '../../test/harness.ts';
import { ledgerDays } from '../../test/ledger-days.ts';
import { one } from '../platform/database.ts';
import { ledgerActs } from './ledger.acts.ts';
import { type Posted, problems } from './ledger.ts';
import { findSealedDay, problemsOf, sealDays } from './sealed-days.ts';

const { db, owner } = await cloneDatabase();
const { member, other, payIn, lastKey, nextDay, sealedDayOf } = await ledgerDays(db);

// in/1 and in/2 are of one day, in/3 is of the next.
await payIn(100n);
await payIn(50n, other);
await nextDay();
await sealDays(db, 'infinity');
await payIn(7n);

it('the operator’s check counts what it has read, and names an error of the last sealed day and one since', async () => {
  const operator = operatorOf(db);
  const day = await sealedDayOf(lastKey());
  const { postings = 0n } = (await findSealedDay(db, day)) ?? {};
  await payIn(1n);
  const { all } = await one<{ all: bigint }>(db, 'select count(*) as all from ledger_postings');
  expect(await operator('ledger check')).toBe(`The books are right: ${postings + 1n} postings.`);
  expect(await operator('ledger check', day)).toBe(`The books are right: ${postings} postings.`);
  expect(await operator('ledger check', 'all')).toBe(`The books are right: ${all} postings.`);
  await expect(operator('ledger check', '2001-01-01')).rejects.toThrow('a day that is sealed');
  const check = async (sql: string, what?: string) => {
    const tx = await owner.connect();
    try {
      await tx.query(`begin; ${LAWLESS}; ${sql}`);
      return await ledgerActs.checkLedger.run(tx, { name: 'a tester', roles: [] }, what ? { what } : {});
    } finally {
      await tx.query('rollback');
      tx.release();
    }
  };
  const ofDay = `update ledger_days set hash = sha256(hash) where day = '${day}'`;
  const since = `update ledger_postings set reason = 'gift' where key = '${lastKey()}'`;
  await expect(check(ofDay)).rejects.toThrow(`${day} is not as it was sealed`);
  await expect(check(ofDay, day)).rejects.toThrow(`${day} is not as it was sealed`);
  await expect(check(since)).rejects.toThrow('is not as it was written');
  await expect(check(since, 'all')).rejects.toThrow('is not as it was written');
});

const LAWLESS = ['ledger_accounts', 'ledger_postings', 'ledger_days', 'ledger_day_accounts']
  .concat(Array.from({ length: 8 }, (_, part) => `ledger_postings_${part}`))
  .map((table) => `alter table ${table} disable trigger user`)
  .join(';');

const asIn = (key: string) => `owner = '${member.id}' and day = (select day from ledger_days, ledger_postings
  where key = '${key}' and posted_at >= starts_at and posted_at < ends_at)`;

const NOT_AS_SEALED = /^\d{4}-\d\d-\d\d is not as it was sealed$/;

it.each([
  [
    'a posting that was changed',
    `update ledger_postings set amount = amount + 1 where key = 'in/1'`,
    [/^posting \d+ is not as it was written$/, /^house:demo of the house was sealed with .* but has moved -151$/],
  ],
  [
    'a posting that was taken out',
    `delete from ledger_postings where key = 'in/1'`,
    [/^main of .* but has {2}after $/],
  ],
  [
    'a posting that was moved to another day',
    `update ledger_postings set posted_at = posted_at + interval '1 day' where key = 'in/1'`,
    [/^main of .* was sealed with 100 after 100 but has {2}after $/],
  ],
  [
    'a noted balance that was changed',
    `update ledger_postings set to_after = to_after + 1 where key = 'in/1'`,
    [
      /^main of .* begins with 1 but was left with 0$/,
      /^main of .* was sealed with 100 after 100 but has 101 after 100$/,
    ],
  ],
  [
    'a sealed balance that was changed',
    `update ledger_day_accounts set balance = balance + 1`,
    [
      /^main of .* was sealed with 101 after 100 but has 100 after 100$/,
      /^house:demo of the house was sealed with -149/,
    ],
  ],
  [
    'a sealed balance that was taken out',
    `delete from ledger_day_accounts where account = 'main'`,
    [/^main of .* was sealed with {2}after {2}but has 100 after 100$/],
  ],
  [
    'a sealed balance of the house that was taken out',
    `delete from ledger_day_accounts where account = 'house:demo'`,
    [/^house:demo of the house was sealed with {2}after {2}from {2}but has moved -150$/],
  ],
  [
    'a sealed number of postings that was changed',
    `update ledger_day_accounts set postings = postings + 1`,
    [
      /^main of .* was sealed with 100 after 100 but has 100 after 100$/,
      /^house:demo of .* moved -150$/,
      NOT_AS_SEALED,
    ],
  ],
  [
    'the hash of a posting that was changed',
    `update ledger_postings set chain = sha256(chain) where key = 'in/1'`,
    [/^posting \d+ is not as it was written$/, NOT_AS_SEALED],
  ],
  [
    'a hash that was changed',
    `update ledger_days set hash = sha256(hash) where sealed_at is not null`,
    [NOT_AS_SEALED],
  ],
  [
    'an account that lost its newest posting',
    `update ledger_accounts set last_posting_id = null where member_id = '${member.id}'`,
    [/^main of .* keeps \d+ but its newest posting leaves 100$/],
  ],
])('the check of a sealed day names %s', async (_, sql, named) => {
  const found = await foundAfter(sql, await sealedDayOf('in/1'));
  for (const text of named) expect(found).toContainEqual(expect.stringMatching(text));
});

it('the check of a sealed day names a balance that was changed in the seal of the day before', async () => {
  const sql = `update ledger_day_accounts set balance = balance + 1 where ${asIn('in/1')}`;
  expect(await foundAfter(sql, await sealedDayOf('in/3'))).toEqual([
    expect.stringMatching(/^main of .* begins with 100 but was left with 101$/),
  ]);
});

it('the check of a sealed day names a hash that was changed in the day before', async () => {
  const day = await sealedDayOf('in/3');
  const sql = `update ledger_days set hash = sha256(hash) where day = '${day}'::date - 1`;
  expect(await foundAfter(sql, day)).toEqual([`${day} is not as it was sealed`]);
});

it('the check of everything names a balance that was changed in a seal, and what a day is said to have moved', async () => {
  for (const part of ['balance', 'moved']) {
    const tx = await owner.connect();
    await tx.query(`begin; ${LAWLESS}; update ledger_day_accounts set ${part} = ${part} + 1 where ${asIn('in/1')}`);
    const found = await problems(tx);
    await tx.query('rollback');
    tx.release();
    expect(found).toEqual([expect.stringMatching(/^main of .* was sealed on .* with 10[01] after 10[01] /)]);
  }
});

it('the check of a sealed day names every posting that does not go on where the member’s one before was', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => newMember(db, 'th')));
  const second: Posted[] = [];
  for (const each of members) {
    await payIn(5n, each);
    second.push(await payIn(6n, each));
  }
  const day = await sealedDayOf(lastKey());
  const ids = second.map(({ postingId }) => postingId);
  const found = await foundAfter(`update ledger_postings set to_after = 12 where id in (${ids.join()})`, day);
  for (const id of ids)
    for (const text of ['does not go on where main of', 'is not as it was written'])
      expect(found).toContainEqual(expect.stringContaining(`posting ${id} ${text}`));
});

/** What the check finds in a day that was right, after a change past the laws. */
async function foundAfter(sql: string, day: string): Promise<string[]> {
  expect(await problemsOf(db, day)).toEqual([]);
  const tx = await owner.connect();
  await tx.query(`begin; ${LAWLESS}; ${sql}`);
  const found = await problemsOf(tx, day);
  await tx.query('rollback');
  tx.release();
  return found;
}
