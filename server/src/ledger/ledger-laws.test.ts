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

/** Ids by their name in the statements below: `:deposit` is that of a posting. */
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
    await post(db, { ...step, ...deposit, amount: 7n, key: `${memberId}/lent`, reason: 'loan' });
    const back = { from: 'main', to: 'house:payments:ww', amount: 7n } as const;
    await post(db, { ...step, ...back, key: `${memberId}/lent back`, reason: 'loan' });
    const posting = { from: 'main', to: 'in_transit', amount: 2_500n } as const;
    await hold(db, { ...step, ...posting, key: `${memberId}/hold`, reason: 'transfer' });
  }
  const sql = `select id from ledger_postings where key = '${SOMCHAI}/deposit'`;
  ids.set('deposit', String((await one<{ id: bigint }>(db, sql)).id));
});
afterAll(() => psql.end());

/** A posting by hand of Somchai; `row` replaces parts of it. */
function posting(row: Record<string, string | number | null> = {}): string {
  const whole = {
    owner: SOMCHAI,
    key: 'by hand',
    kind: 'post',
    reason: 'by hand',
    currency: 'BAHT',
    from_account: 'house:payments:ww',
    to_account: 'main',
    amount: 100,
    ...row,
  };
  const values = Object.values(whole).map((value) => (value === null ? 'null' : `'${value}'`));
  return `insert into ledger_postings (${Object.keys(whole)}) values (${values})`;
}

const NO_POSTING = { code: 'KR002', message: 'LEDGER_NO_POSTING' };
const CLOSED = { code: 'KR005', message: 'LEDGER_CLOSED' };
const NO_HOLD = { code: 'KR007', message: 'LEDGER_NO_HOLD' };
const APPEND_ONLY = { code: 'KR003', message: 'APPEND_ONLY' };
const OTHER_CURRENCY = { code: 'KR004', message: 'LEDGER_CURRENCY' };
const BELOW_ZERO = { code: '23514', constraint: 'ledger_not_below_zero' };
const HOUSE_NAME = { code: '23514', constraint: 'ledger_house_names' };
const BROKEN_REFERENCE = { code: '23503' };
const TAKEN = { code: '23505' };

describe('the database refuses a posting', () => {
  refused({
    'of nothing': [NO_POSTING, posting({ amount: 0 })],
    'of less than nothing, which would take money by giving it': [NO_POSTING, posting({ amount: -100 })],
    'from an account to itself': [NO_POSTING, posting({ from_account: 'main' })],
    'of a kind that is not known': [NO_POSTING, posting({ kind: 'gift' })],
    'in a currency that is not known': [NO_POSTING, posting({ currency: 'USD' })],
    'to an account with a name that none can have': [NO_POSTING, posting({ to_account: 'Main' })],
    'from an account with a name that none can have': [NO_POSTING, posting({ from_account: 'house:Payments' })],
    "of the house to a member's account": [NO_POSTING, posting({ owner: 'house' })],
    'of nobody we know': [BROKEN_REFERENCE, posting({ owner: 'ZZZZZZZZ' })],
    "in another currency than its member's": [OTHER_CURRENCY, posting({ currency: 'LAK' })],
    'that takes a member below zero by one satang': [
      BELOW_ZERO,
      posting({ from_account: 'main', to_account: 'house:payments:ww', amount: 7501 }),
    ],
    'that takes money from an account that the member does not have': [
      BELOW_ZERO,
      posting({ from_account: 'game:pg', to_account: 'main', amount: 1 }),
    ],
    'that puts a debt above zero': [BELOW_ZERO, posting({ to_account: 'owed', amount: 1 })],
    'that closes one that does not exist': [NO_HOLD, posting({ kind: 'release', closes: 999999 })],
    "that closes another member's": [NO_HOLD, posting({ owner: MALEE, kind: 'reverse', closes: ':deposit' })],
    'that closes one that is closed': [
      CLOSED,
      `${posting({ kind: 'reverse', closes: ':deposit', amount: 1 })}; ${posting({ key: 'again', kind: 'reverse', closes: ':deposit', amount: 1 })}`,
    ],
  });
});

const OF_SOMCHAI = `where member_id = '${SOMCHAI}' and name = 'main'`;

describe('the database refuses to change', () => {
  refused({
    'an entry': [{ code: '55000' }, 'update ledger_entries set amount = amount + 1'],
    'a posting': [APPEND_ONLY, `update ledger_postings set reason = 'gift' where id = :deposit`],
    'a posting in its partition': [APPEND_ONLY, `update ledger_postings_0 set reason = 'gift'`],
    'a posting by merging': [
      APPEND_ONLY,
      'merge into ledger_postings using members on owner = members.id when matched then update set amount = 1',
    ],
    'a posting by inserting it again': [
      APPEND_ONLY,
      `${posting({ key: `${SOMCHAI}/deposit` })} on conflict (owner, key) do update set reason = 'gift'`,
    ],
    'a posting by deleting it': [APPEND_ONLY, 'delete from ledger_postings'],
    'the postings by truncating them': [APPEND_ONLY, 'truncate ledger_postings cascade'],
    'the postings of a partition by truncating them': [APPEND_ONLY, 'truncate ledger_postings_0 cascade'],
    'what a sealed day did': [APPEND_ONLY, 'update ledger_day_accounts set balance = 0'],
    'the sealed days by deleting them': [APPEND_ONLY, 'delete from ledger_days'],
    'an account by deleting it': [APPEND_ONLY, `delete from ledger_accounts ${OF_SOMCHAI}`],
    'the accounts by truncating them': [APPEND_ONLY, 'truncate ledger_accounts'],
    'all books by truncating the members': [APPEND_ONLY, 'truncate members cascade'],
    'a member with money by deleting them': [BROKEN_REFERENCE, `delete from members where id = '${SOMCHAI}'`],
    'a balance': [APPEND_ONLY, `update ledger_accounts set balance = balance + 1 ${OF_SOMCHAI}`],
    'a balance to what it is': [APPEND_ONLY, `update ledger_accounts set balance = balance ${OF_SOMCHAI}`],
    'a balance by inserting the account again': [
      APPEND_ONLY,
      `insert into ledger_accounts (member_id, name, currency, balance) values ('${SOMCHAI}', 'main', 'BAHT', 0)
         on conflict (member_id, name) do update set balance = 1000000`,
    ],
    "an account's owner": [APPEND_ONLY, `update ledger_accounts set member_id = '${MALEE}' ${OF_SOMCHAI}`],
    "an account's name": [APPEND_ONLY, `update ledger_accounts set name = 'refund_pot' ${OF_SOMCHAI}`],
    "an account's currency": [APPEND_ONLY, `update ledger_accounts set currency = 'LAK' ${OF_SOMCHAI}`],
    "an account's newest posting": [APPEND_ONLY, `update ledger_accounts set last_posting_id = 1 ${OF_SOMCHAI}`],
  });
});

it.each([
  [['update', 'delete', 'truncate'], 'ledger_postings ledger_day_accounts audit_log security_events campaign_versions'],
  [['update', 'delete', 'truncate'], 'wheel_slices texts limit_changes seeded_rows production_marker'],
  [['update', 'delete', 'truncate'], Array.from({ length: 8 }, (_, part) => `ledger_postings_${part}`).join(' ')],
  [['delete', 'truncate'], 'ledger_accounts ledger_days act_requests operators'],
])('the database refuses every %j of %s', async (ways, tables) => {
  for (const table of tables.split(' ')) {
    const { fields } = await psql.query(`select * from ${table} limit 0`);
    const column = fields.at(-1)?.name;
    const said = {
      update: `update ${table} set ${column} = ${column} where false`,
      delete: `delete from ${table} where false`,
      truncate: `truncate ${table} cascade`,
    };
    for (const way of ways as (keyof typeof said)[])
      await expect(psql.query(said[way]), `${way} ${table}`).rejects.toMatchObject(APPEND_ONLY);
  }
});

const NEW_ACCOUNT = 'insert into ledger_accounts (member_id, name, currency, balance) values';

describe('the database refuses a new account', () => {
  refused({
    'that is not empty': [APPEND_ONLY, `${NEW_ACCOUNT} ('${SOMCHAI}', 'refund_pot', 'BAHT', 1)`],
    'that is below zero': [APPEND_ONLY, `${NEW_ACCOUNT} ('${SOMCHAI}', 'refund_pot', 'BAHT', -1)`],
    "in another currency than its member's": [OTHER_CURRENCY, `${NEW_ACCOUNT} ('${SOMCHAI}', 'refund_pot', 'LAK', 0)`],
    'of a member who already has it': [TAKEN, `${NEW_ACCOUNT} ('${SOMCHAI}', 'main', 'BAHT', 0)`],
    'of nobody we know': [BROKEN_REFERENCE, `${NEW_ACCOUNT} ('ZZZZZZZZ', 'main', 'BAHT', 0)`],
    'of the house': [{ code: '23502' }, `${NEW_ACCOUNT} (null, 'main', 'BAHT', 0)`],
    'that a posting is said to have made': [
      APPEND_ONLY,
      `insert into ledger_accounts (member_id, name, currency, balance, last_posting_id)
        values ('${SOMCHAI}', 'refund_pot', 'BAHT', 0, :deposit)`,
    ],
    'with a name that none can have': [HOUSE_NAME, `${NEW_ACCOUNT} ('${SOMCHAI}', 'Refund Pot', 'BAHT', 0)`],
    "of a member under the house's name": [HOUSE_NAME, `${NEW_ACCOUNT} ('${SOMCHAI}', 'house:mine', 'BAHT', 0)`],
  });
});

it('a posting by hand is taken, and moves the money it speaks of', async () => {
  await psql.query(`begin; ${posting()}`);
  const { rows } = await psql.query(
    `select account, amount, balance, balance_after, last_posting_id = posting_id as is_newest from ledger_entries
      left join ledger_accounts on ledger_accounts.member_id = ledger_entries.member_id and name = account
      where key = 'by hand' order by account`,
  );
  await psql.query('rollback');
  expect(rows).toEqual([
    { account: 'house:payments:ww', amount: '-100', balance: null, balance_after: null, is_newest: null },
    { account: 'main', amount: '100', balance: '7600', balance_after: '7600', is_newest: true },
  ]);
});

it('a posting by hand whose key is there already writes nothing and moves nothing', async () => {
  const before = await contents(db);
  for (const conflict of ['', 'on conflict do nothing'])
    await psql.query(`${posting({ key: `${SOMCHAI}/deposit` })} ${conflict}`);
  expect(await contents(db)).toEqual(before);
});

it('a posting is never older than the one of its member before it, whatever time it is given', async () => {
  await psql.query(`begin; ${posting({ posted_at: '2001-01-01' })}`);
  const { rows } = await psql.query(
    `select posted_at >= now() - interval '1 hour' as is_new from ledger_postings where key = 'by hand'`,
  );
  await psql.query('rollback');
  expect(rows).toEqual([{ is_new: true }]);
});

it('whatever is changed in a posting, its hash no longer follows from it', async () => {
  const parts = `owner = '${MALEE}', id = 999, key = 'k', kind = 'hold', reason = 'gift', currency = 'LAK', from_account = 'owed',
    to_account = 'owed', amount = 1, from_after = 1, to_after = 1, closes = 1, detail = '{}', posted_at = '2001-01-01'`;
  for (const part of parts.split(/,\s+/)) {
    const [column = '', value = ''] = part.split(' = ');
    const { rows } = await psql.query(
      `select ledger_chain('', moved) = ledger_chain('', jsonb_populate_record(moved, jsonb_build_object($1::text, ${value})))
        as same from ledger_postings moved where key = '${SOMCHAI}/deposit'`,
      [column],
    );
    expect({ column, rows }).toEqual({ column, rows: [{ same: false }] });
  }
});

describe('the check of the books names', () => {
  // Only with the laws switched off can the books be made wrong.
  const ofDeposit = "where key = '00000001/deposit'";
  it.each([
    [
      'a balance that its entries do not explain',
      `update ledger_accounts set balance = 7507 ${OF_SOMCHAI}`,
      [/^main of 00000001 keeps 7507 but its entries sum to 7500$/],
    ],
    [
      'a balance that has no entries at all',
      `insert into ledger_accounts (member_id, name, currency, balance) values ('${SOMCHAI}', 'game:pg', 'BAHT', 5)`,
      [/^game:pg of 00000001 keeps 5 but its entries sum to 0$/],
    ],
    [
      'a noted balance that is not the running sum',
      `update ledger_postings set to_after = 9999 ${ofDeposit}`,
      [/^posting \d+ notes 9999 after it on main but the entries up to it sum to 10000$/, /is not as it was written$/],
    ],
    [
      'an amount that was changed, everywhere that it shows',
      `update ledger_postings set amount = 9000, to_after = 9000 ${ofDeposit};
        update ledger_postings set from_after = 6500 where key = '00000001/hold';
        update ledger_accounts set balance = 6500 ${OF_SOMCHAI}`,
      [/is not as it was written$/, /is not as it was written$/, /notes 10007/, /notes 10000/],
    ],
    [
      'a reason that was changed',
      `update ledger_postings set reason = 'gift' ${ofDeposit}`,
      [/is not as it was written$/],
    ],
    [
      'two postings that undo each other and were taken out together',
      `delete from ledger_postings where key in ('00000001/lent', '00000001/lent back')`,
      [/is not as it was written$/],
    ],
    [
      'an account that forgot its newest posting',
      `update ledger_accounts set last_posting_id = last_posting_id - 1 ${OF_SOMCHAI}`,
      [/^main of 00000001 keeps 7500 but its entries sum to 7500$/],
    ],
    [
      'a currency that was changed',
      `update ledger_postings set currency = 'LAK' ${ofDeposit}`,
      [/^posting \d+ is in LAK but main is in BAHT$/, /is not as it was written$/],
    ],
    [
      'a posting that was taken away',
      `delete from ledger_postings where key = '00000001/hold'`,
      [/^main of 00000001 keeps 7500 but its entries sum to 10000$/, /^in_transit of 00000001 keeps 2500/],
    ],
  ])('%s', async (_, sql, found) => {
    expect(await problems(db)).toEqual([]);
    const tables = [
      'ledger_accounts',
      'ledger_postings',
      ...[...Array(8).keys()].map((part) => `ledger_postings_${part}`),
    ];
    const lawless = tables.map((table) => `alter table ${table} disable trigger user`);
    await psql.query(`begin; ${[...lawless, sql].join(';')}`);
    const { rows } = await psql.query<{ problem: string }>('select problem from ledger_problems');
    const { rows: lately } = await psql.query<{ problem: string }>('select problem from ledger_problems_of(null)');
    await psql.query('rollback');
    const texts = rows.map(({ problem }) => problem);
    expect(texts).toHaveLength(found.length);
    for (const text of found) expect(texts).toContainEqual(expect.stringMatching(text));
    // An account that nothing moved is only seen by the check of everything.
    expect(lately.length > 0).toBe(!sql.startsWith('insert'));
  });
});

/** Each attempt is refused for the reason given, and the books stay the same to the letter. */
function refused(attempts: Record<string, [reason: object, sql: string]>): void {
  it.each(Object.entries(attempts))('%s', async (_, [reason, sql]) => {
    const before = await contents(db);
    await expect(psql.query(typed(sql))).rejects.toMatchObject(reason);
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
