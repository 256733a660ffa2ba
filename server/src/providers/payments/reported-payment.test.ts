import { expect, test } from 'vitest';
import { plainReference, readPaid, readTold } from './reported-payment.ts';

const TOLD = {
  receiverBank: 'KBANK',
  receiverAccount: '0000000012',
  sendingBank: 'scb',
  reference: '0150-ab.12 /x',
  amount: '1234.50',
  currency: 'LAK',
  paidAt: '2026-11-15T15:04:00+07:00',
  senderAccount: 'x7404',
  senderName: 'SOMCHAI\0 J',
  billReference: 'K1',
};

test('a payment is read with its bank in capitals and its reference in plain letters and digits', () => {
  const read = {
    ...TOLD,
    ...{ sendingBank: 'SCB', reference: '0150AB12X', amount: 1_234_50n, senderName: 'SOMCHAI J' },
    paidAt: new Date('2026-11-15T08:04:00Z'),
  };
  expect(readTold(TOLD)).toEqual({ payment: read });
  const unknown = { senderAccount: undefined, senderName: null, billReference: 7 };
  expect(readTold({ ...TOLD, ...unknown })).toEqual({
    payment: { ...read, senderAccount: '', senderName: '', billReference: null },
  });
});

test.each([
  ['receiverBank', '', 'a payment without receiverBank'],
  ['receiverAccount', null, 'a payment without receiverAccount'],
  ['sendingBank', undefined, 'a payment without sendingBank'],
  ['reference', 'A\0B', 'a payment without reference'],
  ['reference', '- /', 'a payment without reference'],
  ['amount', 12, 'a payment without amount'],
  ['amount', '0.00', 'a payment that makes no sense'],
  ['amount', 'a lot', 'a payment that makes no sense'],
  ['paidAt', 'yesterday', 'a payment that makes no sense'],
  ['currency', 'USD', 'a payment in USD'],
])('a payment whose %s is %j is kept as it was told, and it is said why', (name, value, why) => {
  const told = { ...TOLD, [name]: value };
  expect(readTold(told, { line: 1, told })).toEqual({ content: JSON.stringify({ line: 1, told }), why });
});

const codes = (body: Record<string, unknown>) =>
  readPaid(body, 'k-1').map((told) => ('payment' in told ? told.payment.reference : told.why));

test('of a paid code all payments are read, or the newest where there is no list', () => {
  const [first, second] = [
    { ...TOLD, reference: 'R1' },
    { ...TOLD, reference: 'R2', billReference: null },
  ];
  expect(codes({ payment: first, payments: [first, second] })).toEqual(['R1', 'R2']);
  expect(codes({ payment: second })).toEqual(['R2']);
  expect(codes({ payment: second, payments: [] })).toEqual(['R2']);
  expect(codes({})).toEqual(['an answer that is no object']);
});

test('a payment that names another code is not believed to be of this one, and holds up no other', () => {
  const other = { ...TOLD, billReference: 'K2' };
  expect(codes({ payments: [other, { ...TOLD, reference: 'R3' }] })).toEqual(['a payment by another code', 'R3']);
});

test('references are compared by their letters and digits alone', () => {
  expect(['ab-1', 'AB 1', 'ab1'].map(plainReference)).toEqual(['AB1', 'AB1', 'AB1']);
});
