import { formatMoney } from '@krapao/contract/money.ts';
import type { Acts } from '../acts.ts';
import { dearestPrize, worthOf } from '../rewards/spin-wheel/wheels.queries.ts';
import type { Look } from '../staff/act.ts';
import { type Command, command, lines, list } from './command.ts';
import { withMoney } from './preview-text.ts';

/** What the house gives: campaigns, wheels, and the conditions of both. */
export function givingCommands(acts: Acts): Command[] {
  return [...campaignCommands(acts), ...wheelCommands(acts), ...rewardCommands(acts)];
}

function campaignCommands(acts: Acts): Command[] {
  return [
    list(acts.listCampaigns, 'There are none.', (campaign) => {
      const { kind, code, currency, is_open, spent, budget, version } = campaign;
      const of = budget === null ? 'no budget' : `of ${formatMoney(budget)}`;
      const state = is_open ? 'open  ' : 'closed';
      const given = `${formatMoney(spent)} ${of} ${currency}`;
      return `${state}  ${kind} ${code || '-'}  ${given}  version ${version}${timesOf(campaign)}`;
    }),
    command(
      acts.showCampaign,
      '[<kind> [<code or ->]]',
      ['kind', 'code'],
      lines('There are none.', ({ version, ...campaign }) =>
        JSON.stringify({ version: Number(version), ...campaign }, plainMoney, 2),
      ),
    ),
    command(
      acts.showCampaignHistory,
      '[<kind> [<code or ->]]',
      ['kind', 'code'],
      lines('There are none.', ({ id, kind, code, currency, at, operator, act, terms, before }) => {
        const what = `${kind} ${code || '-'} ${currency} ${act}`;
        return `${id}  ${at.toISOString()}  ${operator ?? '-'}  ${what}  ${changesOf(before, terms, currency)}`;
      }),
    ),
    command(
      acts.makeCampaign,
      '<kind> <code or -> BAHT|LAK',
      ['kind', 'code', 'currency'],
      ({ kind, code, currency, version }) =>
        `${kind} ${code || '-'} in ${currency} is written down as version ${version}; \`campaign open\` gives it to members.`,
    ),
    command(
      acts.editCampaign,
      '<kind> <code or -> BAHT|LAK',
      ['kind', 'code', 'currency'],
      ({ kind, code, currency, version }) => `${kind} ${code || '-'} in ${currency} is changed: version ${version}.`,
    ),
    command(
      acts.openCampaign,
      '<kind> <code or -> <version>',
      ['kind', 'code', 'version'],
      ({ kind, code }) => `${kind} ${code} is open.`,
    ),
    command(
      acts.closeCampaign,
      '<kind> <code or ->',
      ['kind', 'code'],
      ({ kind, code }) => `${kind} ${code} is closed.`,
    ),
    command(
      acts.setBudget,
      '<kind> <code or -> <currency> <amount>',
      ['kind', 'code', 'currency', 'amount'],
      ({ kind, code, currency, budget }) => `${kind} ${code} may give ${formatMoney(budget)} ${currency}.`,
    ),
  ];
}

function timesOf({ opens_at, closes_at }: { opens_at: Date | null; closes_at: Date | null }): string {
  return `${opens_at ? `  from ${opens_at.toISOString()}` : ''}${closes_at ? `  to ${closes_at.toISOString()}` : ''}`;
}

const plainMoney = (_name: string, value: unknown) => (typeof value === 'bigint' ? formatMoney(value) : value);

/** What one version of something has that the version before had not. */
function changesOf(before: Record<string, unknown> | null, after: Record<string, unknown>, currency: string): string {
  const words = ([name, value]: [string, unknown]) => `${name} ${JSON.stringify(withMoney(value, currency, name))}`;
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(before?.[name]) !== JSON.stringify(value);
  return Object.entries(after).filter(isChanged).map(words).join(', ');
}

function wheelCommands(acts: Acts): Command[] {
  return [
    command(acts.showWheels, '[<wheel>]', ['wheel'], lines('There are none.', wheelLines)),
    command(
      acts.makeWheel,
      'BAHT|LAK',
      ['currency'],
      ({ id, currency }) => `Wheel ${id} in ${currency} is written down; \`wheel put-up\` has members spin it.`,
    ),
    command(acts.putUpWheel, '<wheel>', ['wheel'], ({ id, currency }) => `Members spin wheel ${id} in ${currency}.`),
  ];
}

type ShownWheel = Acts['showWheels'] extends Look<never, (infer Wheel)[]> ? Wheel : never;

function wheelLines({ id, currency, name, coupon_days, put_up_at, replaced_at, slices }: ShownWheel): string {
  const sum = slices.reduce((total, { weight }) => total + BigInt(weight), 0n);
  const cost = slices.reduce((total, slice) => total + worthOf(slice) * BigInt(slice.weight), 0n) / sum;
  const since = put_up_at ? `up since ${put_up_at.toISOString()}` : 'a draft';
  const state = replaced_at ? `${since}, to ${replaced_at.toISOString()}` : since;
  const money = `a spin costs ${formatMoney(cost)}, at most ${formatMoney(dearestPrize({ slices }))} ${currency}`;
  return [
    `${id}  ${currency}  ${name.en}  ${state}  coupons last ${coupon_days} days  ${money}`,
    ...slices.map(({ code, prize_type, weight, amount }) => {
      const chance = ((100 * weight) / Number(sum)).toFixed(2).padStart(6);
      return `  ${chance} %  ${code}  ${prize_type} ${prize_type === 'coin' ? amount : formatMoney(amount)}`;
    }),
  ].join('\n');
}

function rewardCommands(acts: Acts): Command[] {
  return [
    list(acts.listClearing, 'None.', ({ id, member_id, kind, code, moving, in_play, tries }) => {
      const waitsFor = `${moving} movements pending, ${formatMoney(in_play)} in open bets`;
      return `${id}  ${member_id}  ${kind} ${code || '-'}  ${waitsFor}, tried ${tries} times`;
    }),
    command(acts.endCondition, '<member>', ['member'], ({ missing, currency }) =>
      missing === 0n ? 'It is over.' : `It is over; the member owes ${formatMoney(missing)} ${currency}.`,
    ),
    list(acts.listWaitingFriends, 'None.', ({ friend_id, inviter_id, registered_at, currency, ...money }) => {
      const earned = `first deposit ${formatMoney(money.first_deposit)}, would earn ${formatMoney(money.earned)} ${currency}`;
      return `${friend_id}  invited by ${inviter_id}  registered ${registered_at.toISOString()}  ${earned}`;
    }),
    command(acts.decideFriend, '<friend> <counts | never>', ['friend', 'decision'], (friend) => {
      const { friend_id, inviter_id, decided, earned, currency } = friend;
      if (!decided) return `${friend_id} never counts for ${inviter_id}.`;
      return `${friend_id} counts for ${inviter_id}, and has earned ${formatMoney(earned)} ${currency}.`;
    }),
    list(acts.listReturns, 'None.', ({ id, member_id, code, amount, currency, credit, age }) => {
      const atStake = `at stake: ${formatMoney(amount < credit ? amount : credit)}`;
      return `${id}  ${member_id}  ${code}  ${formatMoney(amount)} ${currency}  ${atStake}  for ${age}`;
    }),
    command(acts.decideReturn, '<id> <won | returned>', ['id', 'decision'], (decided) => {
      const { memberId, decision, taken, owed, currency } = decided;
      const takenBack = `${formatMoney(taken)} ${currency} is taken back`;
      const owing = owed > 0n ? `, and ${memberId} owes ${formatMoney(owed)} ${currency}` : '';
      return decision === 'won' ? `${memberId} has won it.` : `It has returned: ${takenBack}${owing}.`;
    }),
  ];
}
