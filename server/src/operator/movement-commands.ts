import { formatMoney } from '@krapao/contract/money.ts';
import { problems } from '../ledger/ledger.ts';
import { many, one } from '../platform/database.ts';
import { CannotDo, type Command } from './command.ts';

/** The books, and money that is on its way between wallets and banks. */
export const MOVEMENT_COMMANDS: Record<string, Command> = {
  'ledger check': {
    usage: '',
    summary: 'checks the books',
    readOnly: true,
    run: async (tx) => {
      const wrong = await problems(tx);
      if (wrong.length > 0) throw new CannotDo(wrong.join('\n'));
      const { transfers } = await one<{ transfers: bigint }>(tx, 'select count(*) as transfers from ledger_transfers');
      return `The books are right: ${transfers} transfers.`;
    },
  },
  'transfers pending': {
    usage: '',
    summary: 'movements whose outcome is not known yet, oldest first',
    readOnly: true,
    run: async (tx) => {
      type Row = {
        id: string;
        member_id: string;
        what: string;
        amount: bigint;
        currency: string;
        age: string;
        tries: number;
      };
      const rows = await many<Row>(
        tx,
        `select id, member_id, from_wallet || ' → ' || to_wallet as what, amount, currency, tries,
            date_trunc('second', app_now() - created_at)::text as age
          from transfers where status = 'PENDING' order by created_at limit 200`,
      );
      const lines = rows.map(
        ({ id, member_id, what, amount, currency, age, tries }) =>
          `${id}  ${member_id}  ${what}  ${formatMoney(amount)} ${currency}  for ${age}, asked ${tries} times`,
      );
      return lines.join('\n') || 'Every movement is final.';
    },
  },
  'transfers late': {
    usage: '',
    summary: 'moves that a provider made after their money was given back: it is in two places',
    readOnly: true,
    run: async (tx) => {
      type Row = { id: string; member_id: string; code: string; direction: string; amount: bigint; at: Date };
      const rows = await many<Row>(
        tx,
        `select transfer_id as id, member_id, code, direction, amount, arrived_late_at as at
          from transfer_legs where arrived_late_at is not null order by arrived_late_at desc limit 200`,
      );
      const lines = rows.map(
        ({ id, member_id, code, direction, amount, at }) =>
          `${at.toISOString()}  ${id}  ${member_id}  ${code} ${direction}  ${formatMoney(amount)}`,
      );
      return lines.join('\n') || 'None.';
    },
  },
  'transfers ask': {
    usage: '<id>',
    summary: 'asks the provider now what became of a movement',
    run: async (tx, _config, id = '') => {
      const sql = `update transfers set next_try_at = clock_timestamp() where id::text = $1 and status = 'PENDING'`;
      if ((await tx.query(sql, [id])).rowCount === 0) throw new CannotDo(`There is no pending movement ${id}.`);
      return 'A worker asks within a second; `transfers pending` tells whether it is known now.';
    },
  },
  'withdrawals pending': {
    usage: '',
    summary: 'withdrawals that are not paid out yet, oldest first',
    readOnly: true,
    run: async (tx) => {
      type Row = {
        id: string;
        member_id: string;
        state: string;
        amount: bigint;
        currency: string;
        age: string;
        tries: number;
      };
      const rows = await many<Row>(
        tx,
        `select id, member_id, state, amount, currency, tries, date_trunc('second', app_now() - created_at)::text as age
          from withdrawals where next_try_at is not null order by created_at limit 200`,
      );
      const lines = rows.map(
        ({ id, member_id, state, amount, currency, age, tries }) =>
          `${id}  ${member_id}  ${state}  ${formatMoney(amount)} ${currency}  for ${age}, asked ${tries} times`,
      );
      return lines.join('\n') || 'Every withdrawal is final.';
    },
  },
  'withdrawals ask': {
    usage: '<id>',
    summary: 'asks the payout channel now what became of a withdrawal',
    run: async (tx, _config, id = '') => {
      const sql = `update withdrawals set next_try_at = clock_timestamp() where id::text = $1 and next_try_at is not null`;
      if ((await tx.query(sql, [id])).rowCount === 0) throw new CannotDo(`There is no pending withdrawal ${id}.`);
      return 'A worker asks within a second; `withdrawals pending` tells whether it is known now.';
    },
  },
};
