import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeGone, judgeReading, type ReadingRules, type ToldBalance } from './judge-reading.ts';

const RULES: ReadingRules = {
  noticeable: 100_00n,
  large: 5_000_00n,
  huge: 1_000_000_00n,
  readingsApartMs: 15_000,
  fallAgreedMs: 60_000,
};
const reading = (books: number, told: number, more: Partial<ToldBalance> = {}): ToldBalance => ({
  books: BigInt(books * 100),
  told: BigInt(told * 100),
  movedMsAgo: 60_000,
  freshnessMs: 5_000,
  doubt: null,
  hasFallenLately: false,
  ...more,
});
const before = (told: number, msAgo: number) => ({ doubt: { told: BigInt(told * 100), msAgo } });
const booked = (amount: number) => ({ is: 'book', amount: BigInt(amount * 100) });

test.each([
  ['a small win', 500, 700, {}, booked(700)],
  ['a small loss', 500, 20, {}, booked(20)],
  ['nothing new', 500, 500, { movedMsAgo: 1 }, { is: 'agreed' }],
  ['a difference just after a movement', 500, 700, { movedMsAgo: 1_000 }, { is: 'wait', ms: 4_000, doubt: 'none' }],
  ['a difference once the provider is fresh', 500, 700, { movedMsAgo: 5_000 }, booked(700)],
  ['a difference where money never moved', 500, 700, { movedMsAgo: null }, booked(700)],
  ['a win of ten times the balance that is not much', 10, 5_010, {}, booked(5_010)],
  ['a win of exactly ten times the balance', 600, 6_600, {}, booked(6_600)],
  ['a win of a little over ten times the balance', 600, 6_601, {}, { is: 'wait', ms: 15_000, doubt: 'new' }],
  ['a win of exactly what is huge', 2_000_000, 3_000_000, {}, booked(3_000_000)],
  ['a win of more than what is huge', 2_000_000, 3_000_001, {}, { is: 'wait', ms: 15_000, doubt: 'new' }],
  ['a large win', 400, 5_401, {}, { is: 'wait', ms: 15_000, doubt: 'new' }],
  ['a large win, told again too soon', 400, 5_401, before(5_401, 9_000), { is: 'wait', ms: 6_000, doubt: 'kept' }],
  ['a large win, told again', 400, 5_401, before(5_401, 15_000), booked(5_401)],
  ['a large win, told again as more', 400, 9_000, before(6_000, 15_000), booked(6_000)],
  ['a large win, told again as less', 400, 6_000, before(9_000, 15_000), booked(6_000)],
  ['a small win after a large one was told', 400, 450, before(9_000, 15_000), booked(450)],
  ['a huge loss', 2_000_000, 10, {}, { is: 'wait', ms: 15_000, doubt: 'new' }],
  ['a huge loss, told again as more', 2e6, 10, before(500_000, 15_000), booked(500_000)],
  ['a huge loss, told again as less', 2e6, 500_000, before(10, 15_000), booked(500_000)],
  ['a huge loss after a huge win was told', 2e6, 10, before(4e6, 99_000), { is: 'wait', ms: 15_000, doubt: 'new' }],
  ['a fall to nothing', 101, 0, {}, { is: 'wait', ms: 15_000, doubt: 'new' }],
  ['a fall to nothing, told for a while', 101, 0, before(0, 50_000), { is: 'wait', ms: 10_000, doubt: 'kept' }],
  ['a fall to nothing, told for a minute', 101, 0, before(0, 60_000), booked(0)],
  ['a fall to nothing of little', 100, 0, {}, booked(0)],
  ['money at an account that was empty', 0, 300, {}, { is: 'late' }],
  ['money at an account that was empty, just after a movement', 0, 300, { movedMsAgo: 5_000 }, { is: 'late' }],
  ['money at an account that fell to nothing lately', 0, 300, { hasFallenLately: true }, booked(300)],
] as const)('%s', (_what, books, told, more, judgement) => {
  expect(judgeReading(reading(books, told, more), RULES)).toEqual(judgement);
});

/** What the member has there is compared without the money of nobody, which is missing. */
test.each([
  ['missed for the first time', 500, 500, {}, { is: 'wait', ms: 15_000, doubt: 'new' }],
  ['missed again too soon', 500, 500, before(500, 14_999), { is: 'wait', ms: 1, doubt: 'kept' }],
  ['missed again', 500, 500, before(500, 15_000), { is: 'agreed' }],
  ['missed just after a movement', 500, 450, { movedMsAgo: 4_999 }, { is: 'wait', ms: 1, doubt: 'none' }],
  ['missed again, beside a loss', 500, 450, before(500, 15_000), booked(450)],
  ['missed with all else', 500, 0, before(0, 15_000), { is: 'wait', ms: 15_000, doubt: 'kept' }],
] as const)('money of nobody that is %s', (_what, books, told, more, judgement) => {
  expect(judgeGone(reading(books, told, more), RULES)).toEqual(judgement);
});

test('whatever is told, the books follow nothing that was not told, and wait for no longer than a minute', () => {
  const amount = fc.bigInt(0n, 10n ** 12n);
  const anyReading = fc.record({
    books: amount,
    told: amount,
    movedMsAgo: fc.option(fc.nat(100_000)),
    freshnessMs: fc.constant(5_000),
    doubt: fc.option(fc.record({ told: amount, msAgo: fc.nat(100_000) })),
    hasFallenLately: fc.boolean(),
  });
  fc.assert(
    fc.property(anyReading, (given) => {
      const judgement = judgeReading(given, RULES);
      if (judgement.is === 'book') expect([given.told, given.doubt?.told]).toContain(judgement.amount);
      if (judgement.is === 'wait') expect(judgement.ms).toBeLessThanOrEqual(15_000);
      expect(judgement.is === 'agreed').toBe(given.told === given.books);
    }),
  );
});
