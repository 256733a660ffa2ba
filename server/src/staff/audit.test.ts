import { expect, test } from 'vitest';
import { cloneDatabase } from '../../test/harness.ts';
import { inTransaction } from '../platform/database.ts';
import { auditActs } from './audit.acts.ts';
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
/** Entry 5 has a second operator, who agreed to what the first had asked for. */
async function writeAgreed(): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.query(`insert into operators (name, password_hash) values ('nok', '-'), ('lek', '-')`);
    const { rows } = await tx.query<{ id: bigint }>(
      `insert into act_requests (act, input, why, preview, asked_by) select 'agreed', '{}', 'x', '{}', 'nok'
        from generate_series(1, 2) returning id`,
    );
    const requestId = rows[0]?.id ?? 0n;
    const yes = `update act_requests set decision = 'approved', decided_by = 'lek', decided_at = app_now() where id = $1`;
    await tx.query(yes, [requestId]);
    const approval = { second: 'lek', requestId };
    await writeAudit(tx, { ...entry, approval, act: 'agreed', input: {}, before: { a: 1 }, after: { a: 2 } });
  });
}
const problems = async () => (await checkChain(db)).problems;

test('entries that are written at the same moment are numbered without a gap, each sealed with the one before it', async () => {
  for (let index = 1; index < 5; index++) await write(`act ${index}`);
  await writeAgreed();
  await Promise.all(Array.from({ length: 15 }, (_, index) => write(`act ${index}`)));
  await inTransaction(db, (tx) => writeAudit(tx, entry).then(() => tx.query('rollback')));
  await write('the last');
  const { rows } = await db.query<{ id: bigint }>('select id from audit_log order by id');
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 21 }, (_, index) => BigInt(index + 1)));
  expect(await problems()).toEqual([]);
  const nok = { name: 'nok', roles: [] };
  const { head, newest } = await inTransaction(db, async (tx) => ({
    head: await auditActs.checkAudit.run(tx, nok, {}),
    newest: await auditActs.listAudit.run(tx, nok, {}),
  }));
  const last = await db.query(`select encode(hash, 'hex') as hash from audit_log where id = 21`);
  expect(head).toEqual({ entries: 21n, head: last.rows[0].hash });
  expect(newest).toHaveLength(20);
  expect(newest[0]).toMatchObject({ operator: 'nok', second: null, act: 'the last', why: 'a reason', input: { a: 1 } });
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
    const check = auditActs.checkAudit.run(tx, { name: 'nok', roles: [] }, {});
    await expect(check).rejects.toThrow(`The audit log was changed: ${rows[0]?.problem}`);
    await tx.query('rollback');
    return rows.map(({ problem }) => problem);
  });
}

test.each<[string, string]>([
  [`update audit_log set operator = 'another' where id = 5`, 'entry 5 is not as it was written'],
  ...[
    `at = at - interval '1 day'`,
    `input = '{"a": 2}'`,
    `second = 'another'`,
    'request_id = request_id + 1',
    `act = 'another'`,
    `why = 'another'`,
    `before = '{"a": 2}'`,
    `after = '{"a": 1}'`,
  ].map(
    (change) => [`update audit_log set ${change} where id = 5`, 'entry 5 is not as it was written'] as [string, string],
  ),
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
