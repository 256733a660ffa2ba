import { CURRENCIES } from '@krapao/contract/money.ts';
import { CONDITION_TYPES } from '@krapao/contract/rewards/bonuses.ts';
import { Type } from 'typebox';
import type { Transaction } from '../platform/database.ts';
import { amount, CannotDo, change, choice, fields, list, readAmount, text } from '../staff/act.ts';
import { allCampaigns, lockCampaigns, switchCampaigns, writeBudget } from './campaigns.ts';
import type { ConditionKind } from './conditions.queries.ts';

const SAY_HOW_MUCH = 'Give an amount such as 50000.';
const kind = choice(CONDITION_TYPES);
const code = text('Give the code, or - for a programme of which there is one.');
const either = fields({ kind, code: Type.Optional(code) });

/** The campaigns of the house, as operators open and close them. */
export const campaignActs = {
  listCampaigns: list({
    name: 'campaign list',
    summary: 'bonuses, promotions and programmes, with what they have given',
    permission: 'rewards.see',
    run: (tx) => allCampaigns(tx),
  }),
  openCampaign: change({
    name: 'campaign open',
    summary: 'gives it to members from now on',
    permission: 'rewards.open',
    needsSecond: true,
    schema: either,
    run: (tx, _operator, { kind, code }) => switchTo(tx, true, kind, code),
  }),
  closeCampaign: change({
    name: 'campaign close',
    summary: 'ends a bonus, a promotion or a programme; what members have of it stays',
    permission: 'rewards.stop',
    needsSecond: false,
    schema: either,
    run: (tx, _operator, { kind, code }) => switchTo(tx, false, kind, code),
  }),
  setBudget: change({
    name: 'campaign budget',
    summary: 'sets how much it may give in all, what it has given included',
    permission: 'rewards.open',
    needsSecond: true,
    schema: fields({ kind, code, currency: choice(CURRENCIES), amount: amount(SAY_HOW_MUCH) }),
    run: async (tx, _operator, { kind, code, currency, amount: given }) => {
      const budget = readAmount(given);
      if (budget === null) throw new CannotDo(SAY_HOW_MUCH);
      const campaigns = await lockCampaigns(tx, kind, codeOf(code));
      const before = campaigns.find((campaign) => campaign.currency === currency);
      if (!before) throw new CannotDo(`There is no ${kind} ${code} in ${currency}: \`campaign list\` lists them.`);
      if (before.spent > budget) throw new CannotDo('More than that is given already.');
      const after = await writeBudget(tx, before, budget);
      return { data: { kind, code, currency, budget }, before, after };
    },
  }),
};

async function switchTo(tx: Transaction, isOpen: boolean, kind: ConditionKind, code = '-') {
  const before = await lockCampaigns(tx, kind, codeOf(code));
  if (before.length === 0) throw new CannotDo(`There is no ${kind} ${code}: \`campaign list\` lists them.`);
  const after = await switchCampaigns(tx, { kind, code: codeOf(code) }, isOpen);
  return { data: { kind, code, isOpen }, before, after };
}

/** A kind of reward with only one programme has the code ''. */
function codeOf(code: string): string {
  return code === '-' ? '' : code.toUpperCase();
}
