import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cloneDatabase, newMember } from '../../test/harness.ts';
import { undone } from '../../test/undone.ts';
import type { Transaction } from '../platform/database.ts';
import { dayTotals, playerFunds, trialBalance } from './books.queries.ts';
import { bookDifferences } from './findings.queries.ts';
import { movesAt, paymentsTo, payouts, type Records, recordsWithin, totalsUntil } from './our-records.queries.ts';

const { db, owner } = await cloneDatabase();
const malee = await newMember({ db, edition: 'th' });
const khamla = await newMember({ db, edition: 'la' });

/** Acts at noon of a day in Bangkok, and undoes what was done. */
const atNoon = (act: (tx: Transaction) => Promise<void>, as = db) =>
  undone(as, async (tx) => {
    await setClock(tx, '2030-03-10T12:00+07:00');
    await act(tx);
  });

const setClock = (tx: Transaction, moment: string) =>
  tx.query('update clock set ahead = $1::timestamptz - now()', [moment]);

type Posted = { key?: string; reason?: string; owner?: { id: string }; currency?: string };

function post(tx: Transaction, from: string, to: string, amount: number, more: Posted = {}) {
  const { key = randomUUID(), reason = 'test', owner = malee, currency = 'BAHT' } = more;
  const sql = `select ledger_post($1, $2, 'post', $3, $4, $5, $6, $7, '{}')`;
  return tx.query(sql, [owner.id, key, reason, currency, from, to, amount]);
}

const KIP = { owner: khamla, currency: 'LAK' };
const lines = (rows: object[]) => rows.map((row) => Object.values(row).join(' '));

test('funds are what members have and what waits for its owner, beside what is left of the money that came', () =>
  atNoon(async (tx) => {
    await post(tx, 'house:payments:kbank:1', 'main', 1000);
    await post(tx, 'house:payments:kbank:1', 'house:suspense:kbank:1', 70);
    await post(tx, 'house:suspense:kbank:1', 'house:sent-back:kbank:1', 30);
    await post(tx, 'house:payments:scb:2', 'house:suspense:scb:2', 5);
    await post(tx, 'main', 'game:pg', 300);
    await post(tx, 'game:pg', 'house:games:pg', 50);
    await post(tx, 'house:games:pg', 'house:late:pg', 8);
    await post(tx, 'main', 'house:payouts', 200);
    await post(tx, 'owed', 'main', 40);
    await post(tx, 'house:rewards:bonus', 'main', 6);
    await post(tx, 'house:payments:bcel:3', 'main', 9000, KIP);
    expect(lines(await playerFunds(tx))).toEqual([
      'owed game:pg BAHT 250',
      'owed house:late:pg BAHT 8',
      'owed house:suspense:kbank:1 BAHT 40',
      'owed house:suspense:scb:2 BAHT 5',
      'owed main BAHT 546',
      'owed main LAK 9000',
      'held kbank:1 BAHT 1040',
      'held payouts BAHT -200',
      'held scb:2 BAHT 5',
      'held bcel:3 LAK 9000',
    ]);
    expect(lines(await trialBalance(tx))).toEqual([
      'house:games:pg BAHT 42',
      'house:late:pg BAHT 8',
      'house:payments:kbank:1 BAHT -1070',
      'house:payments:scb:2 BAHT -5',
      'house:payouts BAHT 200',
      'house:rewards:bonus BAHT -6',
      'house:sent-back:kbank:1 BAHT 30',
      'house:suspense:kbank:1 BAHT 40',
      'house:suspense:scb:2 BAHT 5',
      'members:game:pg BAHT 250',
      'members:main BAHT 546',
      'members:owed BAHT -40',
      'house:payments:bcel:3 LAK -9000',
      'members:main LAK 9000',
    ]);
  }));

test('members’ accounts of one name are one line of the trial balance', () =>
  atNoon(async (tx) => {
    const other = await newMember({ db: tx as never, edition: 'th' });
    await post(tx, 'house:payments:kbank:1', 'main', 10);
    await post(tx, 'house:payments:kbank:1', 'main', 5, { owner: other });
    expect(lines(await trialBalance(tx))).toEqual(['house:payments:kbank:1 BAHT -15', 'members:main BAHT 15']);
  }));

test('the totals of a day have each kind of money with its sign, and nothing of the days beside it', () =>
  atNoon(async (tx) => {
    const received = (amount: number, more?: Posted) =>
      post(tx, 'house:payments:kbank:1', 'house:suspense:kbank:1', amount, more);
    const credited = (amount: number, more: Posted) =>
      post(tx, 'house:suspense:kbank:1', 'main', amount, { reason: 'deposit', ...more });
    await setClock(tx, '2030-03-09T16:59:59.999Z');
    await received(1_000_000);
    await setClock(tx, '2030-03-09T17:00:00Z');
    await received(1);
    await setClock(tx, '2030-03-10T16:59:59.999Z');
    await received(20);
    await credited(15, { key: 'payment/1' });
    await post(tx, 'main', 'house:suspense:kbank:1', 15, { key: 'payment/1/moved/1', reason: 'deposit' });
    await credited(15, { key: 'payment/1/moved/2' });
    await post(tx, 'house:suspense:kbank:1', 'house:sent-back:kbank:1', 4);
    await post(tx, 'main', 'house:payouts', 3);
    await post(tx, 'house:rewards:bonus', 'main', 30);
    await post(tx, 'main', 'house:rewards:bonus', 10);
    await post(tx, 'main', 'house:corrections', 2);
    await post(tx, 'house:games:pg', 'game:pg', 40);
    await post(tx, 'game:pg', 'house:games:pg', 5);
    await post(tx, 'house:games:pg', 'house:late:pg', 6);
    await post(tx, 'house:rewards:bonus', 'main', 500, KIP);
    await setClock(tx, '2030-03-10T17:00:00Z');
    await received(1_000_000);
    expect(lines(await dayTotals(tx, '2030-03-10'))).toEqual([
      'corrected - BAHT 1 -2',
      'credited kbank:1 BAHT 1 15',
      'given bonus BAHT 2 20',
      'paid out - BAHT 1 3',
      'received kbank:1 BAHT 2 21',
      'sent back kbank:1 BAHT 1 4',
      'won by games pg BAHT 3 -41',
      'given bonus LAK 1 500',
    ]);
  }));

/** The records as the day and the time of them do not matter. */
const shortly = async (tx: Transaction, records: Records) =>
  (await recordsWithin(tx, records, '2030-01-01', '2030-12-31')).map(({ name, amount, currency, ...rest }) => {
    const { direction, is_pending, pair_hours, references } = rest;
    const more = [is_pending ? 'pending' : 'done', `${pair_hours} h`, references.join('+')];
    return [name, amount, currency, direction, ...more].join(' ');
  });

type Row = Record<string, unknown>;

async function insert(tx: Transaction, table: string, row: Row): Promise<string> {
  const columns = Object.keys(row);
  const sql = `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})
    returning ${table === 'payments' ? 'id' : 'null as id'}`;
  return String((await tx.query<{ id: bigint }>(sql, Object.values(row))).rows[0]?.id);
}

test('what reached an account is its own payments that stand for money, by every reference, and what was sent back', () =>
  atNoon(async (tx) => {
    const bank = {
      bank_code: 'KBANK',
      bank_type: 'BANK',
      account_name: 'x',
      currency: 'BAHT',
      shares_references: true,
    };
    await insert(tx, 'deposit_banks', { ...bank, account_no: '71', mode: 'AUTO' });
    await insert(tx, 'deposit_banks', { ...bank, account_no: '72', mode: 'AUTO' });
    await insert(tx, 'deposit_banks', { ...bank, account_no: '72', mode: 'SMS', shares_references: false });
    const at = { paid_at: '2030-03-10T05:00:00Z', currency: 'BAHT', sender_account: 'x', sender_name: 'x' };
    const paid = (account: string, reference: string | null, amount: number, more: Row = {}) =>
      insert(tx, 'payments', {
        ...{ ...at, receiver_bank: 'KBANK', receiver_account: account, amount, reported_by: ['feed'] },
        ...(reference ? { sending_bank: 'SCB', reference } : { notice_id: randomUUID() }),
        ...more,
      });
    const shared = await paid('71', 'ab-1', 11);
    const bySms = await paid('71', null, 12);
    await paid('71', 'AB2', 13, { duplicate_of: shared, closed_at: at.paid_at });
    const sentBack = await paid('71', 'AB3', 14, { closed_at: '2030-03-10T06:00:00Z' });
    const closed = await paid('71', 'AB4', 15, { closed_at: '2030-03-10T06:00:00Z' });
    const sql = `select ledger_post('house', $1, 'post', 'test', 'BAHT', 'house:suspense:kbank:71', 'house:sent-back:kbank:71', 14, '{}')`;
    await tx.query(sql, [`payment/${sentBack}/sent-back`]);
    const doubted = await paid('72', 'AB5', 16);
    const elsewhere = await paid('73', 'AB6', 17);
    await paid('71', 'AB7', 18, { receiver_bank: 'SCB' });
    const reference = { receiver_bank: 'KBANK', receiver_account: '71', sending_bank: 'SCB' };
    await insert(tx, 'payment_references', { ...reference, reference: 'x/9', payment_id: bySms });
    expect(await shortly(tx, paymentsTo('KBANK', '71'))).toEqual([
      `payment ${shared} 11 BAHT in done 0 h AB1`,
      `payment ${bySms} 12 BAHT in done 2 h X9`,
      `payment ${sentBack} 14 BAHT in done 0 h AB3`,
      `payment ${closed} 15 BAHT in done 0 h AB4`,
      `payment ${sentBack} sent back 14 BAHT out done 24 h `,
    ]);
    expect(await shortly(tx, paymentsTo('KBANK', '72'))).toEqual([`payment ${doubted} 16 BAHT in done 2 h AB5`]);
    expect(await shortly(tx, paymentsTo('KBANK', '73'))).toEqual([`payment ${elsewhere} 17 BAHT in done 0 h AB6`]);
  }));

const id = (at: number) => `00000000-0000-4000-8000-00000000000${at}`;
const reference = (at: number) => `${malee.id}${id(at).replaceAll('-', '')}`;

test('payouts are what the channel has paid or may have paid: not what it was never asked for or has refused', () =>
  atNoon(async (tx) => {
    const [created_at, called_at, finished_at] = ['04', '05', '06'].map((hour) => `2030-03-10T${hour}:00:00Z`);
    const bank = { bank_code: 'x', bank_account_no: 'x', bank_account_name: 'x' };
    const rows: Row[] = [
      { state: 'paid', called_at, finished_at },
      { state: 'returned', returned_why: 'BOUNCED', called_at, finished_at },
      { state: 'returned', returned_why: 'PAID_TWICE', called_at, finished_at },
      { state: 'returned', returned_why: 'BANK', called_at, finished_at },
      { state: 'called', called_at, next_try_at: called_at },
      { state: 'held', next_try_at: called_at },
      { state: 'cancelled', finished_at },
    ];
    for (const [at, row] of rows.entries())
      await insert(tx, 'withdrawals', {
        ...{ ...bank, member_id: malee.id, id: id(at), call: 'x', amount: at + 1, currency: 'BAHT', created_at },
        ...row,
      });
    const found = await recordsWithin(tx, payouts(), '2030-03-10', '2030-03-10');
    expect(found.map(({ at, ...rest }) => ({ at: at.toISOString(), begun_at: (rest as Row).begun_at }))).toEqual(
      [created_at, finished_at, finished_at, finished_at].map((at) => ({
        at: at?.replace('Z', '.000Z'),
        begun_at: new Date(created_at ?? ''),
      })),
    );
    expect(await shortly(tx, payouts())).toEqual([
      `withdrawal ${id(4)} 5 BAHT out pending 0 h ${reference(4)}`,
      `withdrawal ${id(0)} 1 BAHT out done 0 h ${reference(0)}`,
      `withdrawal ${id(1)} 2 BAHT out pending 0 h ${reference(1)}`,
      `withdrawal ${id(2)} 3 BAHT out done 0 h ${reference(2)}`,
    ]);
  }));

test('moves at a game are those that it has made or may have made, also after their money was given back', () =>
  atNoon(async (tx) => {
    for (const code of ['pg', 'joker'])
      await insert(tx, 'game_accounts', { member_id: malee.id, code, username: code, password: 'x' });
    const [created_at, finished_at] = ['2030-03-10T04:00:00Z', '2030-03-10T06:00:00Z'];
    const wallets = { call: 'x', from_wallet: 'wallet', to_wallet: 'pg', amount: 1, own_share: 0 };
    const made = { member_id: malee.id, currency: 'BAHT', created_at, next_try_at: created_at };
    await insert(tx, 'transfers', { ...made, ...wallets, id: id(1) });
    await insert(tx, 'transfers', { ...made, ...wallets, id: id(2), finished_at });
    const legs: Row[] = [
      { state: 'called', direction: 'in', transfer_id: id(1), called_at: created_at },
      { state: 'planned', direction: 'in', transfer_id: id(1) },
      { state: 'done', direction: 'out', called_at: created_at },
      { state: 'refused', direction: 'in', called_at: created_at },
      { state: 'refused', direction: 'in', called_at: created_at, arrived_late_at: finished_at },
      { state: 'done', direction: 'in', called_at: created_at, code: 'joker' },
    ];
    for (const [position, leg] of legs.entries()) {
      const row = { member_id: malee.id, transfer_id: id(2), position, stage: 1, code: 'pg', amount: position + 1 };
      await insert(tx, 'transfer_legs', { ...row, ...leg });
    }
    expect(await shortly(tx, movesAt('pg'))).toEqual([
      `transfer ${id(1)} 1 BAHT in pending 0 h ${reference(1)}0`,
      `transfer ${id(2)} 3 BAHT out done 0 h ${reference(2)}2`,
      `transfer ${id(2)} 5 BAHT in done 0 h ${reference(2)}4`,
    ]);
    const [pending, done] = [
      { sum: 0n, pending: 1n },
      { sum: 3n, pending: 0n },
    ];
    const line = { currency: 'BAHT', direction: 'in' };
    expect(await totalsUntil(tx, movesAt('pg'), '2030-03-10')).toEqual(
      expect.arrayContaining([
        { ...line, ...pending, sum: 5n },
        { ...line, ...done, direction: 'out' },
      ]),
    );
    expect(await totalsUntil(tx, movesAt('pg'), '2030-03-09')).toEqual([]);
  }));

const MIDNIGHT = '2030-03-10T17:00:00Z';
const BEFORE = '2030-03-10T16:59:59.999Z';

test.each([
  ['begun and known before midnight', BEFORE, BEFORE, { sum: 100n, pending: 0n }],
  ['begun before midnight and known at midnight', BEFORE, MIDNIGHT, { sum: 0n, pending: 100n }],
  ['begun at midnight', MIDNIGHT, MIDNIGHT, null],
])('a movement %s counts in the totals until that day accordingly', async (_, begun, at, counted) => {
  const sql = `select 'BAHT' as currency, 'in' as direction, 100::bigint as amount, false as is_pending,
    $1::timestamptz as begun_at, $2::timestamptz as at`;
  const totals = await totalsUntil(db, { sql, values: [begun, at] }, '2030-03-10');
  expect(totals).toEqual(counted ? [{ currency: 'BAHT', direction: 'in', ...counted }] : []);
});

const differences = async (tx: Transaction) =>
  lines((await bookDifferences(tx)).toSorted((a, b) => (a.subject < b.subject ? -1 : 1)));
const openAccount = (tx: Transaction, { id: member_id }: { id: string }, code: string) =>
  insert(tx, 'game_accounts', { member_id, code, username: randomUUID(), password: 'x' });

test('what was won at a game is explained by the member’s own account at that game alone', () =>
  atNoon(async (tx) => {
    await openAccount(tx, khamla, 'pg');
    await openAccount(tx, malee, 'joker');
    const wins = (code: string, more: Posted & { owner: { id: string } }) => {
      const key = `game-result/${more.owner.id}/${code}/0`;
      return post(tx, 'house:games:pg', 'game:pg', 8, { ...more, key, reason: 'game_result' });
    };
    await wins('pg', KIP);
    expect(await differences(tx)).toEqual([]);
    await wins('pg', { owner: malee });
    const found = (member: { id: string }, key: string, currency: string) =>
      `posting game-result/${member.id}/${key} ${currency} 0 8 ${member.id} game:pg has 0.08 instead of 0.00; house:games:pg has -0.08 instead of 0.00`;
    expect(await differences(tx)).toEqual([found(malee, 'pg/0', 'BAHT')]);
    await wins('joker', KIP);
    const both = [found(malee, 'pg/0', 'BAHT'), found(khamla, 'joker/0', 'LAK')];
    expect(await differences(tx)).toEqual(both.toSorted());
  }));

test('money under way is explained: frozen in an open dispute, on its way out of a game, set aside; not what is still being gathered', () =>
  atNoon(async (tx) => {
    const [at, moment] = [
      '2030-03-10T05:00:00Z',
      { created_at: '2030-03-10T05:00:00Z', next_try_at: '2030-03-10T05:00:00Z' },
    ];
    const payment = await insert(tx, 'payments', {
      ...{ receiver_bank: 'KBANK', receiver_account: '71', sending_bank: 'SCB', reference: 'AB1', amount: 1000 },
      ...{ paid_at: at, currency: 'BAHT', sender_account: 'x', sender_name: 'x', reported_by: ['feed'] },
      ...{ member_id: malee.id, credited_at: at },
    });
    await post(tx, 'house:payments:kbank:71', 'main', 1000, { key: `payment/${payment}` });
    await insert(tx, 'disputes', { payment_id: payment, member_id: malee.id, why: 'x', frozen: 300 });
    await post(tx, 'main', 'frozen', 300, { key: `dispute/${payment}/freeze` });
    await openAccount(tx, malee, 'pg');
    const wallets = { call: 'x', from_wallet: 'pg', to_wallet: 'wallet', amount: 20, own_share: 0, currency: 'BAHT' };
    await insert(tx, 'transfers', { ...moment, ...wallets, member_id: malee.id, id: id(1) });
    const leg = {
      member_id: malee.id,
      transfer_id: id(1),
      position: 0,
      stage: 1,
      code: 'pg',
      direction: 'out',
      amount: 20,
    };
    await insert(tx, 'transfer_legs', { ...leg, state: 'called', called_at: at });
    await post(tx, 'house:games:pg', 'game:pg', 20, { key: `game-result/${malee.id}/pg/0` });
    await post(tx, 'game:pg', 'in_transit', 20, { key: `transfer/${malee.id}/${id(1)}/0/hold` });
    const bank = { bank_code: 'x', bank_account_no: 'x', bank_account_name: 'x', call: 'x', currency: 'BAHT' };
    for (const [number, state] of ['gathering', 'held'].entries())
      await insert(tx, 'withdrawals', { ...moment, ...bank, member_id: malee.id, id: id(number), state, amount: 7 });
    await post(tx, 'main', 'held_for_bank', 7, { key: `withdrawal/${malee.id}/${id(1)}/hold` });
    expect(await differences(tx)).toEqual([]);
    await tx.query('update disputes set ended_at = now()');
    await tx.query(`update transfer_legs set direction = 'in'`);
    await tx.query(`update withdrawals set state = 'held' where id = $1`, [id(0)]);
    expect(await differences(tx)).toEqual([
      `payment payment/${payment} BAHT 0 300 ${malee.id} frozen has 3.00 instead of 0.00; ${malee.id} main has 7.00 instead of 10.00`,
      `transfer transfer/${malee.id}/${id(1)}/0 BAHT 0 -20 ${malee.id} game:pg has -0.20 instead of 0.00; ${malee.id} main has 0.00 instead of -0.20`,
      `withdrawal withdrawal/${malee.id}/${id(0)} BAHT 7 0 ${malee.id} held_for_bank has 0.00 instead of 0.07; ${malee.id} main has 0.00 instead of -0.07`,
    ]);
  }));

test('a balance that its entries do not make is a difference of the books', () =>
  atNoon(async (tx) => {
    await tx.query('alter table ledger_accounts disable trigger user');
    await insert(tx, 'ledger_accounts', { member_id: malee.id, name: 'main', currency: 'BAHT', balance: 5 });
    const problem = `main of ${malee.id} keeps 5 but its entries sum to 0`;
    const nothing = { currency: null, expected: null, found: null };
    expect(await bookDifferences(tx)).toEqual([{ kind: 'books', subject: problem, detail: problem, ...nothing }]);
  }, owner));
