import { CURRENCIES, formatMoney, parseMoney } from '@krapao/contract/money.ts';
import { CONDITION_TYPES } from '@krapao/contract/rewards/bonuses.ts';
import { takeBack } from '../conditions/clear.ts';
import { conditionOf } from '../conditions/conditions.queries.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { many } from '../platform/database.ts';
import { CannotDo, type Command, findMember, oneOf } from './command.ts';

/** What the house gives, and members who are bound by it. */
export const REWARD_COMMANDS: Record<string, Command> = {
  'campaign list': {
    usage: '',
    summary: 'bonuses, promotions and programmes, with what they have given',
    readOnly: true,
    run: async (tx) => {
      type Row = {
        kind: string;
        code: string;
        currency: string;
        is_open: boolean;
        spent: bigint;
        budget: bigint | null;
      };
      const rows = await many<Row>(
        tx,
        'select kind, code, currency, is_open, spent, budget from campaigns order by kind, position, code, currency',
      );
      const lines = rows.map(({ kind, code, currency, is_open, spent, budget }) => {
        const of = budget === null ? 'no budget' : `of ${formatMoney(budget)}`;
        return `${is_open ? 'open  ' : 'closed'}  ${kind} ${code || '-'}  ${formatMoney(spent)} ${of} ${currency}`;
      });
      return lines.join('\n') || 'There are none.';
    },
  },
  'campaign open': { usage: '<kind> <code or ->', summary: 'gives it to members from now on', run: switchTo(true) },
  'campaign close': {
    usage: '<kind> <code or ->',
    summary: 'ends a bonus, a promotion or a programme; what members have of it stays',
    run: switchTo(false),
  },
  'campaign budget': {
    usage: '<kind> <code or -> <currency> <amount>',
    summary: 'sets how much it may give in all, what it has given included',
    run: async (tx, _config, kind, code, currency, amount) => {
      const budget = parseMoney(amount ?? '');
      if (budget === null) throw new CannotDo('Give an amount such as 50000.');
      const { rowCount } = await tx
        .query(`update campaigns set budget = $4 where kind = $1 and code = $2 and currency = $3`, [
          oneOf(kind, CONDITION_TYPES),
          codeOf(code),
          oneOf(currency, CURRENCIES),
          budget,
        ])
        .catch(() => {
          throw new CannotDo('More than that is given already.');
        });
      if (rowCount === 0)
        throw new CannotDo(`There is no ${kind} ${code} in ${currency}: \`campaign list\` lists them.`);
      return `${kind} ${code} may give ${formatMoney(budget)} ${currency}.`;
    },
  },
  'conditions clearing': {
    usage: '',
    summary: 'bonuses that members have cancelled and that are not over yet, oldest first',
    readOnly: true,
    run: async (tx) => {
      type Row = {
        id: string;
        member_id: string;
        kind: string;
        code: string;
        tries: number;
        moving: number;
        in_play: bigint;
      };
      const rows = await many<Row>(
        tx,
        `select id, member_id, kind, code, tries,
            (select count(*)::integer from transfers where transfers.member_id = conditions.member_id and status = 'PENDING') as moving,
            (select coalesce(sum(in_play), 0)::bigint from game_accounts where game_accounts.member_id = conditions.member_id) as in_play
          from conditions where state = 'clearing' order by started_at limit 200`,
      );
      const lines = rows.map(
        ({ id, member_id, kind, code, tries, moving, in_play }) =>
          `${id}  ${member_id}  ${kind} ${code || '-'}  ${moving} movements pending, ${formatMoney(in_play)} in open bets, tried ${tries} times`,
      );
      return lines.join('\n') || 'None.';
    },
  },
  'conditions end': {
    usage: '<member>',
    summary: 'ends a cancelled bonus without waiting for money that does not come home',
    run: async (tx, config, who) => {
      const { id } = await findMember(tx, config, who);
      const condition = await conditionOf(tx, id);
      if (condition?.state !== 'clearing') throw new CannotDo(`${id} has cancelled nothing that is not over.`);
      const missing = await takeBack(tx, condition, await balancesOf(tx, id));
      return missing === 0n
        ? 'It is over.'
        : `It is over; ${formatMoney(missing)} ${condition.currency} could not be taken.`;
    },
  },
};

function switchTo(isOpen: boolean): Command['run'] {
  return async (tx, _config, kind, code) => {
    const { rowCount } = await tx.query('update campaigns set is_open = $3 where kind = $1 and code = $2', [
      oneOf(kind, CONDITION_TYPES),
      codeOf(code),
      isOpen,
    ]);
    if (rowCount === 0) throw new CannotDo(`There is no ${kind} ${code ?? ''}: \`campaign list\` lists them.`);
    return `${kind} ${code ?? '-'} is ${isOpen ? 'open' : 'closed'}.`;
  };
}

/** A programme of which there is one has no code. */
function codeOf(code: string | undefined): string {
  return code === undefined || code === '-' ? '' : code.toUpperCase();
}
