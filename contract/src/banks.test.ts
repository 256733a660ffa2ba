import { expect, test } from 'vitest';
import { bankByCode, bankOfClearingCode, banksOf, clearingCodeOf } from './banks.ts';

/** As slips and bank statements of other parties name Thai banks. */
const CLEARING = {
  ...{ KBANK: '004', SCB: '014', BBL: '002', KTB: '006', BAY: '025', TMB: '011', GSB: '030', BAAC: '034', GHB: '033' },
  ...{ UOBT: '024', CIMBT: '022', KKP: '069', LHB: '073', TISCO: '067', IBANK: '066', TCRB: '071', ICBCT: '070' },
};
const LAO = ['BCEL', 'LDB', 'JDB', 'APB', 'PSV', 'LVB', 'BFL', 'ACLEDA', 'MJBL', 'BIC'];
const codesOf = (edition: 'th' | 'la') => banksOf(edition).map(({ code }) => code);

test('members of each edition have the banks of their country', () => {
  expect(codesOf('th')).toEqual(Object.keys(CLEARING));
  expect(codesOf('la')).toEqual(LAO);
});

test.each(Object.entries(CLEARING))('%s is the bank of the clearing number %s', (code, number) => {
  expect([clearingCodeOf(code), bankOfClearingCode(number)]).toEqual([number, code]);
});

test('a bank without a clearing number is named by its code, and a bank that nobody knows too', () => {
  for (const code of ['BCEL', '999']) expect([clearingCodeOf(code), bankOfClearingCode(code)]).toEqual([code, code]);
  expect(bankByCode('X')).toEqual({ code: 'X', nameTH: 'X', nameLA: 'X', nameEN: 'X' });
  expect([bankByCode('SCB').nameEN, bankByCode('LDB').nameEN]).toEqual([
    'Siam Commercial Bank',
    'Lao Development Bank',
  ]);
});
