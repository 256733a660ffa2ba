import { PICTURE_SHOWN } from '@krapao/contract/formatting.ts';
import type { Minor } from '@krapao/contract/money.ts';
import { BONUS_TYPES } from '@krapao/contract/rewards/bonuses.ts';
import { type Static, Type } from 'typebox';
import { amount, CannotDo, choice, readAmount, text } from '../staff/act.ts';
import { readMoment } from '../staff/moment.ts';
import { faultsOf, textParts } from '../staff/texts.ts';
import type { CampaignTerms } from './campaign-rows.ts';
import type { ConditionKind } from './conditions.queries.ts';

const NONE = 'none';
const SAY = {
  credit: 'Give credit, the amount that is given, such as 50.',
  cap: 'Give cap, the most that is given at once, such as 500, or none.',
  minimum: 'Give minimum, the smallest deposit that earns it, such as 100.',
  budget: 'Give budget, how much it may give in all, such as 50000, or none.',
};
const SAY_WHEN = (which: string) => `Say ${which} such as 2026-12-01T00:00+07:00, or none.`;
const count = (description: string, minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, description });
const Banner = Type.Object(
  { image: Type.String({ maxLength: 500 }), html: textParts('', 20_000) },
  { additionalProperties: false },
);

/** What an operator can say of a campaign. An edit gives only what changes. */
const TERMS = {
  rate: count('Give rate in percent, from 1 to 1000.', 1, 1_000),
  credit: amount(SAY.credit),
  cap: amount(SAY.cap),
  minimum: amount(SAY.minimum),
  limitType: choice(BONUS_TYPES),
  maxReceived: count('Give maxReceived, how often a member may have it, from 1 to 1000.', 1, 1_000),
  success: count('Give success in percent, from 100 to 100000.', 100, 100_000),
  fail: count('Give fail in percent, from 0 to 99.', 0, 99),
  budget: amount(SAY.budget),
  opensAt: text(SAY_WHEN('opensAt')),
  closesAt: text(SAY_WHEN('closesAt')),
  position: count('Give position, its place in the list, from 0 to 1000.', 0, 1_000),
  description: textParts('Give description.th, description.la and description.en, each up to 5000 characters.'),
  banners: Type.Union([Type.Literal(NONE), Type.Array(Banner, { minItems: 1, maxItems: 10 })], {
    description: 'Give banners as JSON, [{"image": "/art/…", "html": {"th": …, "la": …, "en": …}}, …], or none.',
  }),
};

/** As a schema, all of it optional. */
export const Terms = Type.Partial(Type.Object(TERMS));
type Given = Static<typeof Terms>;

export const BLANK: CampaignTerms = {
  rate_percent: null,
  credit: null,
  cap: null,
  minimum: 0n,
  limit_type: null,
  max_received: null,
  success_percent: 100,
  fail_percent: 0,
  budget: null,
  opens_at: null,
  closes_at: null,
  position: 0,
  description: {},
  banners: [],
};

/** What has no default, since the one who makes a campaign has to think of it. */
export function requireWhole(kind: ConditionKind, { budget, success, fail }: Given): void {
  if (budget === undefined) throw new CannotDo(SAY.budget);
  if (kind !== 'luckydraw' && (success === undefined || fail === undefined))
    throw new CannotDo('Give success and fail, in percent of what the member has at the start, such as 300 and 5.');
}

/** The terms with what is given changed. */
export function changedBy(given: Given, before: CampaignTerms): CampaignTerms {
  const money = (field: keyof typeof SAY, was: Minor | null) =>
    given[field] === undefined ? was : field !== 'credit' && given[field] === NONE ? null : read(field, given[field]);
  const time = (field: 'opensAt' | 'closesAt', was: Date | null) =>
    given[field] === undefined ? was : given[field] === NONE ? null : readMoment(given[field], SAY_WHEN(field));
  const { rate, limitType, maxReceived, success, fail, position, description, banners } = given;
  return {
    rate_percent: rate ?? before.rate_percent,
    credit: money('credit', before.credit),
    cap: money('cap', before.cap),
    minimum: money('minimum', before.minimum) ?? 0n,
    limit_type: limitType ?? before.limit_type,
    max_received: maxReceived ?? before.max_received,
    success_percent: success ?? before.success_percent,
    fail_percent: fail ?? before.fail_percent,
    budget: money('budget', before.budget),
    opens_at: time('opensAt', before.opens_at),
    closes_at: time('closesAt', before.closes_at),
    position: position ?? before.position,
    description: { ...before.description, ...description },
    banners: banners === undefined ? before.banners : banners === NONE ? [] : banners,
  };
}

function read(field: keyof typeof SAY, given: string | number): Minor {
  const minor = readAmount(given);
  if (minor === null) throw new CannotDo(SAY[field]);
  return minor;
}

type Kindly = { takes: readonly (keyof CampaignTerms)[]; needs: readonly (keyof CampaignTerms)[] };

/** What each kind has beside budget, times and place; the rest would mean nothing to it. */
const KINDS: Record<ConditionKind, Kindly & { mostRate: number; description: 'plain' | 'html' | null }> = {
  bonus: {
    takes: ['minimum', 'banners'],
    needs: ['rate_percent', 'cap', 'limit_type', 'max_received'],
    mostRate: 1_000,
    description: null,
  },
  promotion: { takes: [], needs: ['credit'], mostRate: 0, description: 'plain' },
  // More than was lost would make losing pay.
  refund: { takes: ['cap', 'banners'], needs: ['rate_percent'], mostRate: 100, description: 'html' },
  invite: { takes: ['banners'], needs: ['rate_percent', 'cap'], mostRate: 100, description: null },
  // Its slices have the terms.
  luckydraw: { takes: [], needs: [], mostRate: 0, description: null },
};

const NAMES: Partial<Record<keyof CampaignTerms, string>> = {
  rate_percent: 'rate',
  limit_type: 'limitType',
  max_received: 'maxReceived',
};

/** Refuses terms that are nonsense, telling everything that is wrong with them. */
export function requireSense(kind: ConditionKind, terms: CampaignTerms, now: Date | null): void {
  const { takes, needs, mostRate, description } = KINDS[kind];
  const isThere = (term: keyof CampaignTerms) => terms[term] !== null && terms[term] !== 0n;
  const optional = ['rate_percent', 'credit', 'cap', 'minimum', 'limit_type', 'max_received'] as const;
  const faults = [
    ...needs.filter((term) => !isThere(term)).map((term) => `The ${kind} needs its ${NAMES[term] ?? term}.`),
    ...optional
      .filter((term) => isThere(term) && ![...takes, ...needs].includes(term))
      .map((term) => `The ${kind} has no ${NAMES[term] ?? term}.`),
    ...(['credit', 'cap', 'budget'] as const)
      .filter((term) => terms[term] !== null && terms[term] <= 0n)
      .map((term) => `The ${term} must be more than nothing.`),
    ...((terms.rate_percent ?? 0) > mostRate ? [`The rate of a ${kind} is at most ${mostRate} percent.`] : []),
    ...(terms.minimum < 0n ? ['The minimum is an amount.'] : []),
    ...timeFaults(terms, now),
    ...textFaults(kind, terms, description),
  ];
  if (faults.length > 0) throw new CannotDo([...new Set(faults)].join('\n'));
}

function timeFaults({ opens_at, closes_at }: CampaignTerms, now: Date | null): string[] {
  if (opens_at && closes_at && closes_at <= opens_at) return ['It would close before it opens.'];
  return closes_at && now && closes_at <= now ? ['It would be closed already: `campaign close` closes it.'] : [];
}

function textFaults(kind: ConditionKind, { description, banners }: CampaignTerms, shown: 'plain' | 'html' | null) {
  const isDescribed = Object.keys(description).length > 0;
  const ofDescription = shown
    ? faultsOf('The description', description, shown)
    : isDescribed
      ? [`Nobody would see the description of a ${kind}.`]
      : [];
  if (banners.length > 0 && !KINDS[kind].takes.includes('banners'))
    return [...ofDescription, `Nobody would see the banners of a ${kind}.`];
  const ofBanners = banners.flatMap(({ image, html }, at) => [
    ...(PICTURE_SHOWN.test(image) ? [] : [`Banner ${at + 1}: pictures are shown from this site only, such as /art/….`]),
    ...faultsOf(`Banner ${at + 1}`, html, 'html'),
  ]);
  return [...ofDescription, ...ofBanners];
}

/** Whether members would be given more, more often, longer or more easily. */
export function givesMore(before: CampaignTerms, after: CampaignTerms): boolean {
  const strictness = ['day', 'week', 'limit'];
  const isMore = (now: number | bigint | null, then: number | bigint | null) =>
    now !== then && (now === null || (then !== null && now > then));
  return (
    isMore(after.rate_percent, before.rate_percent) ||
    isMore(after.credit, before.credit) ||
    isMore(after.cap, before.cap) ||
    isMore(after.budget, before.budget) ||
    after.minimum < before.minimum ||
    strictness.indexOf(after.limit_type ?? 'limit') < strictness.indexOf(before.limit_type ?? 'limit') ||
    isMore(after.max_received, before.max_received) ||
    after.success_percent < before.success_percent ||
    after.fail_percent > before.fail_percent ||
    (before.opens_at !== null && (after.opens_at === null || after.opens_at < before.opens_at)) ||
    (before.closes_at !== null && (after.closes_at === null || after.closes_at > before.closes_at))
  );
}
