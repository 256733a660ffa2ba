import { expect, test } from 'vitest';
import { readNotice } from './notice-text.ts';

const RECEIVED = new Date('2026-11-15T15:05:00+07:00');
const TRANSFER = '15/11/26 15:04 บช X-0130 รับโอนจาก X-7404 SOMCHAI J 1,500.25 บ.';
const read = (text: string, receivedAt = RECEIVED) => readNotice(text, receivedAt);

test('an SMS says when, to which account, from whom, how much and the balance, and its words are kept without the balance', () => {
  const told = {
    paidAt: new Date('2026-11-15T08:04:00Z'),
    receiverDigits: '0130',
    senderAccount: 'x7404',
    senderName: 'SOMCHAI J',
    amount: 1_500_25n,
    content: TRANSFER,
  };
  expect(read(` ${TRANSFER} คงเหลือ 12,200.50 บ.\n`)).toEqual({ ...told, balance: 12_200_50n });
  expect(read(TRANSFER)).toEqual({ ...told, balance: null });
});

test('an SMS without a name is read too', () => {
  expect(read(TRANSFER.replace(' SOMCHAI J', ''))).toMatchObject({ senderName: '', amount: 1_500_25n });
});

test.each([
  ['two digits', '15/11/26 15:04', '2026-11-15T15:04:00+07:00'],
  ['two digits of the Buddhist era', '15/11/69 15:04', '2026-11-15T15:04:00+07:00'],
  ['four digits', '15/11/2026 15:04', '2026-11-15T15:04:00+07:00'],
  ['four digits of the Buddhist era', '15/11/2569 15:04', '2026-11-15T15:04:00+07:00'],
  ['the year before, at the turn of the year', '31/12/25 23:59', '2025-12-31T23:59:00+07:00'],
  ['the first half hour of a Bangkok day', '01/11/26 00:30', '2026-11-01T00:30:00+07:00'],
])('the time of an SMS with %s', (_, written, paidAt) => {
  expect(read(TRANSFER.replace('15/11/26 15:04', written))?.paidAt).toEqual(new Date(paidAt));
});

test('of two years that an SMS may mean, the one nearer to its receiving counts', () => {
  const text = TRANSFER.replace('15/11/26', '15/11/69');
  expect(read(text, new Date('2069-11-15T15:05:00+07:00'))?.paidAt).toEqual(new Date('2069-11-15T15:04:00+07:00'));
});

test.each([
  ['of nothing', TRANSFER.replace('1,500.25', '0.00')],
  ['of a month that there is not', TRANSFER.replace('15/11/26', '15/13/26')],
  ['of money that left', TRANSFER.replace('รับโอนจาก', 'โอนไป')],
  ['with words before it', `เตือน ${TRANSFER}`],
  ['with words behind it', `${TRANSFER} ขอบคุณ`],
  ['without satang', TRANSFER.replace('1,500.25', '1,500')],
])('an SMS %s is about something else', (_, text) => {
  expect(read(text)).toBeNull();
});
