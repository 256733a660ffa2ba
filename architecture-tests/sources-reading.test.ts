import { expect, test } from 'vitest';
import { keysPostedBy, keysPostedIn } from './posting-keys.ts';
import { readSource } from './sources.ts';
import { normalised, tablesWrittenIn, unnamedTargetsIn } from './sql.ts';

/** `<id>` stands for what a template puts in. */
const read = (text: string) =>
  readSource(
    'server/src/money/example.ts',
    text.replaceAll(/<(.+?)>/g, (_, put) => `$\{${put}}`),
  );

test.each([
  [`insertRow(tx, 'payments', { id })`, ['payments']],
  [`database.insertRow(tx, 'payments', { id })`, ['payments']],
  [`import { insertRow as put } from './database.ts'; put(tx, 'payments', {})`, ['payments']],
  [`deleteInBatches(db, 'payments', 'true')`, ['payments']],
  [`const due = retriedTable('payments', ['id'], 'true')`, ['payments']],
  [`const due: DueTable = { table: 'payments', key: ['id'], due: 'at' }`, ['payments']],
  [`insertRow(tx, table, { id })`, [null]],
  [`const due = (table: string): DueTable => ({ table, key: ['id'], due: 'at' })`, [null]],
  [`const place = { table, chair }; text.toString()`, []],
])('the code %j names to a helper that writes: %j', (text, tables) => {
  expect(read(text).tablesNamed).toEqual(tables);
});

test.each([
  ['db.query(`update <TABLE> set a = 1`)', ['update ?']],
  [`db.query('insert into ' + table + ' (a) values (1)')`, ['insert into ?']],
  [`db.query('update payments set a = ' + value)`, []],
])('of the code %j, %j says no table', (text, unnamed) => {
  expect([...new Set(read(text).strings.flatMap(unnamedTargetsIn))]).toEqual(unnamed);
});

test('a statement that is a sum of strings is read as one text', () => {
  const { strings } = read(`db.query('insert ' + 'into payments (a) values (1)')`);
  expect(strings.flatMap(tablesWrittenIn)).toEqual(['payments']);
});

const LEDGER = `import { post, hold as keep, takeFromMember } from '../ledger/ledger.ts';`;
const UNREADABLE = 'unreadable';

test.each([
  ['post(tx, { key: `payment/<id>/heard`, amount })', ['payment/*/heard']],
  ['const key = `payment/<id>`; keep(tx, { key, amount })', ['payment/*']],
  ['const at = `<a>/<b.id>`; post(tx, { ...rest(), key: `late/<at>/x` })', ['late/*/*/x']],
  ['const of = (id: string) => `dispute/<id>`; post(tx, { key: `<of(id)>/freeze` })', ['dispute/*/freeze']],
  ['const booking = { key: `debt/<id>` } as const; post(tx, { ...booking, amount })', ['debt/*']],
  ['function of(id: string) { return { key: `debt/<id>` }; } post(tx, { ...of(id), amount })', ['debt/*']],
  ['const b = { key: `debt/<id>` }; post(tx, { ...b, key: `<b.key>/forgiven` })', ['debt/*/forgiven']],
  ['takeFromMember(tx, { key: `payment/<id>` })', ['payment/*/taken', 'payment/*/owed']],
  ['import * as ledger from "../ledger/ledger.ts"; ledger.post(tx, { key: `debt/<id>` })', ['debt/*']],
  [`post(tx, { key: ['payment', id].join('/') })`, [UNREADABLE]],
  ["post(tx, { key: `payment/<[id, 'x'].join('/')>` })", [UNREADABLE]],
  [`function f(key: string) { post(tx, { key }); }`, [UNREADABLE]],
  ['const key = `payment/<id>`; function f(key: string) { post(tx, { key }); }', [UNREADABLE]],
  ['let key = `payment/<id>`; post(tx, { key })', [UNREADABLE]],
  ['function f(booking: Booking) { post(tx, { key: `payment/<id>`, ...booking }); }', [UNREADABLE]],
  ['post(tx, { amount })', [UNREADABLE]],
])('the code %j posts with %j', (text, keys) => {
  const posted = keysPostedBy(read(`${LEDGER} ${text}`));
  expect(posted.map((one) => ('key' in one ? one.key : UNREADABLE))).toEqual(keys);
});

test.each([
  [`begin perform ledger_post(o, 'payment/' || p_id || '/heard', 'post'); end`, ['payment/*/heard']],
  [`begin perform "ledger_post" (o, 'payment/' || p.id::text, 'post'); end`, ['payment/*']],
  [`begin perform ledger_settle(o, transfer_key(a, b, 1, 'done'), v_hold); end`, ['transfer/*/*/*/done']],
  [`declare v_key constant text := 'late/' || a; begin perform ledger_undo(o, v_key); end`, ['late/*']],
  [`declare v text; begin v := 'a/' || b; else v := 'c/' || d; perform ledger_post(o, v); end`, ['a/*', 'c/*']],
  [`declare v text; begin v := null; v = 'a/' || b; perform ledger_post(o, v); end`, ['a/*']],
  [`begin perform ledger_post(o, concat_ws('/', 'payment', a)); end`, [UNREADABLE]],
  [`begin perform ledger_post(o, format('payment/%s/x', a)); end`, [UNREADABLE]],
  [`begin perform ledger_post(o, 'payment/' || concat_ws('/', a, b)); end`, [UNREADABLE]],
  [`begin perform ledger_post(o, transfer_key(a, b, 1, p_step)); end`, [UNREADABLE]],
  [`begin perform ledger_post(o, p_key); end`, [UNREADABLE]],
  [`begin perform ledger_post(p_key => 'payment/1', p_owner => o); end`, [UNREADABLE]],
  [`begin v := 'a/' || b; select x into v from y; perform ledger_post(o, v); end`, [UNREADABLE]],
  [`declare v text default concat_ws('/', a); begin v := 'a/' || b; perform ledger_post(o, v); end`, [UNREADABLE]],
])('the function %j posts with %j', (text, keys) => {
  const posted = keysPostedIn({ name: 'example', text: normalised(text) });
  expect(posted.map((one) => ('key' in one ? one.key : UNREADABLE))).toEqual(keys);
});
