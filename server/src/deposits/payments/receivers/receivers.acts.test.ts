import { expect, test } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import { cloneDatabase, newMember, startProduct } from '../../../../test/harness.ts';
import { openActs } from '../../../acts.ts';
import { readConfig } from '../../../config.ts';
import { inTransaction } from '../../../platform/database.ts';
import type { Operator } from '../../../staff/act.ts';
import { performAct } from '../../../staff/perform-act.ts';

const database = await cloneDatabase();
const { db } = database;
const product = await startProduct(database, { ROLE: 'api' });
const operator = operatorOf(db);

test('a line of a feed that could not be read is listed until an operator has looked at it', async () => {
  expect(await operator('feeds unread')).toBe('Everything was read.');
  await db.query(
    `insert into unparsed_reports (bank_code, account_no, content, why) values
      ('SCB', '0000000011', 'garbage', 'no amount'), ('KBANK', '0000000012', '?', 'no bank')`,
  );
  const [first = '', second = ''] = (await operator('feeds unread')).split('\n');
  const [id = ''] = first.split(' ');
  expect(first).toBe(`${id}  SCB 0000000011  no amount: garbage`);
  expect(await operator('feeds done', id)).toBe('Done.');
  expect(await operator('feeds unread')).toBe(second);
  const gone = `There is nothing unread with the number ${id}.`;
  await expect(operator('feeds done', id)).rejects.toThrow(gone);
  await expect(operator('feeds done', 'nonsense')).rejects.toThrow('There is nothing unread with the number nonsense.');
  const { rows } = await db.query('select before, after from audit_log');
  expect(rows).toEqual([{ before: { id, done_at: null }, after: { id, done_at: expect.any(String) } }]);
});

test('slips that are in progress are listed with how often they were looked at', async () => {
  expect(await operator('slips pending')).toBe('None.');
  const { id } = await newMember(product);
  const slip = (reference: string, status: string, lookAt: string, note: string) =>
    db.query(
      `insert into slips (reference, member_id, file, status, look_at, note, tries) values ($1, $2, $1, $3, ${lookAt}, ${note}, 3)`,
      [reference, id, status],
    );
  await slip('A'.repeat(20), 'PROCESSING', 'app_now()', 'null');
  await slip('B'.repeat(20), 'FAILED', 'null', `'SLIP_INVALID'`);
  expect(await operator('slips pending')).toMatch(
    new RegExp(`^${'A'.repeat(20)} {2}${id} {2}20\\d\\d-.*Z, looked at 3 times$`),
  );
});

test('waiting money is listed from where one left off', async () => {
  await operator('receivers add', 'SCB', '0000000011', 'AUTO', 'BAHT', 'KRAPAO');
  const record = async (reference: string) =>
    /\d+/.exec(await operator('payments record', 'SCB', '0000000011', 'BBL', reference, '10'))?.[0] ?? '';
  const [first, second] = [await record('R1'), await record('R2')];
  const listed = async (...words: string[]) =>
    (await operator('payments waiting', ...words)).split('\n').map((line) => line.split('  ')[0]);
  expect(await listed()).toEqual([first, second, '2 in all.']);
  expect(await listed('after', first)).toEqual([second, '2 in all.']);
  expect(await listed('after', second)).toEqual(['2 in all.']);
  await expect(operator('payments waiting', 'after', 'x')).rejects.toThrow('Say after which payment, by its number.');
});

test('a payment to an account with SMS reports is recorded with its time, also where a feed reports the account too', async () => {
  for (const mode of ['AUTO', 'SMS']) await operator('receivers add', 'KTB', '0000000097', mode, 'BAHT', 'KRAPAO');
  const record = (...when: string[]) => operator('payments record', 'KTB', '0000000097', 'BBL', 'R3', '10', ...when);
  await expect(record()).rejects.toThrow('Say when it was paid');
  expect(await record('2026-11-15T15:04+07:00')).toMatch(/\d+/);
  await operator('receivers add', 'BCEL', '0000000096', 'AUTO', 'LAK', 'KRAPAO');
  await operator('payments record', 'bcel', '0000000096', 'jdb', 'r-4', '20', '2026-11-15T15:05+07:00');
  const sql = `select receiver_bank, sending_bank, reference, amount, currency, paid_at, reported_by from payments
    where reference in ('R3', 'R4') order by id`;
  const told = { receiver_bank: 'KTB', sending_bank: 'BBL', reference: 'R3', amount: 10_00n, currency: 'BAHT' };
  const inKip = { receiver_bank: 'BCEL', sending_bank: 'JDB', reference: 'R4', amount: 20_00n, currency: 'LAK' };
  expect((await db.query(sql)).rows).toEqual([
    { ...told, paid_at: new Date('2026-11-15T08:04Z'), reported_by: ['operator'] },
    { ...inKip, paid_at: new Date('2026-11-15T08:05Z'), reported_by: ['operator'] },
  ]);
});

test('an account or a wallet is closed and opened again by itself, and no other of its bank', async () => {
  const accounts = ['GSB 000000000021 AUTO', 'GSB 000000000022 AUTO', 'TRUEMONEY 0811111111 GIFT'];
  for (const account of [...accounts, 'TRUEMONEY 0822222222 GIFT'])
    await operator('receivers add', ...account.split(' '), 'BAHT', 'KRAPAO');
  const listed = async () => (await operator('receivers list')).split('\n').filter((line) => /^(GSB|TRUE)/.test(line));
  const close = (account = '') => operator('receivers close', ...account.split(' ').slice(0, 2));
  await close(accounts[0]);
  await close(accounts[2]);
  const gsb = (number: string) => `GSB ${number}  AUTO  BAHT  KRAPAO  (own references)`;
  const wallet = (number: string) => `TRUEMONEY ${number}  GIFT  BAHT  KRAPAO`;
  const [first, second] = [gsb('000000000021'), gsb('000000000022')];
  const [closed, open] = [wallet('0811111111'), wallet('0822222222')];
  expect(await listed()).toEqual([`${first}  (closed)`, second, `${closed}  (closed)`, open]);
  for (const account of [accounts[0], accounts[2]])
    await operator('receivers add', ...(account ?? '').split(' '), 'BAHT', 'KRAPAO');
  expect(await listed()).toEqual([first, second, closed, open]);
  await expect(operator('feeds rewind', 'TRUEMONEY', '0811111111', '0')).rejects.toThrow('has no feed');
});

test('that an account shares references is said by two operators, and that it does not by one', async () => {
  const { switchReferences } = openActs(readConfig({ DATABASE_URL: database.url }));
  const finance: Operator = { name: 'a tester', roles: ['finance', 'admin'] };
  const say = async (references: 'shared' | 'own') => {
    const input = { bank: 'SCB', account: '0000000011', references };
    const by = { operator: finance, why: 'compared' };
    return (await inTransaction(db, (tx) => performAct(tx, switchReferences, by, input))).is;
  };
  expect([await say('shared'), await say('own')]).toEqual(['asked', 'done']);
});
