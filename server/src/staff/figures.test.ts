import { expect, test, vi } from 'vitest';
import { sayAs } from '../../test/as-operators.ts';
import { BY_ITSELF, mainWalletOf, newPlayer, startPayingWorld, withdraw } from '../../test/harness.ts';
import { balancesOf, post } from '../ledger/ledger.ts';
import { inTransaction } from '../platform/database.ts';
import { change, fields, text } from './act.ts';
import { performAct } from './perform-act.ts';
import { approveRequest } from './requests.ts';
import type { RoleName } from './roles.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const say = await sayAs(db, {
  cashier: ['cashier'],
  finance: ['finance'],
  fah: ['finance'],
  risk: ['risk'],
  admin: ['admin'],
});
const requestIn = (answer: string) => /(?:waits as|as) request (\d+)/.exec(answer)?.[1] ?? expect.fail(answer);
const give = (memberId: string, to: 'main' | 'game:pg', amount: bigint) =>
  inTransaction(db, (tx) =>
    post(tx, {
      ...{ key: `test/${memberId}/${to}/${amount}`, reason: 'test', memberId, currency: 'BAHT' },
      ...{ from: 'house:demo', to, amount },
    }),
  );
const balance = async (memberId: string, account: string) => (await balancesOf(db, memberId)).get(account) ?? 0n;

test('a request that would now move more than was shown moves nothing: the operator who has seen it asks again, and another agrees', async () => {
  const member = await newPlayer(product);
  await give(member.id, 'game:pg', 100_00n);
  const asked = requestIn(await say('cashier', 'games write-off', member.id, 'pg', 'house'));
  await give(member.id, 'game:pg', 39_900_00n);
  expect(await say('fah', 'requests list')).toContain('not any more: It would now move 40,000.00 BAHT');
  const answer = await say('finance', 'requests approve', asked);
  expect(answer).toContain(`Request ${asked} was not carried out. It would now move 40,000.00 BAHT of ${member.id}`);
  expect(answer).toContain('100.00 was shown');
  expect(await balance(member.id, 'main')).toBe(0n);
  expect(await balance(member.id, 'game:pg')).toBe(40_000_00n);
  const again = requestIn(answer);
  await expect(say('finance', 'requests approve', again)).rejects.toThrow('Another operator has to agree');
  await expect(say('fah', 'requests approve', asked)).rejects.toThrow('outdated by finance');
  await say('fah', 'requests approve', again);
  expect(await balance(member.id, 'main')).toBe(40_000_00n);
});

test('a request that moves what was shown, or less, is carried out, whatever else of the member has changed', async () => {
  const member = await newPlayer(product);
  await give(member.id, 'game:pg', 100_00n);
  const asked = requestIn(await say('cashier', 'games write-off', member.id, 'pg', 'house'));
  await give(member.id, 'main', 5_000_00n);
  await inTransaction(db, (tx) =>
    post(tx, {
      ...{ key: `test/${member.id}/lost`, reason: 'test', memberId: member.id, currency: 'BAHT' },
      ...{ from: 'game:pg', to: 'house:demo', amount: 40_00n },
    }),
  );
  expect(await say('finance', 'requests list')).not.toContain('not any more');
  await say('finance', 'requests approve', asked);
  expect(await balance(member.id, 'main')).toBe(5_060_00n);
});

test('of the requests "return" and "paid" of one withdrawal the second does nothing once the first is done, and says why', async () => {
  await sandbox.nextPayout('silent');
  const member = await newPlayer(product, { wallet: 400 });
  const { id } = (await withdraw(product, member, 400)).body as { id: string };
  const isCalled = `select from withdrawals where id = $1 and state = 'called'`;
  await vi.waitFor(async () => expect((await db.query(isCalled, [id])).rowCount).toBe(1), BY_ITSELF);
  const [back, paid] = [
    requestIn(await say('cashier', 'withdrawals return', member.id, id, 'line 12')),
    requestIn(await say('cashier', 'withdrawals paid', member.id, id, 'line 12')),
  ];
  await say('finance', 'requests approve', back);
  expect(await say('cashier', 'requests list')).toContain('from owed to house:payouts, and nothing of that was shown');
  const answer = await say('finance', 'requests approve', paid);
  expect(answer).toContain(
    `Request ${paid} was not carried out. It would now move 400.00 BAHT of ${member.id} from owed`,
  );
  expect(await mainWalletOf(product, member)).toEqual({ amount: 400, inTransit: 0, withdrawing: 0 });
  await say('finance', 'requests refuse', requestIn(answer));
  // And the other way round.
  const again = requestIn(await say('cashier', 'withdrawals paid', member.id, id, 'line 13'));
  await say('finance', 'requests approve', again);
  expect(await mainWalletOf(product, member)).toMatchObject({ owed: 400 });
});

test('a request for what another open request asks for is refused; it may be asked for again once that is decided', async () => {
  const member = await newPlayer(product);
  const credit = (operator: 'cashier' | 'risk') => say(operator, 'correct credit', member.id, '500');
  const asked = requestIn(await credit('cashier'));
  await expect(credit('cashier')).rejects.toThrow(`Request ${asked} of cashier asks for the same`);
  await expect(credit('risk')).rejects.toThrow(`Request ${asked} of cashier asks for the same`);
  await say('finance', 'requests approve', asked);
  const next = requestIn(await credit('cashier'));
  const both = await Promise.allSettled([credit('risk'), credit('cashier')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await say('finance', 'requests refuse', next);
  const raced = await Promise.allSettled([credit('risk'), credit('cashier')]);
  expect(raced.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await balance(member.id, 'main')).toBe(500_00n);
});

test('an act that names no worth is limited by the money that it moves, for whoever does it and whoever agrees', async () => {
  const member = await newPlayer(product);
  const pay = change({
    name: 'pay',
    summary: 'moves money and names no worth',
    permission: 'withdrawals.decide',
    needsSecond: false,
    schema: fields({ satang: text('Say how much.') }),
    run: async (tx, _operator, { satang }) => {
      const booking = { key: `test/pay/${satang}`, reason: 'test', memberId: member.id, currency: 'BAHT' } as const;
      await post(tx, { ...booking, from: 'house:demo', to: 'main', amount: BigInt(satang) });
      return { data: satang, before: null, after: null };
    },
  });
  const as = (name: string, ...roles: RoleName[]) => ({ operator: { name, roles }, why: 'a test' });
  const perform = (satang: string) =>
    inTransaction(db, (tx) => performAct(tx, pay, as('cashier', 'cashier'), { satang }));
  expect(await perform('5000000')).toMatchObject({ is: 'done' });
  const asked = await perform('5000001');
  expect(asked).toMatchObject({ is: 'asked' });
  expect(await balance(member.id, 'main')).toBe(50_000_00n);
  const request = asked.is === 'asked' ? String(asked.request.id) : '';
  const approve = (by: ReturnType<typeof as>) => inTransaction(db, (tx) => approveRequest(tx, [pay], by, request));
  const small = { ...as('fah', 'finance') };
  await expect(approve({ ...small, operator: { name: 'fah', roles: ['cashier'] } })).rejects.toThrow('may not decide');
  expect(await approve(small)).toMatchObject({ is: 'done' });
  expect(await balance(member.id, 'main')).toBe(100_000_01n);
});

test('nobody agrees to a dispute, a lost bonus or late money over the limit of their role', async () => {
  const member = await newPlayer(product);
  await give(member.id, 'main', 150_000_00n);
  const freeze = `select ledger_post($1, 'test/freeze', 'post', 'freeze', 'BAHT', 'main', 'frozen', 15000000, '{}')`;
  await db.query(freeze, [member.id]);
  await db.query(
    `with paid as (insert into payments (receiver_bank, receiver_account, sending_bank, reference, amount, currency, paid_at,
        sender_account, sender_name, reported_by, member_id, credited_at)
      values ('KBANK', '0000000012', 'SCB', 'a test', 15000000, 'BAHT', app_now(), '', '', '{feed}', $1, app_now())
      returning id)
    insert into disputes (payment_id, member_id, why, frozen) select id, $1, 'a test', 15000000 from paid`,
    [member.id],
  );
  const dispute = /^(\d+)/m.exec(await say('finance', 'disputes list'))?.[1] ?? '';
  const asked = requestIn(await say('cashier', 'disputes release', dispute));
  await expect(say('risk', 'requests approve', asked)).rejects.toThrow(
    'risk may not decide about disputes release of more than 100,000.00 BAHT: that is for finance.',
  );
  expect(await balance(member.id, 'frozen')).toBe(150_000_00n);
  await say('finance', 'requests approve', asked);
  expect(await balance(member.id, 'main')).toBe(150_000_00n);
});

test('an unknown request, operator or word is a refusal', async () => {
  for (const id of ['999', 'x', ''])
    await expect(say('finance', 'requests show', id)).rejects.toThrow(`There is no request ${id}`);
  await expect(say('finance', 'requests show', '999', 'more\u001b')).rejects.toThrow(
    'requests show takes no more\ufffd.',
  );
  await expect(say('finance', 'requests list', '999')).rejects.toThrow('requests list takes no 999.');
  for (const name of ['approve', 'refuse'])
    await expect(say('finance', `requests ${name}`, '1', '2')).rejects.toThrow(`requests ${name} takes no 2.`);
  await expect(say('admin', 'audit events', 'nobody')).rejects.toThrow('There is no operator nobody:');
});

test('the audit log says what a request asks for and why the second operator agreed, and a preview has money in baht', async () => {
  const member = await newPlayer(product);
  const asked = requestIn(await say('cashier', 'correct credit', member.id, '5000.25'));
  const words = `correct credit ${member.id} 5000.25`;
  const [newest] = (await say('admin', 'audit', '1')).split('\n');
  expect(newest).toContain(`requests ask ${asked}: ${words}  — `);
  const shown = await say('finance', 'requests show', asked);
  expect(shown).toContain('"5,000.25 BAHT"');
  expect(shown).not.toContain('500025');
  await say('finance', 'requests approve', asked);
  expect((await say('admin', 'audit', '1')).split('\n')[0]).toMatch(/with finance {2}correct credit .*; finance: \S/);
  const refused = requestIn(await say('cashier', 'correct credit', member.id, '7'));
  await say('finance', 'requests refuse', refused);
  expect(await say('admin', 'audit', '1')).toContain(`requests refuse ${refused}: correct credit ${member.id} 7`);
});

test('a reason is one line of up to 500 characters, and `withdrawals pending` lists what is in review', async () => {
  const member = await newPlayer(product, { wallet: 30_000 });
  const { id } = (await withdraw(product, member, 25_000)).body as { id: string };
  expect(await say('finance', 'withdrawals pending')).toContain(`${id}  ${member.id}  checking`);
  const act = change({
    name: 'nothing',
    summary: 'does nothing',
    permission: 'corrections',
    needsSecond: false,
    schema: fields({}),
    run: async () => ({ data: null, before: null, after: null }),
  });
  const because = (why: string) =>
    inTransaction(db, (tx) => performAct(tx, act, { operator: { name: 'fah', roles: ['finance'] }, why }, {}));
  for (const why of ['two\nlines', 'a bell \u0007', 'x'.repeat(501)])
    await expect(because(why)).rejects.toThrow('Say why in one line');
  expect(await because('x'.repeat(500))).toMatchObject({ is: 'done' });
});
