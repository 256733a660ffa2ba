import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { type ReviewFacts, reasonsSinceHeld, reasonsToCheck, takesTwo } from './review.ts';

const { review } = readConfig({ DATABASE_URL: 'postgres://of/nobody' });

const QUIET: ReviewFacts = {
  amount: 20_000_00n,
  inADay: 30_000_00n,
  inDays: 80_000_00n,
  paidIn: 10_000_00n,
  paidInBefore: 10_000_00n,
  hasLargeResult: false,
  hasUnseenWins: false,
  hasLossesBack: false,
  hasNewBank: false,
  sincePassword: null,
  isPasswordNewer: false,
  hasCoinsWithoutPlay: false,
  flags: [],
  disputed: [],
  isOwing: false,
  isStopped: false,
};
const KIP_A_BAHT = 600n;

test.each<[string, Partial<ReviewFacts>, string[]]>([
  ['at every limit', {}, []],
  ['over 20,000', { amount: 20_000_01n, inADay: 0n, inDays: 0n }, ['a large amount']],
  ['over 50,000 in 24 hours', { inADay: 30_000_01n }, ['much in 24 hours']],
  ['over ten times what was paid in', { inDays: 80_000_01n }, ['many times what was paid in']],
  ['a large win upon little', { paidInBefore: 9_999_99n }, ['many times what was paid in']],
  ['a large win with what was taken out before', { paidInBefore: -1n, amount: 1n }, ['many times what was paid in']],
  ['coins without play', { hasCoinsWithoutPlay: true }, ['coins without play']],
  ['nothing ever paid in', { paidIn: 0n, amount: 100_00n }, ['nothing was ever paid in']],
  ['paid in and taken back since', { paidIn: -1n, amount: 100_00n }, ['nothing was ever paid in']],
  ['a large win', { hasLargeResult: true }, ['a large win lately']],
  [
    'a reward met by money lost just before it',
    { hasLossesBack: true, amount: 100_00n },
    ['a reward met by money lost just before it'],
  ],
  [
    'a reward met by wins that did not come home',
    { hasUnseenWins: true, amount: 100_00n },
    ['a reward met by wins that did not come home'],
  ],
  ['a new bank account', { hasNewBank: true, amount: 100_00n }, ['a new bank account']],
  ['5,000 after a new password', { sincePassword: 0n, amount: 5_000_00n }, []],
  ['over 5,000 after a new password', { sincePassword: 0n, amount: 5_000_01n }, ['a new password']],
  ['over 5,000 in parts after a new password', { sincePassword: 4_900_01n, amount: 100_00n }, ['a new password']],
  [
    'flags',
    {
      flags: [
        { reason: 'told by slips alone', by: null },
        { reason: 'x', by: 'risk' },
      ],
    },
    ['flag: told by slips alone', 'flag by risk: x'],
  ],
  ['disputes', { disputed: [7n, 12n] }, ['a disputed deposit: payment 7', 'a disputed deposit: payment 12']],
  ['a debt', { isOwing: true }, ['a debt']],
  ['an operator who stopped it', { isStopped: true }, ['stopped by an operator']],
  [
    'several',
    { amount: 50_000_01n, isOwing: true, inADay: 0n, inDays: 0n },
    ['a large amount', 'much in 24 hours', 'a debt'],
  ],
])('%s: a withdrawal is looked at for exactly the rules that it breaks, in baht and in kip', (_, changes, reasons) => {
  const facts = { ...QUIET, ...changes };
  expect(reasonsToCheck(facts, review, 'BAHT')).toEqual(reasons);
  const { amount, inADay, inDays, paidIn, paidInBefore, sincePassword } = facts;
  const kip = {
    ...facts,
    amount: amount * KIP_A_BAHT,
    inADay: inADay * KIP_A_BAHT,
    inDays: inDays * KIP_A_BAHT,
    paidIn: paidIn * KIP_A_BAHT,
    paidInBefore: paidInBefore * KIP_A_BAHT,
    sincePassword: sincePassword === null ? null : sincePassword * KIP_A_BAHT,
  };
  expect(reasonsToCheck(kip, review, 'LAK')).toEqual(reasons);
});

test('in kip 12,000,000 at once and 30,000,000 a day are the limits', () => {
  const kip = { ...QUIET, paidIn: 30_000_000_00n, paidInBefore: 30_000_000_00n, inDays: 0n, inADay: 18_000_000_00n };
  expect(reasonsToCheck({ ...kip, amount: 12_000_000_00n }, review, 'LAK')).toEqual([]);
  expect(reasonsToCheck({ ...kip, amount: 12_000_000_01n }, review, 'LAK')).toEqual([
    'a large amount',
    'much in 24 hours',
  ]);
});

test('what was asked for later does not count against a withdrawal that is about to leave, and what has happened does', () => {
  const later = { ...QUIET, inADay: 100_000_00n, inDays: 1_000_000_00n };
  expect(reasonsSinceHeld(later, review, 'BAHT')).toEqual([]);
  const happened = { ...later, flags: [{ reason: 'x', by: null }], sincePassword: 0n };
  expect(reasonsSinceHeld(happened, review, 'BAHT')).toEqual(['a new password', 'flag: x']);
});

test('a password that was set since the money was set aside counts against all that was asked for, an older one does not', () => {
  const asked = { ...QUIET, amount: 2_000_00n, sincePassword: 3_000_01n };
  expect(reasonsSinceHeld({ ...asked, isPasswordNewer: true }, review, 'BAHT')).toEqual(['a new password']);
  expect(reasonsSinceHeld(asked, review, 'BAHT')).toEqual([]);
});

test('an operator’s flag and a dispute take two operators, what the product finds takes one', () => {
  expect(takesTwo(reasonsToCheck({ ...QUIET, flags: [{ reason: 'x', by: 'risk' }] }, review, 'BAHT'))).toBe(true);
  expect(takesTwo(reasonsToCheck({ ...QUIET, disputed: [7n] }, review, 'BAHT'))).toBe(true);
  const found = { ...QUIET, amount: 50_000_01n, isOwing: true, flags: [{ reason: 'x', by: null }] };
  expect(takesTwo(reasonsToCheck(found, review, 'BAHT'))).toBe(false);
});
