import { PAYOUT_UNIT } from '@krapao/contract/money/limits.ts';
import { CURRENCIES, type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import type { Static } from 'typebox';
import type { Transaction } from '../platform/database.ts';
import { amount, CannotDo, change, choice, fields, list, MOST_LISTED, readAmount } from '../staff/act.ts';
import {
  LIMITS,
  type LimitName,
  type Limits,
  limitChanges,
  limitsIn,
  limitText,
  lockLimits,
  writeLimit,
} from './limits.ts';

const SAY_HOW_MUCH = 'Give an amount such as 500.';
const schema = fields({ limit: choice(LIMITS), currency: choice(CURRENCIES), amount: amount(SAY_HOW_MUCH) });

/** What members may do at most and at least, as operators set it. */
export const limitActs = {
  showLimits: list({
    name: 'limits show',
    summary: 'the limits that are in force',
    permission: 'limits.see',
    run: async (tx) => {
      const limits = [];
      for (const currency of CURRENCIES) limits.push({ currency, ...(await limitsIn(tx, currency)) });
      return limits;
    },
  }),
  showLimitHistory: list({
    name: 'limits history',
    summary: 'who has set which limit, and when, newest first',
    permission: 'limits.see',
    run: (tx) => limitChanges(tx, MOST_LISTED),
  }),
  tightenLimit: change({
    name: 'limits tighten',
    summary: 'sets a limit so that members may do or earn less',
    permission: 'limits.tighten',
    needsSecond: false,
    schema,
    run: (tx, operator, input) => setLimit(tx, 'tighten', input, operator.name),
  }),
  loosenLimit: change({
    name: 'limits loosen',
    summary: 'sets a limit so that members may do or earn more',
    permission: 'limits.loosen',
    needsSecond: true,
    schema,
    run: (tx, operator, input) => setLimit(tx, 'loosen', input, operator.name),
  }),
};

/** The least of a withdrawal and the price of a coin hold members back the more, the higher they are. */
const isLooser = (limit: LimitName, then: Minor, now: Minor) =>
  limit === 'withdrawMax' || limit === 'givenBack' ? then > now : then < now;

const WHOLE_PERCENT = 100n;
const SAY_PERCENT = 'Give a whole percent from 1 to 100, such as 10.';

function readLimit(limit: LimitName, currency: Currency, given: string | number): Minor {
  const set = readAmount(given);
  const isPercent = limit === 'givenBack';
  const unit = isPercent ? WHOLE_PERCENT : PAYOUT_UNIT[currency];
  if (set === null || set <= 0n || set % unit !== 0n || (isPercent && set > 100n * WHOLE_PERCENT))
    throw new CannotDo(isPercent ? SAY_PERCENT : SAY_HOW_MUCH);
  return set;
}

async function setLimit(
  tx: Transaction,
  how: 'tighten' | 'loosen',
  { limit, currency, amount: given }: Static<typeof schema>,
  operator: string,
) {
  const set = readLimit(limit, currency, given);
  const limits = await lockLimits(tx, currency);
  const before = limits[limit];
  if (set === before) throw new CannotDo(`${limit} is ${limitText(limit, before, currency)} already.`);
  if (isLooser(limit, set, before) !== (how === 'loosen'))
    throw new CannotDo(
      `From ${formatMoney(before)} to ${formatMoney(set)} would not ${how} ${limit}: ` +
        `\`limits ${how === 'loosen' ? 'tighten' : 'loosen'}\` does that.`,
    );
  requireRoom({ ...limits, [limit]: set });
  await writeLimit(tx, { name: limit, currency, amount: set }, operator);
  const asRow = (amount: Minor) => ({ limit, currency, amount });
  return { data: asRow(set), before: asRow(before), after: asRow(set) };
}

function requireRoom({ withdrawMin, withdrawMax }: Limits): void {
  if (withdrawMin > withdrawMax) throw new CannotDo('Nobody could withdraw: the least would be above the most.');
}
