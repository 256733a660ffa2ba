import { banksOf } from '@krapao/contract/banks.ts';
import { EDITIONS } from '@krapao/contract/editions.ts';
import { PAYMENT_PROVIDERS } from '@krapao/contract/providers.ts';
import { many } from '../platform/database.ts';
import { CannotDo, type Command, oneOf } from './command.ts';

const SHOWN = 200;

/** Our accounts that members pay to, and what is told of them. */
export const RECEIVER_COMMANDS: Record<string, Command> = {
  'feeds unread': {
    usage: '',
    summary: 'what feeds and SMS told that cannot be read: it may be money',
    readOnly: true,
    run: async (tx) => {
      type Row = { id: bigint; bank_code: string; account_no: string; content: string; why: string };
      const sql = `select * from unread_news where done_at is null order by id limit ${SHOWN}`;
      const lines = (await many<Row>(tx, sql)).map(
        ({ id, bank_code, account_no, content, why }) => `${id}  ${bank_code} ${account_no}  ${why}: ${content}`,
      );
      return lines.join('\n') || 'Everything was read.';
    },
  },
  'feeds done': {
    usage: '<id>',
    summary: 'takes something unread off the list, once it was looked at (see `payments record`)',
    run: async (tx, _config, id = '') => {
      const sql = 'update unread_news set done_at = app_now() where id::text = $1 and done_at is null';
      if ((await tx.query(sql, [id])).rowCount === 0)
        throw new CannotDo(`There is nothing unread with the number ${id}.`);
      return 'Done.';
    },
  },
  'receivers list': {
    usage: '',
    summary: 'our accounts that members can pay to',
    readOnly: true,
    run: async (tx) => {
      type Row = {
        bank_code: string;
        account_no: string;
        account_name: string;
        mode: string;
        currency: string;
        is_open: boolean;
      };
      const rows = await many<Row>(tx, 'select * from deposit_banks order by bank_code, account_no');
      const lines = rows.map(
        ({ bank_code, account_no, account_name, mode, currency, is_open }) =>
          `${bank_code} ${account_no}  ${mode}  ${currency}  ${account_name}${is_open ? '' : '  (closed)'}`,
      );
      return lines.join('\n') || 'None.';
    },
  },
  'receivers add': {
    usage: '<bank> <account> AUTO|SMS BAHT|LAK "<name>" BANK|PAYMENT',
    summary: 'shows members another account to pay to',
    run: async (tx, _config, bank = '', account = '', mode, currency, name = '', type = 'BANK') => {
      if (!/^[A-Z]{2,10}$/i.test(bank) || !/^\d{6,20}$/.test(account) || !name)
        throw new CannotDo('Say the bank, the number and the name.');
      if (!isKnownBank(bank.toUpperCase())) throw new CannotDo(`There is no bank ${bank}.`);
      await tx.query(
        `insert into deposit_banks (bank_code, account_no, mode, currency, account_name, bank_type)
          values (upper($1), $2, $3, $4, $5, $6)
          on conflict (bank_code, account_no, mode) do update set is_open = true, account_name = excluded.account_name`,
        [
          bank,
          account,
          oneOf(mode, ['AUTO', 'SMS']),
          oneOf(currency, ['BAHT', 'LAK']),
          name,
          oneOf(type, ['BANK', 'PAYMENT']),
        ],
      );
      return `Members can pay to ${bank.toUpperCase()} ${account}.`;
    },
  },
  'receivers close': {
    usage: '<bank> <account>',
    summary: 'no longer shows an account; what is paid there all the same is still credited',
    run: async (tx, _config, bank = '', account = '') => {
      const sql = 'update deposit_banks set is_open = false where bank_code = upper($1) and account_no = $2';
      if ((await tx.query(sql, [bank, account])).rowCount === 0) throw new CannotDo(`There is no ${bank} ${account}.`);
      return `${bank.toUpperCase()} ${account} is not shown any more.`;
    },
  },
};

/** Any other is a typing error: members would see it, and nothing would ever tell of what they paid there. */
function isKnownBank(code: string): boolean {
  return (
    EDITIONS.flatMap(banksOf).some((bank) => bank.code === code) || PAYMENT_PROVIDERS.some((name) => name === code)
  );
}
