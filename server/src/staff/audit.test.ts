import { expect, test } from 'vitest';
import { cloneDatabase } from '../../test/harness.ts';
import { inTransaction } from '../platform/database.ts';
import { checkChain, writeAudit } from './audit.ts';

const { db, owner } = await cloneDatabase();
const entry = {
  operator: 'nok',
  approval: null,
  act: 'x',
  why: 'a reason',
  input: { a: 1 },
  before: null,
  after: null,
};
const write = (act: string) => inTransaction(db, (tx) => writeAudit(tx, { ...entry, act }));
const problems = async () => (await checkChain(db)).problems;

test('entries that are written at the same moment are numbered without a gap, each sealed with the one before it', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => write(`act ${index}`)));
  await inTransaction(db, (tx) => writeAudit(tx, entry).then(() => tx.query('rollback')));
  await write('the last');
  const { rows } = await db.query<{ id: bigint }>('select id from audit_log order by id');
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 21 }, (_, index) => BigInt(index + 1)));
  expect(await problems()).toEqual([]);
});

test.each(['update audit_log set why = why', 'delete from audit_log where id = 3', 'truncate audit_log'])(
  'the log takes no %s',
  async (sql) => {
    await expect(owner.query(sql)).rejects.toThrow('APPEND_ONLY');
  },
);

/** What somebody who owns the tables can do: the trigger is off while `sql` runs, and all of it is undone. */
async function tampered(sql: string): Promise<string[]> {
  return inTransaction(owner, async (tx) => {
    await tx.query('alter table audit_log disable trigger user');
    await tx.query(sql);
    const { rows } = await tx.query<{ problem: string }>('select problem from audit_problems order by id');
    await tx.query('rollback');
    return rows.map(({ problem }) => problem);
  });
}

test.each([
  [`update audit_log set operator = 'another' where id = 5`, 'entry 5 is not as it was written'],
  [`update audit_log set at = at - interval '1 day' where id = 5`, 'entry 5 is not as it was written'],
  [`update audit_log set input = '{"a": 2}' where id = 5`, 'entry 5 is not as it was written'],
  [`delete from audit_log where id = 5`, 'entry 5 is missing'],
  [
    `delete from audit_log where id = 5; update audit_log set id = id - 1 where id > 5`,
    'entry 5 is not as it was written',
  ],
])('a log after "%s" shows that %s', async (sql, problem) => {
  expect((await tampered(sql))[0]).toBe(problem);
  expect(await problems()).toEqual([]);
});

test('an entry that was written anew with a seal of its own breaks the seal of the next', async () => {
  const sql = `update audit_log set why = 'another' where id = 5;
    update audit_log e set hash = audit_hash(e, (select hash from audit_log where id = 4)) where id = 5`;
  expect((await tampered(sql))[0]).toBe('entry 6 is not as it was written');
});
