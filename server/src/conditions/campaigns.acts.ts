import { CURRENCIES } from '@krapao/contract/money.ts';
import { CONDITION_TYPES } from '@krapao/contract/rewards/bonuses.ts';
import { type Static, Type } from 'typebox';
import { now } from '../platform/clock.ts';
import type { Transaction } from '../platform/database.ts';
import { amount, CannotDo, change, choice, fields, list, look, MOST_LISTED, readAmount, text } from '../staff/act.ts';
import {
  allCampaigns,
  type CampaignRow,
  campaignVersions,
  insertCampaign,
  lockCampaigns,
  switchCampaign,
  writeTerms,
} from './campaign-rows.ts';
import { BLANK, changedBy, givesMore, requireSense, requireWhole, Terms } from './campaign-terms.ts';
import type { ConditionKind } from './conditions.queries.ts';

const SAY_HOW_MUCH = 'Give an amount such as 50000.';
const kind = choice(CONDITION_TYPES);
const code = text('Give the code, or - for a programme of which there is one.');
const currency = choice(CURRENCIES);
const version = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Say which version is opened, by its number: `campaign list` shows it.',
});
const either = fields({ kind, code: Type.Optional(code) });
const inFull = fields({ kind, code, currency, ...Terms.properties });
type Full = Static<typeof inFull>;

/** The campaigns of the house, as operators make, change, open and close them. */
export const campaignActs = {
  listCampaigns: list({
    name: 'campaign list',
    summary: 'bonuses, promotions and programmes, with what they have given and their newest version',
    permission: 'rewards.see',
    run: (tx) => allCampaigns(tx),
  }),
  showCampaign: look({
    name: 'campaign show',
    summary: 'the terms and texts of campaigns, of all or of one',
    permission: 'rewards.see',
    readOnly: true,
    schema: fields({ kind: Type.Optional(kind), code: Type.Optional(code) }),
    run: async (tx, _operator, asked) => {
      const wanted = asked.code === undefined ? undefined : codeOf(asked.code);
      const campaigns = await allCampaigns(tx);
      return campaigns.filter(({ kind, code }) => kind === (asked.kind ?? kind) && code === (wanted ?? code));
    },
  }),
  showCampaignHistory: look({
    name: 'campaign history',
    summary: 'what was changed of campaigns, by whom and when, newest first',
    permission: 'rewards.see',
    readOnly: true,
    schema: fields({ kind: Type.Optional(kind), code: Type.Optional(code) }),
    run: (tx, _operator, { kind, code }) =>
      campaignVersions(tx, { ...(kind && { kind }), ...(code !== undefined && { code: codeOf(code) }) }, MOST_LISTED),
  }),
  makeCampaign: change({
    name: 'campaign make',
    summary:
      'writes down a campaign in one currency, which nobody is given until it is opened; long fields by name=@file',
    permission: 'rewards.make',
    needsSecond: false,
    schema: inFull,
    run: async (tx, operator, { kind, code, currency, ...given }) => {
      const key = { kind, code: requireCode(kind, code), currency };
      const isThere = (await lockCampaigns(tx, key)).some((campaign) => campaign.currency === currency);
      if (isThere) throw new CannotDo(`There is a ${kind} ${code} in ${currency}: \`campaign edit\` changes it.`);
      requireWhole(kind, given);
      const terms = changedBy(given, BLANK);
      requireSense(kind, terms, await now(tx));
      const after = await insertCampaign(tx, key, terms, { operator: operator.name });
      return { data: after, before: null, after };
    },
  }),
  editCampaign: change({
    name: 'campaign edit',
    summary: 'changes what is given of a campaign, and nothing else; what members have received keeps its own terms',
    permission: 'rewards.make',
    // What is closed is looked at by a second operator when it is opened.
    needsSecond: async (tx, input) => {
      const { before, terms } = await edited(tx, input);
      return before.is_open && givesMore(before, terms);
    },
    schema: inFull,
    run: async (tx, operator, input) => {
      const { before, terms } = await edited(tx, input);
      const after = await writeTerms(tx, before, terms, { act: 'edited', operator: operator.name });
      return { data: after, before, after };
    },
  }),
  openCampaign: change({
    name: 'campaign open',
    summary: 'gives it to members from now on, or from its own time on; only in the version that is named',
    permission: 'rewards.open',
    needsSecond: true,
    schema: fields({ kind, code, version }),
    run: (tx, operator, { kind, code, version }) =>
      switchTo(tx, { isOpen: true, version }, { kind, code }, operator.name),
  }),
  closeCampaign: change({
    name: 'campaign close',
    summary: 'ends a bonus, a promotion or a programme; what members have of it stays',
    permission: 'rewards.stop',
    needsSecond: false,
    schema: either,
    run: (tx, operator, { kind, code = '-' }) => switchTo(tx, { isOpen: false }, { kind, code }, operator.name),
  }),
  setBudget: change({
    name: 'campaign budget',
    summary: 'sets how much it may give in all, what it has given included',
    permission: 'rewards.open',
    needsSecond: true,
    schema: fields({ kind, code, currency, amount: amount(SAY_HOW_MUCH) }),
    run: async (tx, operator, { kind, code, currency, amount: given }) => {
      const budget = readAmount(given);
      if (budget === null) throw new CannotDo(SAY_HOW_MUCH);
      const before = await lockCampaign(tx, { kind, code, currency });
      if (before.spent > budget) throw new CannotDo('More than that is given already.');
      const after = await writeTerms(tx, before, { ...before, budget }, { act: 'budget', operator: operator.name });
      return { data: { kind, code, currency, budget }, before, after };
    },
  }),
};

async function edited(tx: Transaction, { kind, code, currency, ...given }: Full) {
  if (Object.keys(given).length === 0) throw new CannotDo('Say what to change, such as rate=20.');
  const before = await lockCampaign(tx, { kind, code, currency });
  const terms = changedBy(given, before);
  // One that is over can still be corrected.
  requireSense(kind, terms, given.closesAt === undefined ? null : await now(tx));
  if (terms.budget !== null && before.spent > terms.budget) throw new CannotDo('More than that is given already.');
  return { before, terms };
}

type Named = Pick<Full, 'kind' | 'code'>;

async function lockCampaign(tx: Transaction, { kind, code, currency }: Named & Pick<Full, 'currency'>) {
  const rows = await lockCampaigns(tx, { kind, code: codeOf(code) });
  const row = rows.find((campaign) => campaign.currency === currency);
  if (!row) throw new CannotDo(`There is no ${kind} ${code} in ${currency}: \`campaign list\` lists them.`);
  return row;
}

type Switched = { isOpen: true; version: number } | { isOpen: false };

/** A second operator agrees to what was looked at: what was changed since is not opened. */
async function switchTo(tx: Transaction, to: Switched, { kind, code }: Named, operator: string) {
  const before = await lockCampaigns(tx, { kind, code: codeOf(code) });
  const [first] = before;
  if (!first) throw new CannotDo(`There is no ${kind} ${code}: \`campaign list\` lists them.`);
  if (to.isOpen && BigInt(to.version) !== first.version)
    throw new CannotDo(`The newest version of ${kind} ${code} is ${first.version}: look at it first.`);
  const after: CampaignRow[] = [];
  for (const row of before) after.push(await switchCampaign(tx, row, to.isOpen, { operator }));
  return { data: { kind, code, isOpen: to.isOpen }, before, after };
}

/** A kind of reward with only one programme has the code ''. */
function codeOf(code: string): string {
  return code === '-' ? '' : code.toUpperCase();
}

function requireCode(kind: ConditionKind, given: string): string {
  const code = codeOf(given);
  const isCoded = kind === 'bonus' || kind === 'promotion';
  if (!isCoded && code !== '') throw new CannotDo(`There is one ${kind} in each currency: its code is -.`);
  if (isCoded && !/^[A-Z0-9_-]{2,40}$/.test(code))
    throw new CannotDo('A code has 2 to 40 letters A to Z, digits, - and _.');
  return code;
}
