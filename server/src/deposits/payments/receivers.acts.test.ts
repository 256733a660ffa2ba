import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { cloneDatabase, newMember, startProduct } from '../../../test/harness.ts';

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

test('money at an account that an SMS may tell of is recorded with its time, also where a feed tells of it too', async () => {
  for (const mode of ['AUTO', 'SMS']) await operator('receivers add', 'KTB', '0000000097', mode, 'BAHT', 'KRAPAO');
  const record = (...when: string[]) => operator('payments record', 'KTB', '0000000097', 'BBL', 'R3', '10', ...when);
  await expect(record()).rejects.toThrow('Say when it was paid');
  expect(await record('2026-11-15T15:04+07:00')).toMatch(/\d+/);
});
