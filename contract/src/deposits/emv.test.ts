import { describe, expect, test } from 'vitest';
import {
  billPaymentPayload,
  crc16,
  laoPayload,
  promptPayPayload,
  readFields,
  readPaymentPayload,
  readSlipPayload,
  slipPayload,
} from './emv.ts';

/** Payloads from real use, made by other software. */
const PROMPTPAY = '00020101021229370016A0000006770101110113006681234567853037645406100.005802TH6304F142';
const BILL =
  '00020101021230680016A00000067701011201150999999999999900214DEP202611140010307M00012353037645406500.005802TH62110707SCB00016304D7CA';
const ONEPAY =
  '00020101021133380004BCEL0106ONEPAY0216mch00000000000005204573253034185405500005802LA6003VTE62480107INV00010514DEP20261114001070400010807Deposit6304B0F1';
const SLIP = '0041000600000101030040220016318235959ATF099995102TH9104FE54';

test('the checksum has the check value of its standard', () => {
  expect(crc16('123456789')).toBe('29B1');
});

describe('a payment', () => {
  test.each([
    ['PromptPay', PROMPTPAY, '100.00', 'BAHT'],
    ['a bill payment', BILL, '500.00', 'BAHT'],
    ['BCEL OnePay', ONEPAY, '50000', 'LAK'],
  ])('by %s is read', (_name, text, amount, currency) => {
    expect(readPaymentPayload(text)).toMatchObject({ amount, currency });
  });

  test('that was written is read again, with its receiver and our reference', () => {
    const promptPay = readPaymentPayload(
      promptPayPayload({ walletId: '140000000000016', reference: 'K8F2', amount: '10.00' }),
    );
    expect(promptPay).toMatchObject({ amount: '10.00', currency: 'BAHT' });
    expect(readFields(promptPay?.fields.get('29') ?? '')?.get('03')).toBe('140000000000016');
    expect(readFields(promptPay?.fields.get('62') ?? '')?.get('07')).toBe('K8F2');

    const bill = readPaymentPayload(
      billPaymentPayload({ billerId: '000000000000021', reference: 'K8F2', amount: '100.00' }),
    );
    const billFields = readFields(bill?.fields.get('30') ?? '');
    expect([billFields?.get('01'), billFields?.get('02')]).toEqual(['000000000000021', 'K8F2']);

    const lao = readPaymentPayload(
      laoPayload({ merchant: 'mch0', iin: '00000000', reference: 'K8F2', amount: '10000.00' }),
    );
    expect(lao).toMatchObject({ amount: '10000.00', currency: 'LAK' });
    expect([...(lao?.fields.keys() ?? [])]).toEqual(expect.arrayContaining(['33', '38']));
  });

  test.each([
    [
      promptPayPayload({ walletId: '140000000000016', reference: 'K8F2', amount: '10.00' }),
      '00020101021229390016A00000067701011103151400000000000165303764540510.005802TH62080704K8F2630447FE',
    ],
    [
      billPaymentPayload({ billerId: '000000000000021', reference: 'K8F2', amount: '100.00' }),
      '00020101021230470016A00000067701011201150000000000000210204K8F253037645406100.005802TH6304FD9E',
    ],
    [
      laoPayload({ merchant: 'mch0', iin: '00000000', reference: 'K8F2', amount: '10000.00' }),
      '00020101021233260004BCEL0106ONEPAY0204mch038470016A00526628466257701080000000002030020304mch05303418540810000.005802LA62080104K8F263045B42',
    ],
  ])('is written to the letter as banks read it: %s', (written, text) => {
    expect(written).toBe(text);
  });

  test('with one character changed is not read', () => {
    for (let at = 0; at < PROMPTPAY.length; at++) {
      const other = PROMPTPAY[at] === '7' ? '8' : '7';
      expect(readPaymentPayload(PROMPTPAY.slice(0, at) + other + PROMPTPAY.slice(at + 1))).toBeNull();
    }
  });
});

describe('a slip', () => {
  const transfer = { bank: '004', reference: '016318235959ATF09999' };

  test('from real use is read, and written the same', () => {
    expect(readSlipPayload(SLIP)).toEqual({ bank: '004', reference: '016318235959ATF09999' });
    expect(slipPayload(transfer)).toBe(SLIP);
  });

  test('whose bank left out the leading zeros of the checksum is read', () => {
    for (let number = 0; ; number++) {
      const written = slipPayload({ bank: '014', reference: `REF${number}` });
      const [covered, checksum] = [written.slice(0, -6), written.slice(-4)];
      if (!checksum.startsWith('0')) continue;
      const short = checksum.replace(/^0+/, '');
      expect(readSlipPayload(`${covered}0${short.length}${short}`)).toEqual({ bank: '014', reference: `REF${number}` });
      return;
    }
  });

  test.each([
    ['X', true],
    ['aZ09'.padEnd(25, 'x'), true],
    ['x'.repeat(26), false],
    ['a-b', false],
    ['a b', false],
  ])('with the reference %j is read: %s', (reference, isRead) => {
    expect(readSlipPayload(slipPayload({ bank: '014', reference }))).toEqual(
      isRead ? { bank: '014', reference } : 'damaged',
    );
  });

  test('with another checksum, or cut off, is damaged', () => {
    expect(readSlipPayload(SLIP.replace('FE54', 'FE55'))).toBe('damaged');
    expect(readSlipPayload(SLIP.replace('ATF09999', 'ATF09998'))).toBe('damaged');
    expect(readSlipPayload(SLIP.slice(0, -8))).toBe('damaged');
    expect(readSlipPayload(SLIP.slice(0, 30))).toBe('damaged');
  });

  test.each([PROMPTPAY, BILL, 'https://example.com', ''])('is not %s', (text) => {
    expect(readSlipPayload(text)).toBe('not-a-slip');
  });
});
