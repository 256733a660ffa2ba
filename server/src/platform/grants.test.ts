import { expect, test } from 'vitest';
import { TABLE_OWNERS } from '../../../architecture-tests/rules.ts';
import { ROLES } from '../../../launch/roles.ts';
import { giveMoney } from '../../../world/people.ts';
import { cloneDatabase, contents, newMember } from '../../test/harness.ts';
import { problems } from '../ledger/ledger.ts';
import { writeStatement } from '../ledger/statement.ts';
import { checkChain, writeAudit } from '../staff/audit.ts';
import { inTransaction, many } from './database.ts';
import { grantRights } from './grants.ts';

/** The functions that run with the rights of the tables' owner. */
const WITH_RIGHTS_OF_OWNER = [
  'audit_write',
  'idempotency_forget',
  'ledger_close_day',
  'ledger_post',
  'ledger_seal_day',
  'ledger_settle',
  'ledger_undo',
  'statement_end',
  'statement_note_balance',
  'statement_write',
];

/** What somebody could do who has taken over the server: `db` is what the server is given. */
const { db, owner } = await cloneDatabase();
const { id: member } = await newMember({ db, edition: 'th' });
await giveMoney(db, member, 100_00);
const ENTRY = '00000000-0000-4000-8000-000000000001';
await writeStatement(db, member, {
  id: ENTRY,
  type: 'deposit',
  status: 'SUCCESS',
  from: 'SCB',
  to: 'wallet',
  amount: 1n,
});
const act = { operator: 'nok', approval: null, act: 'x', why: 'a reason', input: {}, before: null, after: null };
await inTransaction(db, (tx) => writeAudit(tx, act));

const DENIED = { code: '42501' };

/** The books, the statement and the log; and what says which migrations they have. */
const GUARDED = [
  'audit_log',
  'ledger_accounts',
  'ledger_day_accounts',
  'ledger_days',
  'ledger_postings',
  'migrations',
  'statement_entries',
  'statement_totals',
];
const ONLY_GROWING = ['account_changes', 'production_marker', 'security_events', 'seeded_rows', 'standstills'];

/** Refused for want of rights, and nothing has changed. */
async function expectDenied(sql: string): Promise<void> {
  const before = await contents(db);
  await expect(db.query(sql), sql).rejects.toMatchObject(DENIED);
  expect(await contents(db)).toEqual(before);
}

test.each(GUARDED)('the server only reads %s: it can neither write it nor change what guards it', async (table) => {
  const { fields } = await db.query(`select * from ${table} limit 0`);
  const column = fields.at(-1)?.name;
  for (const sql of [
    `insert into ${table} default values`,
    `insert into ${table} overriding system value select * from ${table} on conflict do nothing`,
    `update ${table} set ${column} = ${column} where false`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
    `merge into ${table} using members on false when not matched then insert default values`,
    `copy ${table} from stdin`,
    `do $$ begin lock table ${table} in share row exclusive mode; end $$`,
    `select from ${table} for update`,
    `alter table ${table} disable trigger all`,
    `alter table ${table} disable trigger user`,
    `alter table ${table} add column mine text`,
    `alter table ${table} owner to current_user`,
    `drop table ${table} cascade`,
    `create index on ${table} ((1))`,
    `create trigger mine before insert on ${table} for each row execute function refuse_change()`,
    `create rule mine as on insert to ${table} do instead nothing`,
  ])
    await expect(db.query(sql), sql).rejects.toMatchObject(DENIED);
});

test.each([
  'create table mine (a int)',
  'create temporary table ledger_entries (a int)',
  'create schema mine',
  `create function mine() returns int language sql as 'select 1'`,
  `create or replace function app_now() returns timestamptz language sql as 'select now()'`,
  'alter function ledger_post reset all',
  'drop function audit_write',
  'drop view ledger_problems',
  'drop trigger note_change on members',
  'alter table members add column mine text',
  'truncate settings',
  'set session_replication_role = replica',
  `set role ${ROLES.owner}`,
  `alter role ${ROLES.app} superuser`,
  'alter system set fsync = off',
  'create role mine login',
  'create database mine',
  'select passwd from pg_shadow',
  `select pg_read_file('/etc/hostname')`,
  `select pg_ls_dir('/')`,
  `select lo_import('/etc/hostname')`,
  `copy (select 1) to '/tmp/krapao-mine'`,
  `copy settings from program 'id'`,
  `select setval('ledger_posting_ids', 1)`,
  `select nextval('ledger_posting_ids')`,
  `select ledger_write('house', 'mine', 'post', 'x', 'BAHT', 'house:a', 'house:b', 1, null, '{}')`,
  `insert into ledger_postings_0 default values`,
  `select statement_next('${member}', '')`,
  `update account_changes set changed_at = now()`,
  'delete from account_changes',
])('the server cannot %s', (sql) => expectDenied(sql));

test.each([
  ['moves nothing', `'post', 'x', 'BAHT', 'house:demo', 'main', 0`, 'LEDGER_NO_POSTING'],
  ['moves less than nothing', `'post', 'x', 'BAHT', 'house:demo', 'main', -100`, 'LEDGER_NO_POSTING'],
  ['has no amount', `'post', 'x', 'BAHT', 'house:demo', 'main', null`, 'violates'],
  ['comes from nowhere', `'post', 'x', 'BAHT', null, 'main', 100`, 'violates'],
  ['goes nowhere', `'post', 'x', 'BAHT', 'main', null, 100`, 'violates'],
  ['closes another by its kind alone', `'reverse', 'x', 'BAHT', 'house:demo', 'main', 100`, 'LEDGER_NO_POSTING'],
  ['takes more than there is', `'post', 'x', 'BAHT', 'main', 'house:demo', 999999`, 'ledger_not_below_zero'],
])('a posting that %s is refused, also to a caller of the function itself', async (_, moved, why) => {
  const before = await contents(db);
  const sql = `select ledger_post('${member}', 'by/hand', ${moved}, '{}')`;
  await expect(db.query(sql)).rejects.toThrow(why);
  expect(await contents(db)).toEqual(before);
  expect(await problems(db)).toEqual([]);
});

test('what the functions write by hand stays in the chain, in the numbering and in the books', async () => {
  await expect(db.query(`select audit_write('nok', 'lek', 1, 'x', 'nobody asked', null, null, null)`)).rejects.toThrow(
    'REQUEST_IS_ANOTHER',
  );
  await expect(db.query(`select statement_end('${member}', '${ENTRY}', 'NEVER', 5, null, null)`)).rejects.toThrow(
    'STATEMENT_NO_END',
  );
  await expect(
    db.query(`select statement_write('${member}', '${ENTRY}', 'deposit', 'SUCCESS', 'x', 'y', 5, null, null, null)`),
  ).rejects.toThrow('statement_entries_member_id_id_key');
  await db.query(`select audit_write('nok', null, null, 'x', 'by hand', null, null, null)`);
  expect(await checkChain(db)).toMatchObject({ problems: [], entries: 2n });
  expect(await problems(db)).toEqual([]);
});

test('only the functions of the house rules have the rights of the owner, each with a fixed search path, for the server alone', async () => {
  const functions = await many<{ name: string; path: string; others: boolean; server: boolean }>(
    db,
    `select proname as name, array_to_string(proconfig, ' ') as path,
        has_function_privilege('${ROLES.sandbox}', oid, 'execute') as others,
        has_function_privilege('${ROLES.app}', oid, 'execute') as server
      from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`,
  );
  const kept = { path: expect.stringMatching(/^search_path=public, pg_temp\b/), others: false, server: true };
  expect(functions).toEqual(WITH_RIGHTS_OF_OWNER.map((name) => ({ name, ...kept })));
});

type Rights = { name: string; kind: string; rights: string };

/** The rights of the server's role besides reading, by table and view. */
function rights(): Promise<Rights[]> {
  return many<Rights>(
    db,
    `select relname as name, case when relispartition then 'partition' else relkind::text end as kind, concat_ws(' ', variadic array(
          select lower(privilege) from unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as privilege
          where has_table_privilege('${ROLES.app}', oid, privilege))) as rights
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') order by 1`,
  );
}

test('every table is read and written by the server, but those that functions write and those that only grow', async () => {
  const found = await rights();
  const isTable = (kind: string) => kind !== 'v' && kind !== 'partition';
  const namesWith = (wanted: string) =>
    found.filter(({ kind, rights }) => isTable(kind) && rights === wanted).map(({ name }) => name);
  expect(namesWith('')).toEqual(GUARDED);
  expect(namesWith('insert')).toEqual(ONLY_GROWING);
  const others = Object.keys(TABLE_OWNERS).filter((name) => ![...GUARDED, ...ONLY_GROWING].includes(name));
  expect(namesWith('insert update delete')).toEqual(others.toSorted());
  expect(found.filter(({ kind, rights }) => !isTable(kind) && rights !== '')).toEqual([]);
});

test('a table, a view and a partition that come later get their rights by the same rule', async () => {
  await owner.query(`create table later (a int) partition by range (a);
    create table later_1 partition of later for values from (0) to (9);
    create view later_seen as select * from later;
    grant all on all tables in schema public to ${ROLES.app}`);
  await inTransaction(owner, (tx) => grantRights(tx, ROLES.app));
  const found = new Map((await rights()).map(({ name, rights }) => [name, rights]));
  expect(['later', 'later_1', 'later_seen', 'ledger_entries'].map((name) => found.get(name))).toEqual([
    'insert update delete',
    '',
    '',
    '',
  ]);
});
