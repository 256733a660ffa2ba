import { expect, test } from 'vitest';
import { CannotDo } from '../staff/act.ts';
import type { CampaignTerms } from './campaign-rows.ts';
import { BLANK, changedBy, givesMore, requireSense, requireWhole } from './campaign-terms.ts';
import { inLanguage, shareOf } from './campaigns.ts';
import type { ConditionKind } from './conditions.queries.ts';
import { totalOf } from './take-back.ts';

const day = (date: string) => new Date(`${date}T00:00:00Z`);
const BEFORE: CampaignTerms = {
  ...BLANK,
  rate_percent: 50,
  credit: 50_00n,
  cap: 200_00n,
  minimum: 100_00n,
  limit_type: 'week',
  max_received: 2,
  success_percent: 200,
  fail_percent: 10,
  budget: 5_000_00n,
  opens_at: day('2026-06-01'),
  closes_at: day('2026-07-01'),
};

test.each<[Partial<CampaignTerms>, boolean]>([
  [{}, false],
  [{ rate_percent: 51 }, true],
  [{ rate_percent: 49 }, false],
  [{ credit: 50_01n }, true],
  [{ credit: 49_99n }, false],
  [{ cap: 200_01n }, true],
  [{ cap: 199_99n }, false],
  [{ cap: null }, true],
  [{ minimum: 99_99n }, true],
  [{ minimum: 100_01n }, false],
  [{ limit_type: 'day' }, true],
  [{ limit_type: 'limit' }, false],
  [{ max_received: 3 }, true],
  [{ max_received: 1 }, false],
  [{ success_percent: 199 }, true],
  [{ success_percent: 201 }, false],
  [{ fail_percent: 11 }, true],
  [{ fail_percent: 9 }, false],
  [{ budget: 5_000_01n }, true],
  [{ budget: 4_999_99n }, false],
  [{ budget: null }, true],
  [{ opens_at: day('2026-05-31') }, true],
  [{ opens_at: day('2026-06-02') }, false],
  [{ opens_at: null }, true],
  [{ closes_at: day('2026-07-02') }, true],
  [{ closes_at: day('2026-06-30') }, false],
  [{ closes_at: null }, true],
  [{ position: 9, banners: [{ image: '/x', html: {} }], description: { en: 'x' } }, false],
])('campaign terms: %o gives members more than before: %s', (changes, isMore) => {
  expect(givesMore(BEFORE, { ...BEFORE, ...changes })).toBe(isMore);
});

test('campaign terms: a limit where there was none gives no more', () => {
  const open = { ...BEFORE, cap: null, budget: null, opens_at: null, closes_at: null };
  expect(givesMore(open, open)).toBe(false);
  const { cap, budget, opens_at, closes_at } = BEFORE;
  for (const limit of [{ cap }, { budget }, { opens_at }, { closes_at }])
    expect(givesMore(open, { ...open, ...limit })).toBe(false);
});

const TEXT = { th: 'x', la: 'x', en: 'x' };
const OF_KIND: Record<ConditionKind, CampaignTerms> = {
  bonus: { ...BLANK, rate_percent: 1_000, cap: 1n, limit_type: 'limit', max_received: 1, minimum: 1n },
  promotion: { ...BLANK, credit: 1n, description: TEXT },
  refund: { ...BLANK, rate_percent: 100, description: TEXT },
  invite: { ...BLANK, rate_percent: 100, cap: 1n },
  luckydraw: { ...BLANK, budget: 1n },
};
const NOW = day('2026-06-15');
const faultsOf = (kind: ConditionKind, changes: Partial<CampaignTerms>, now: Date | null = NOW) => {
  try {
    requireSense(kind, { ...OF_KIND[kind], ...changes }, now);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(CannotDo);
    return (error as CannotDo).message.split('\n');
  }
};

test.each<[ConditionKind, Partial<CampaignTerms>, string[]]>([
  ['bonus', {}, []],
  ['promotion', {}, []],
  ['refund', {}, []],
  ['refund', { cap: 1n }, []],
  ['invite', {}, []],
  ['luckydraw', {}, []],
  ['bonus', { rate_percent: 1_001 }, ['The rate of a bonus is at most 1000 percent.']],
  ['refund', { rate_percent: 101 }, ['The rate of a refund is at most 100 percent.']],
  ['invite', { rate_percent: 101 }, ['The rate of a invite is at most 100 percent.']],
  [
    'bonus',
    { rate_percent: null, cap: null, limit_type: null, max_received: null },
    ['rate', 'cap', 'limitType', 'maxReceived'].map((term) => `The bonus needs its ${term}.`),
  ],
  [
    'promotion',
    { rate_percent: 1, cap: 1n, minimum: 1n, limit_type: 'day', max_received: 1 },
    [
      ...['rate', 'cap', 'minimum', 'limitType', 'maxReceived'].map((term) => `The promotion has no ${term}.`),
      'The rate of a promotion is at most 0 percent.',
    ],
  ],
  ['refund', { minimum: 1n }, ['The refund has no minimum.']],
  ['invite', { credit: 1n }, ['The invite has no credit.']],
  ['luckydraw', { cap: 1n }, ['The luckydraw has no cap.']],
  ['luckydraw', { budget: 0n }, ['The budget must be more than nothing.']],
  ['luckydraw', { budget: -1n }, ['The budget must be more than nothing.']],
  ['bonus', { minimum: -1n }, ['The minimum is an amount.']],
  ['bonus', { opens_at: NOW, closes_at: NOW }, ['It would close before it opens.']],
  ['bonus', { opens_at: NOW, closes_at: day('2026-06-16') }, []],
  ['bonus', { closes_at: NOW }, ['It would be closed already: `campaign close` closes it.']],
  ['bonus', { closes_at: new Date(NOW.getTime() + 1) }, []],
  ['promotion', { banners: [{ image: '/x', html: TEXT }] }, ['Nobody would see the banners of a promotion.']],
  ['invite', { description: TEXT }, ['Nobody would see the description of a invite.']],
  [
    'refund',
    {
      banners: [
        { image: '/art/x.svg', html: TEXT },
        { image: 'art/x.svg', html: TEXT },
      ],
    },
    ['Banner 2: pictures are shown from this site only, such as /art/….'],
  ],
])('campaign terms: a %s with %o is refused for exactly %j', (kind, changes, faults) => {
  expect(faultsOf(kind, changes)).toEqual(faults);
});

test('campaign terms: one that is over can be corrected where its end is not', () => {
  expect(faultsOf('bonus', { closes_at: day('2026-06-01') }, null)).toEqual([]);
});

test('campaign terms: a new campaign says its budget, and what its condition asks for unless slices of a wheel do', () => {
  const say = (kind: ConditionKind, given: Parameters<typeof requireWhole>[1]) => () => requireWhole(kind, given);
  expect(say('bonus', { success: 200, fail: 5 })).toThrow('Give budget');
  expect(say('bonus', { budget: 'none', fail: 5 })).toThrow('Give success and fail');
  expect(say('bonus', { budget: 'none', success: 200 })).toThrow('Give success and fail');
  expect(say('bonus', { budget: 'none', success: 200, fail: 0 })).not.toThrow();
  expect(say('luckydraw', { budget: '5' })).not.toThrow();
  expect(say('luckydraw', {})).toThrow('Give budget');
});

test('campaign terms: an edit reads every field that it gives, and "none" takes a limit away', () => {
  const given: Parameters<typeof changedBy>[0] = {
    rate: 7,
    credit: '1.5',
    cap: '2',
    minimum: 3,
    limitType: 'day',
    maxReceived: 4,
    success: 300,
    fail: 0,
    budget: '9',
    opensAt: '2026-12-01T00:00+07:00',
    closesAt: '2026-12-02T00:00+07:00',
    position: 0,
    description: { en: 'new' },
    banners: [{ image: '/x', html: TEXT }],
  };
  expect(changedBy(given, { ...BEFORE, position: 5, description: TEXT })).toEqual({
    rate_percent: 7,
    credit: 1_50n,
    cap: 2_00n,
    minimum: 3_00n,
    limit_type: 'day',
    max_received: 4,
    success_percent: 300,
    fail_percent: 0,
    budget: 9_00n,
    opens_at: new Date('2026-11-30T17:00:00Z'),
    closes_at: new Date('2026-12-01T17:00:00Z'),
    position: 0,
    description: { th: 'x', la: 'x', en: 'new' },
    banners: given.banners,
  });
  expect(changedBy({}, BEFORE)).toEqual(BEFORE);
  const none = { cap: 'none', minimum: 'none', budget: 'none', opensAt: 'none', closesAt: 'none', banners: 'none' };
  expect(changedBy({ ...none, banners: 'none' }, BEFORE)).toEqual({
    ...BEFORE,
    ...{ cap: null, minimum: 0n, budget: null, opens_at: null, closes_at: null, banners: [] },
  });
  expect(() => changedBy({ credit: 'none' }, BEFORE)).toThrow('Give credit');
});

test('a share of an amount is rounded down, and its cap is the most of it', () => {
  expect(shareOf(3_33n, { rate_percent: 50, cap: null })).toBe(1_66n);
  expect(shareOf(3_33n, { rate_percent: 50, cap: 1_66n })).toBe(1_66n);
  expect(shareOf(3_34n, { rate_percent: 50, cap: 1_66n })).toBe(1_66n);
  expect(shareOf(3_33n, { rate_percent: 50, cap: 1_67n })).toBe(1_66n);
  expect(shareOf(3_33n, { rate_percent: null, cap: null })).toBe(0n);
});

test('a text is shown in the member’s language, else in English, else in what there is', () => {
  expect(inLanguage({ th: 'ก', la: 'ກ', en: 'k' }, 'la')).toBe('ກ');
  expect(inLanguage({ th: 'ก', en: 'k' }, 'la')).toBe('k');
  expect(inLanguage({ th: 'ก' }, 'la')).toBe('ก');
  expect(inLanguage({}, 'la')).toBe('');
});

test('a member’s total has all accounts but what goes to the bank, what is not received and what is owed', () => {
  const balances = {
    main: 1n,
    in_transit: 2n,
    frozen: 4n,
    'game:pg': 8n,
    held_for_bank: 16n,
    refund_pot: 32n,
    owed: -64n,
  };
  expect(totalOf(new Map(Object.entries(balances)))).toBe(15n);
});
