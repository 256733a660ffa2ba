import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import { BY_ITSELF, digits, startPayingWorld } from '../../../../test/harness.ts';
import { readConfig } from '../../../config.ts';
import { many } from '../../../platform/database.ts';
import { openBankFeed } from '../../../providers/banks/bank-feed.ts';
import { type FeedAccount, readFeedAgain } from './feeds.queries.ts';

const { sandbox, database } = await startPayingWorld();
const { db } = database;
const operator = operatorOf(db);

type To = { toBank: string; toAccount: string };
const SCB = { toBank: 'SCB', toAccount: '0000000011' };
const GSB = { toBank: 'GSB', toAccount: '000000000014' };
const SMS = { toBank: 'KBANK', toAccount: '0000000130' };

const pay = (to: To, amount: number) =>
  sandbox.bankTransfer({ fromBank: 'BBL', fromAccount: digits(10), fromName: 'NOBODY KNOWN', ...to, amount });
const isReported = async ({ toAccount }: To, amount: number) =>
  (await many(db, 'select from payments where receiver_account = $1 and amount = $2', [toAccount, amount * 100]))
    .length === 1;
const cursorOf = async ({ toAccount }: To) =>
  (await many<FeedAccount>(db, 'select * from deposit_banks where account_no = $1', [toAccount]))[0]?.feed_cursor;

test.each([
  ['of transactions', SCB],
  ['of SMS', SMS],
])(
  'a feed %s that says too large a cursor has no payment passed over, and operators see that it does',
  async (_, to) => {
    const lie = { target: `banks/${to.toBank.toLowerCase()}`, lie: 'wrong-next' };
    await sandbox.lie(lie);
    await pay(to, 2_500);
    await expect.poll(() => isReported(to, 2_500), BY_ITSELF).toBe(true);
    await pay(to, 2_501);
    await expect.poll(() => isReported(to, 2_501), BY_ITSELF).toBe(true);
    expect(await operator('feeds unread')).toContain(
      `${to.toBank} ${to.toAccount}  a cursor that its lines contradict: `,
    );
    await sandbox.honest(lie);
    await pay(to, 2_502);
    await expect.poll(() => isReported(to, 2_502), BY_ITSELF).toBe(true);
    // The worker moves the cursor after it has taken in every line before it.
    await expect.poll(() => cursorOf(to), BY_ITSELF).toBe(3n);
  },
);

/** Reads the feed of a bank that answers this after the cursor 7. */
async function readPage(answer: object) {
  const bank = createServer((_request, response) => response.end(JSON.stringify(answer))).listen(0, '127.0.0.1');
  onTestFinished(() => void bank.close());
  await once(bank, 'listening');
  const { port } = bank.address() as AddressInfo;
  const config = readConfig({ DATABASE_URL: database.url, BANK_FEED_URL: `http://127.0.0.1:${port}` });
  const { next, doubt } = await openBankFeed(config).transactions({ bank: 'SCB', accountNo: '1', cursor: 7n });
  return { next, isDoubted: doubt !== null };
}

const lines = (...cursors: unknown[]) => cursors.map((cursor) => ({ cursor, payment: {} }));

test.each([
  ['the cursor of its last line', lines('8', '9'), '9', 9n, false],
  ['the old cursor where it tells nothing', [], '7', 7n, false],
  ['a larger one', lines('8', '9'), '10', 9n, true],
  ['a smaller one', lines('8', '9'), '8', 8n, true],
  ['one from before', lines('8', '9'), '3', 7n, true],
  ['a larger one where it tells nothing', [], '8', 7n, true],
  ['a smaller one where it tells nothing', [], '0', 7n, true],
  ['no number', lines('8'), 'the end', 7n, true],
  ['none', lines('8'), undefined, 7n, true],
  ['that of a line that jumps', lines('8', '999'), '9', 9n, true],
  ['that of a line without any', lines('8', undefined), undefined, 7n, true],
  ['that of a last line it has told before', lines('6', '7'), '7', 7n, true],
])('a feed that says to read on from %s', async (_, items, said, next, isDoubted) => {
  expect(await readPage({ items, next: said })).toEqual({ next, isDoubted });
});

test('a feed that was read too far is set back by an operator, and what was passed over is read, once', async () => {
  await pay(GSB, 31);
  await expect.poll(() => isReported(GSB, 31), BY_ITSELF).toBe(true);
  await vi.waitFor(async () => expect(await cursorOf(GSB)).toBe(1n), BY_ITSELF);
  await db.query(`update deposit_banks set feed_cursor = 5000 where account_no = $1`, [GSB.toAccount]);
  await pay(GSB, 32);
  const refused = (...words: string[]) => expect(operator('feeds rewind', ...words)).rejects;
  await refused('GSB', '9999999999', '0').toThrow('GSB 9999999999 has no feed.');
  await refused('WW', '000000000000021', '0').toThrow('WW 000000000000021 has no feed.');
  await refused('GSB', GSB.toAccount, '5000').toThrow('It was read to 5000 only.');
  for (const nonsense of ['-1', 'x', ''])
    await refused('GSB', GSB.toAccount, nonsense).toThrow('Say after which cursor');
  const rewound = await operator('feeds rewind', 'gsb', GSB.toAccount, '0');
  expect(rewound).toBe(`GSB ${GSB.toAccount} is read again after 0.`);
  await expect.poll(() => isReported(GSB, 32), BY_ITSELF).toBe(true);
  expect(await isReported(GSB, 31)).toBe(true);
});

test('of an account with two feeds an operator says which one is meant', async () => {
  await operator('receivers add', 'SCB', '0000000099', 'AUTO', 'BAHT', 'KRAPAO');
  await operator('receivers add', 'SCB', '0000000099', 'SMS', 'BAHT', 'KRAPAO');
  await db.query(`update deposit_banks set feed_cursor = 4 where account_no = '0000000099'`);
  const rewind = (...words: string[]) => operator('feeds rewind', 'SCB', '0000000099', '2', ...words);
  await expect(rewind()).rejects.toThrow('SCB 0000000099 has two feeds: say AUTO or SMS.');
  expect(await rewind('SMS')).toBe('SCB 0000000099 is read again after 2.');
  await expect(rewind('SMS')).rejects.toThrow('It was read to 2 only.');
});

test('a page that was being read while the feed was set back does not move it forward again', async () => {
  await db.query(`insert into deposit_banks (bank_code, bank_type, mode, account_name, account_no, currency, feed_cursor, read_at)
    values ('KTB', 'BANK', 'AUTO', 'KRAPAO', '0000000098', 'BAHT', 40, 'infinity')`);
  const [reading] = await many<FeedAccount>(db, `select * from deposit_banks where account_no = '0000000098'`);
  if (!reading) return expect.fail('no account');
  await operator('feeds rewind', 'KTB', '0000000098', '10');
  await readFeedAgain(db, reading, { cursor: 41n, waitMs: 1_000 });
  expect(await cursorOf({ toBank: 'KTB', toAccount: '0000000098' })).toBe(10n);
  await readFeedAgain(db, { ...reading, feed_cursor: 10n }, { cursor: 12n, waitMs: 1_000 });
  expect(await cursorOf({ toBank: 'KTB', toAccount: '0000000098' })).toBe(12n);
});
