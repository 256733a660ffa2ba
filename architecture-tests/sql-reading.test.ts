import { expect, test } from 'vitest';
import {
  argumentsOf,
  calledIn,
  dynamicSqlIn,
  errorCodesIn,
  namelessInsertsIn,
  normalised,
  tablesMadeIn,
  tablesWrittenIn,
  unnamedTargetsIn,
} from './sql.ts';
import { readStatements } from './sql-definitions.ts';

test.each([
  [`select 1 -- two`, 'select 1'],
  [`select '-- no comment' as a`, `select '-- no comment' as a`],
  [`select 'it''s -- text' -- a comment`, `select 'it''s -- text'`],
  [`select e'\\' -- text', 1`, `select e'\\' -- text', 1`],
  [`update /* by\nhand */ "payments"\n  set a = 1`, 'update payments set a = 1'],
  [`insert into public.payments (a) select 1 from "public" . "x"`, 'insert into payments (a) select 1 from x'],
])('the text %j is read as %j', (text, read) => {
  expect(normalised(text)).toBe(read);
});

test.each([
  ['insert into payments (id) values (1)', ['payments']],
  ['INSERT INTO "payments"(id) values (1)', ['payments']],
  ['insert /* x */ into public.payments (id) values (1)', ['payments']],
  ['insert into krapao.public.payments (id) values (1)', ['payments']],
  ['update only payments set a = 1', ['payments']],
  ['update only (payments) set a = 1', ['payments']],
  ['update\n  payments p\n  set a = 1', ['payments']],
  ['delete from only payments', ['payments']],
  ['merge into payments using x on true when matched then update set a = 1', ['payments']],
  ['copy payments (id, amount) from stdin', ['payments']],
  ['copy payments from stdin', ['payments']],
  ['copy payments to stdout', []],
  ['truncate table payments, only members cascade', ['payments', 'members']],
  ['truncate payments * , members', ['payments', 'members']],
  ['update ledger_postings_3 set amount = 1', ['ledger_postings']],
  [`execute format('truncate idempotency_keys_%s', part)`, ['idempotency_keys']],
  ['with gone as (delete from payments returning *) select 1', ['payments']],
  ['insert into members (id) values (1) on conflict do update set id = 2', ['members']],
  ['select 1 from members for update of members', []],
  ['select 1 from members for no key update', []],
  ['create trigger t before update or delete or truncate on payments', []],
  [`select '--'; update payments set a = 1`, ['payments']],
])('the text %j writes %j', (text, tables) => {
  expect(tablesWrittenIn(text)).toEqual(tables);
});

test.each([
  ['update ? set a = 1', ['update ?']],
  ['insert into ? (a) values (1)', ['insert into ?']],
  ['delete from pay? where true', ['delete from pay?']],
  ['truncate table only ?', ['truncate table only ?']],
  ['update payments set a = ?', []],
])('of the text %j, %j says no table', (text, unnamed) => {
  expect(unnamedTargetsIn(text)).toEqual(unnamed);
});

test.each([
  ['insert into t (a, b) select 1, 2', []],
  ['insert into t as mine (a) values (1)', []],
  ['insert into t default values', []],
  ['insert into t(a) values (1)', []],
  ['insert into t values (1)', ['t']],
  ['insert into t (select 1)', ['t']],
  ['insert into t ((select 1))', ['t']],
  ['insert into t ( with x as (select 1) select 1)', ['t']],
  ['insert into "t" select 1', ['t']],
  ['insert into public.t table x', ['t']],
  ['insert into t as mine select 1', ['t']],
])('the text %j inserts without columns into %j', (text, tables) => {
  expect(namelessInsertsIn(text)).toEqual(tables);
});

test.each([
  ['create table a (id text)', ['a']],
  ['CREATE UNLOGGED TABLE IF NOT EXISTS "B" (id text)', ['b']],
  ['  create table\n public.c (id text)', ['c']],
  [`execute format('create table d_%s partition of d', part)`, ['d']],
])('the text %j makes the table %j', (text, tables) => {
  expect(tablesMadeIn(text)).toEqual(tables);
});

test.each([
  [`begin execute 'update payments set a = 1'; end`, ['execute']],
  ['begin EXECUTE v_text using 1; end', ['execute']],
  ['do $$ begin end $$', ['do']],
  ['select 1; do language plpgsql $$ begin end $$', ['do']],
  ['create trigger a before insert on t for each row execute function f()', []],
  ['grant execute on all routines in schema public to x', []],
  ['insert into t (a) values (1) on conflict do nothing', []],
])('the text %j runs by %j what cannot be read', (text, found) => {
  expect(dynamicSqlIn(text)).toEqual(found);
});

test.each([
  ['select pay(1)', ['pay']],
  ['select pay (1)', ['pay']],
  ['select "pay"\n(1)', ['pay']],
  ['select public.PAY(1)', ['pay']],
  ['select repay(1), pay', []],
])('the text %j calls %j', (text, called) => {
  expect(calledIn(text, ['pay', 'refuse'])).toEqual(called);
});

test.each([
  [`refuse('A')`, [[`'A'`]]],
  [`perform "refuse" ('A', 1); perform refuse('B')`, [[`'A'`, '1'], [`'B'`]]],
  [`refuse('a) b, c', f(1, 2), array[1, 2])`, [[`'a) b, c'`, 'f(1, 2)', 'array[1, 2]']]],
])('in the text %j the arguments of refuse are %j', (text, given) => {
  expect(argumentsOf('refuse', text)).toEqual(given);
});

test.each([
  [`raise exception 'A' using errcode = 'KR001', detail = 'x';`, ['KR001']],
  [`raise exception using message = 'A', errcode := 'KR001';`, ['KR001']],
  [`raise exception 'A' using errcode = 'KR' || '001';`, [`'KR' || '001'`]],
  [`raise exception 'A' using errcode = v_code;`, ['v_code']],
  [`raise sqlstate 'KR001';`, [`sqlstate 'KR001'`]],
])('the text %j raises %j', (text, codes) => {
  expect(errorCodesIn(text)).toEqual(codes);
});

test.each([
  [`create or replace function f(a text) returns text language sql as $$ select 1; $$;`, ['f']],
  [`create or replace view v as select ';';`, ['v']],
  ['create or replace trigger t before insert on payments for each row execute function f();', ['payments.t']],
])('the statement %j defines %j', (text, names) => {
  const { defined, others } = readStatements({ file: 'x', text });
  expect(defined.map(({ name }) => name)).toEqual(names);
  expect(others).toEqual([]);
});

test.each([
  'CREATE OR REPLACE FUNCTION f() returns text language sql as $$ select 1; $$;',
  '  create or replace function f() returns text language sql as $$ select 1; $$;',
  '/* x */ create or replace function f() returns text language sql as $$ select 1; $$;',
  'create function f() returns text language sql as $$ select 1; $$;',
  'create or replace function\n  f() returns text language sql as $$ select 1; $$;',
  'create or replace function public.f() returns text language sql as $$ select 1; $$;',
  'create or replace function "f"() returns text language sql as $$ select 1; $$;',
  'create or replace function f() returns text language sql as $f$ select 1; $f$;',
  'create materialized view v as select 1;',
  'create or replace trigger t before insert on public.payments for each row execute function f();',
  'create or replace trigger t before insert on payments for each row execute procedure f();',
  ' update payments set a = 1;',
  'do $$ begin end $$;',
])('the statement %j is not read as a definition', (text) => {
  const { defined, others } = readStatements({ file: 'x', text: `-- A comment.\n\n${text}` });
  expect(defined).toEqual([]);
  expect(others.map(({ line }) => line)).toEqual([3]);
});
