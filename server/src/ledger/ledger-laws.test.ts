import type { Currency } from '@krapao/contract/money.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, contents } from '../../test/harness.ts';
import { one } from '../platform/database.ts';
import { hold, post, problems } from './ledger.ts';

/**
 * The database itself refuses these statements, also to the owner of the tables. They are typed as at a psql prompt:
 * several at once, past the ledger's functions.
 */
const { ownerUrl, db } = await cloneDatabase();
const psql = new pg.Client({ connectionString: ownerUrl });

const SOMCHAI = '00000001';
const MALEE = '00000002';
const KHAMLA = '00000003';

/** The names in the statements below: `:deposit` is the id of a transfer, the others are ids of accounts. */
const ids = new Map<string, string>();

beforeAll(async () => {
  await psql.connect();
  for (const [memberId, currency] of [
    [SOMCHAI, 'BAHT'],
    [MALEE, 'BAHT'],
    [KHAMLA, 'LAK'],
  ] as const) {
    await insertMember(memberId, currency);
    const step = { memberId, currency, detail: { from: 'a test' } };
    const deposit = { from: 'house:payments:ww', to: 'main', amount: 10_000n } as const;
    await post(db, { ...step, ...deposit, key: `${memberId}/deposit`, reason: 'deposit' });
    const transfer = { from: 'main', to: 'in_transit', amount: 2_500n } as const;
    await hold(db, { ...step, ...transfer, key: `${memberId}/hold`, reason: 'transfer' });
  }
  for (const [name, sql] of Object.entries({
    somchai: `select id from ledger_accounts where member_id = '${SOMCHAI}' and name = 'main'`,
    malee: `select id from ledger_accounts where member_id = '${MALEE}' and name = 'main'`,
    house: `select id from ledger_accounts where name = 'house:payments:ww' and currency = 'BAHT'`,
    kip_house: `select id from ledger_accounts where name = 'house:payments:ww' and currency = 'LAK'`,
    deposit: `select id from ledger_transfers where key = '${SOMCHAI}/deposit'`,
  }))
    ids.set(name, String((await one<{ id: bigint }>(db, sql)).id));
});
afterAll(() => psql.end());

const NEW_TRANSFER = `insert into ledger_transfers (key, input_hash, kind, reason, member_id, currency)
  values ('by hand', '', 'post', 'by hand', '${SOMCHAI}', 'BAHT')`;
const NEW = `(select id from ledger_transfers where key = 'by hand')`;
const NEW_ENTRIES = 'insert into ledger_entries (transfer_id, account_id, amount) values';

const UNBALANCED = { code: 'KR002', message: 'LEDGER_UNBALANCED' };
const NO_ACCOUNT = { code: 'KR001', message: 'LEDGER_NO_ACCOUNT' };
const APPEND_ONLY = { code: 'KR003', message: 'LEDGER_APPEND_ONLY' };
const OTHER_CURRENCY = { code: 'KR004', message: 'LEDGER_CURRENCY' };
const BELOW_ZERO = { code: '23514', constraint: 'ledger_not_below_zero' };
const HOUSE_HAS_NO_BALANCE = { code: '23514', constraint: 'ledger_balance_of_members_only' };
const HOUSE_NAME = { code: '23514', constraint: 'ledger_house_names' };
const BROKEN_REFERENCE = { code: '23503' };
const TAKEN = { code: '23505' };

describe('the database refuses entries', () => {
  refused({
    'that do not sum to zero': [UNBALANCED, `${NEW_ENTRIES} (${NEW}, :somchai, 100), (${NEW}, :house, -99)`],
    'that stand alone': [UNBALANCED, `${NEW_ENTRIES} (${NEW}, :somchai, 100)`],
    'whose other half would follow in the next statement': [
      UNBALANCED,
      `${NEW_ENTRIES} (${NEW}, :somchai, 100); ${NEW_ENTRIES} (${NEW}, :house, -100)`,
    ],
    'that do not sum to zero, with the check put off': [
      UNBALANCED,
      `set constraints all deferred; ${NEW_ENTRIES} (${NEW}, :somchai, 100), (${NEW}, :house, -99)`,
    ],
    'that sum to zero only across two transfers': [
      UNBALANCED,
      `${NEW_ENTRIES} (${NEW}, :somchai, 100), (:deposit, :house, -100)`,
    ],
    'that sum to zero only across two currencies': [
      UNBALANCED,
      `${NEW_ENTRIES} (${NEW}, :somchai, 100), (${NEW}, :kip_house, -100)`,
    ],
    'in another currency than their transfer, even balanced': [
      UNBALANCED,
      `${NEW_ENTRIES} (${NEW}, :kip_house, 100), (${NEW}, :kip_house, -100)`,
    ],
    "on another member's account than the transfer's": [
      UNBALANCED,
      `${NEW_ENTRIES} (${NEW}, :malee, 100), (${NEW}, :house, -100)`,
    ],
    "that give one member another's money": [
      UNBALANCED,
      `${NEW_ENTRIES} (${NEW}, :somchai, 100), (${NEW}, :malee, -100)`,
    ],
    "on a member's account in a transfer that is nobody's": [
      UNBALANCED,
      `insert into ledger_transfers (key, input_hash, kind, reason, currency)
         values ('of nobody', '', 'post', 'by hand', 'BAHT');
       ${NEW_ENTRIES} ((select id from ledger_transfers where key = 'of nobody'), :somchai, 100),
         ((select id from ledger_transfers where key = 'of nobody'), :house, -100)`,
    ],
    'that add money to an old transfer unbalanced': [UNBALANCED, `${NEW_ENTRIES} (:deposit, :somchai, 1)`],
    'that are added, balanced, to an old transfer': [
      APPEND_ONLY,
      `${NEW_ENTRIES} (:deposit, :somchai, 1), (:deposit, :house, -1)`,
    ],
    'that are added, balanced, to an old transfer beside those of a new one': [
      APPEND_ONLY,
      `${NEW_ENTRIES} (${NEW}, :somchai, 1), (${NEW}, :house, -1), (:deposit, :house, 5), (:deposit, :somchai, -5)`,
    ],
    'that follow, balanced, those of the same transfer in another statement': [
      APPEND_ONLY,
      `${NEW_ENTRIES} (${NEW}, :somchai, 1), (${NEW}, :house, -1); ${NEW_ENTRIES} (${NEW}, :somchai, 2), (${NEW}, :house, -2)`,
    ],
    'of an account that does not exist': [NO_ACCOUNT, `${NEW_ENTRIES} (${NEW}, 999999, 100), (${NEW}, :house, -100)`],
    'of a transfer that does not exist': [
      BROKEN_REFERENCE,
      `${NEW_ENTRIES} (999999, :somchai, 100), (999999, :house, -100)`,
    ],
    'of nothing': [{ code: '23514' }, `${NEW_ENTRIES} (${NEW}, :somchai, 0), (${NEW}, :house, 0)`],
    'that take a member below zero by one satang': [
      BELOW_ZERO,
      `${NEW_ENTRIES} (${NEW}, :house, 7501), (${NEW}, :somchai, -7501)`,
    ],
    'that take a member below zero on the way to a balance above it': [
      BELOW_ZERO,
      `${NEW_ENTRIES} (${NEW}, :somchai, -7501), (${NEW}, :somchai, 7501)`,
    ],
  });
});

describe('the database refuses to change', () => {
  refused({
    'an entry': [APPEND_ONLY, 'update ledger_entries set amount = amount + 1'],
    'an entry by merging': [
      APPEND_ONLY,
      'merge into ledger_entries using ledger_accounts on account_id = ledger_accounts.id when matched then update set amount = 1',
    ],
    'an entry by deleting it': [APPEND_ONLY, 'delete from ledger_entries'],
    'the entries by truncating them': [APPEND_ONLY, 'truncate ledger_entries'],
    'a transfer': [APPEND_ONLY, `update ledger_transfers set reason = 'gift' where id = :deposit`],
    'a transfer by inserting it again': [
      APPEND_ONLY,
      `insert into ledger_transfers (key, input_hash, kind, reason, currency)
         values ('${SOMCHAI}/deposit', '', 'post', 'gift', 'BAHT') on conflict (key) do update set reason = 'gift'`,
    ],
    'a transfer by deleting it': [APPEND_ONLY, 'delete from ledger_transfers'],
    'the transfers by truncating them': [APPEND_ONLY, 'truncate ledger_transfers cascade'],
    'an account by deleting it': [APPEND_ONLY, 'delete from ledger_accounts where id = :somchai'],
    'the accounts by truncating them': [APPEND_ONLY, 'truncate ledger_accounts'],
    'all books by truncating the members': [APPEND_ONLY, 'truncate members cascade'],
    'a member with money by deleting them': [BROKEN_REFERENCE, `delete from members where id = '${SOMCHAI}'`],
    'a balance': [APPEND_ONLY, 'update ledger_accounts set balance = balance + 1 where id = :somchai'],
    'a balance to what it is': [APPEND_ONLY, 'update ledger_accounts set balance = balance where id = :somchai'],
    'a balance by inserting the account again': [
      APPEND_ONLY,
      `insert into ledger_accounts (member_id, name, currency, balance) values ('${SOMCHAI}', 'main', 'BAHT', 0)
         on conflict (member_id, name) where member_id is not null do update set balance = 1000000`,
    ],
    "an account's owner": [APPEND_ONLY, `update ledger_accounts set member_id = '${MALEE}' where id = :somchai`],
    "an account's name": [APPEND_ONLY, `update ledger_accounts set name = 'refund_pot' where id = :somchai`],
    "an account's currency": [APPEND_ONLY, `update ledger_accounts set currency = 'LAK' where id = :somchai`],
    "a house account's name": [APPEND_ONLY, `update ledger_accounts set name = 'house:x' where id = :house`],
  });
});

const NEW_ACCOUNT = 'insert into ledger_accounts (member_id, name, currency, balance) values';

describe('the database refuses a new account', () => {
  refused({
    'that is not empty': [APPEND_ONLY, `${NEW_ACCOUNT} ('${SOMCHAI}', 'refund_pot', 'BAHT', 1)`],
    'that is below zero': [APPEND_ONLY, `${NEW_ACCOUNT} ('${SOMCHAI}', 'refund_pot', 'BAHT', -1)`],
    "in another currency than its member's": [OTHER_CURRENCY, `${NEW_ACCOUNT} ('${SOMCHAI}', 'refund_pot', 'LAK', 0)`],
    'of a member who already has it': [TAKEN, `${NEW_ACCOUNT} ('${SOMCHAI}', 'main', 'BAHT', 0)`],
    'of nobody we know': [BROKEN_REFERENCE, `${NEW_ACCOUNT} ('ZZZZZZZZ', 'main', 'BAHT', 0)`],
    'of the house with a balance': [HOUSE_HAS_NO_BALANCE, `${NEW_ACCOUNT} (null, 'house:games:pg', 'BAHT', 0)`],
    'of a member without a balance': [
      HOUSE_HAS_NO_BALANCE,
      `${NEW_ACCOUNT} ('${SOMCHAI}', 'refund_pot', 'BAHT', null)`,
    ],
    "of a member under the house's name": [HOUSE_NAME, `${NEW_ACCOUNT} ('${SOMCHAI}', 'house:mine', 'BAHT', 0)`],
  });
});

it('balanced entries by hand are taken, and move the money they speak of', async () => {
  await psql.query(
    `begin; ${typed(`${NEW_TRANSFER}; ${NEW_ENTRIES} (${NEW}, :house, -100), (${NEW}, :somchai, 100)`)}`,
  );
  const { rows } = await psql.query(
    typed(`select balance, balance_after from ledger_entries join ledger_accounts on ledger_accounts.id = account_id
      where transfer_id = ${NEW} order by ledger_entries.id`),
  );
  await psql.query('rollback');
  expect(rows).toEqual([
    { balance: null, balance_after: null },
    { balance: '7600', balance_after: '7600' },
  ]);
});

describe('the check of the books names', () => {
  // Only with the laws switched off can the books be made wrong.
  it.each([
    [
      'a sum that is not zero',
      `${NEW_ENTRIES.replace('(', '(id, ')} (-1, :deposit, :house, 7)`,
      'sum of all entries in BAHT is 7',
    ],
    [
      'a balance that its entries do not explain',
      'update ledger_accounts set balance = 7507 where id = :somchai',
      'account :somchai keeps 7507 but its entries sum to 7500',
    ],
    [
      'a balance that has no entries at all',
      `insert into ledger_accounts (member_id, name, currency, balance) values ('${SOMCHAI}', 'game:pg', 'BAHT', 5)`,
      /^account \d+ keeps 5 but its entries sum to 0$/,
    ],
    [
      'a noted balance that is not the running sum',
      'update ledger_entries set balance_after = 9999 where transfer_id = :deposit and account_id = :somchai',
      /^entry \d+ notes 9999 after it but the entries up to it sum to 10000$/,
    ],
    ['a transfer without entries', NEW_TRANSFER, /^transfer \d+ has no entries$/],
  ])('%s', async (_, sql, problem) => {
    expect(await problems(db)).toEqual([]);
    const tables = ['ledger_accounts', 'ledger_transfers', 'ledger_entries'];
    const lawless = tables.map((table) => `alter table ${table} disable trigger user`);
    await psql.query(`begin; ${[...lawless, typed(sql)].join(';')}`);
    const { rows } = await psql.query<{ problem: string }>('select problem from ledger_problems');
    await psql.query('rollback');
    expect(rows).toEqual([{ problem: typeof problem === 'string' ? typed(problem) : expect.stringMatching(problem) }]);
  });
});

/** Each attempt is refused for the reason given, and the books stay the same to the letter. */
function refused(attempts: Record<string, [reason: object, sql: string]>): void {
  it.each(Object.entries(attempts))('%s', async (_, [reason, sql]) => {
    const before = await contents(db);
    const needsTransfer = sql.includes(NEW);
    await expect(psql.query(typed(needsTransfer ? `${NEW_TRANSFER}; ${sql}` : sql))).rejects.toMatchObject(reason);
    expect(await contents(db)).toEqual(before);
    expect(await problems(db)).toEqual([]);
  });
}

function typed(sql: string): string {
  return sql.replaceAll(/:([a-z_]+)\b/g, (all, name: string) => ids.get(name) ?? all);
}

async function insertMember(id: string, currency: Currency): Promise<void> {
  await db.query(
    `insert into members (id, edition, phone, name, password_hash, currency, bank_code, bank_account_name, bank_account_no)
      values ($1, 'th', $1, 'a member', 'none', $2, 'KBANK', 'A MEMBER', $1)`,
    [id, currency],
  );
}
