import { expect, test, vi } from 'vitest';
import { sayAs } from '../../test/as-operators.ts';
import { BY_ITSELF, newPlayer, type Player, startPayingWorld, statementOf, withdraw } from '../../test/harness.ts';

const { product, database } = await startPayingWorld();
const { db } = database;
const say = await sayAs(db, {
  risk: ['risk'],
  rita: ['risk'],
  cashier: ['cashier'],
  finance: ['finance'],
  desk: ['support-lead'],
});

async function askNew(amount = 15_000) {
  const member = await newPlayer(product, { wallet: amount });
  await say('risk', 'payouts pause');
  const { id } = (await withdraw(product, member, amount)).body as { id: string };
  return { member, id };
}
const stepOf = async (member: Player, id: string) =>
  (await statementOf(product, member)).find((entry) => entry.id === id)?.step;
const expectPaid = (member: Player, id: string) =>
  vi.waitFor(async () => expect(await stepOf(member, id)).toBe('PAID'), BY_ITSELF);

test('a withdrawal that one operator has stopped is released by that operator, or by two others', async () => {
  const { member, id } = await askNew();
  await say('risk', 'withdrawals hold', member.id, id);
  await say('risk', 'payouts resume');
  await expect(say('cashier', 'withdrawals release', member.id, id)).rejects.toThrow(
    'The stop of risk stands, and none of yours: add of=risk, and a second operator has to agree.',
  );
  const asked = await say('cashier', 'withdrawals release', member.id, id, 'of=risk');
  expect(asked).toContain('needs a second operator');
  expect(await stepOf(member, id)).toBe('CHECKING');
  const request = /request (\d+)/.exec(asked)?.[1] ?? '';
  expect(await say('finance', 'requests approve', request)).toContain('goes on by itself');
  await expectPaid(member, id);
});

test('each operator’s stop of a withdrawal stands beside the others’: it leaves when all are lifted', async () => {
  const { member, id } = await askNew();
  await say('risk', 'withdrawals hold', member.id, id);
  await say('rita', 'withdrawals hold', member.id, id);
  await expect(say('rita', 'withdrawals hold', member.id, id)).rejects.toThrow('You have stopped');
  await say('risk', 'payouts resume');
  expect(await say('risk', 'withdrawals release', member.id, id)).toBe(`Withdrawal ${id} is still stopped by rita.`);
  expect(await stepOf(member, id)).toBe('CHECKING');
  await expect(say('risk', 'withdrawals release', member.id, id)).rejects.toThrow('The stop of rita stands');
  expect(await say('rita', 'withdrawals release', member.id, id)).toContain('goes on by itself');
  await expectPaid(member, id);
});

test('a block is lifted by the operator who placed it, or by two; blocks of two operators are lifted one by one', async () => {
  const member = await newPlayer(product);
  const isBlocked = async () => (await product.call('GET /api/wallet', { token: member.token })).status !== 200;
  await say('risk', 'member block', member.id);
  await say('desk', 'member block', member.id);
  expect(await say('desk', 'member unblock', member.id)).toBe(`Member ${member.id} is still blocked by risk.`);
  await expect(say('desk', 'member unblock', member.id)).rejects.toThrow('The stop of risk stands');
  expect(await say('desk', 'member unblock', member.id, 'of=risk')).toContain('needs a second operator');
  expect(await isBlocked()).toBe(true);
  const { rows } = await db.query('select from members where id = $1 and blocked_at is not null', [member.id]);
  expect(rows).toHaveLength(1);
  expect(await say('risk', 'member unblock', member.id)).toBe(`Member ${member.id} may sign in.`);
  await expect(say('risk', 'member unblock', member.id)).rejects.toThrow('No stop stands.');
});

test('payouts that two operators have paused go on when both have lifted their pause', async () => {
  await say('risk', 'payouts pause');
  await say('cashier', 'payouts pause');
  await expect(say('cashier', 'payouts pause')).rejects.toThrow('You have paused payouts already.');
  expect(await say('risk', 'payouts show')).toContain('Payouts are paused by risk, cashier.');
  expect(await say('risk', 'payouts resume')).toBe('Payouts are still paused by cashier.');
  expect(await say('finance', 'payouts resume', 'of=cashier')).toContain('needs a second operator');
  expect(await say('cashier', 'payouts resume')).toBe('Payouts go on.');
  await expect(say('cashier', 'payouts resume')).rejects.toThrow('Payouts are not paused.');
});

test('a withdrawal that an operator’s flag or a dispute sent to review is approved by two; a flag is taken away by two', async () => {
  for (const stop of ['flag', 'dispute']) {
    const member = await newPlayer(product, { wallet: 500 });
    if (stop === 'flag') await say('risk', 'flags raise', member.id, 'asks the chat for a refund every day');
    else {
      const sql = `with paid as (insert into payments (receiver_bank, receiver_account, notice_id, amount, currency, paid_at, sender_account, sender_name, reported_by)
        values ('KBANK', '0000000012', 'a test', 100, 'BAHT', app_now(), '', '', '{feed}') returning id)
        insert into disputes (payment_id, member_id, why, frozen) select id, $1, 'a test', 0 from paid`;
      await db.query(sql, [member.id]);
    }
    const { id } = (await withdraw(product, member, 500)).body as { id: string };
    expect(await stepOf(member, id)).toBe('CHECKING');
    const asked = await say('cashier', 'withdrawals approve', member.id, id);
    expect(asked).toContain('needs a second operator');
    await say('finance', 'requests approve', /request (\d+)/.exec(asked)?.[1] ?? '');
    await expectPaid(member, id);
  }
  await expect(say('desk', 'flags raise', 'nobody', 'x')).rejects.toThrow('There is no member nobody');
  const flag = /^(\d+) .*by risk/m.exec(await say('risk', 'flags list'))?.[1] ?? '';
  expect(await say('risk', 'flags clear', flag)).toContain('needs a second operator');
});

test('what the product’s own flag sent to review is approved by one, and two operators’ equal flags are two', async () => {
  const member = await newPlayer(product, { wallet: 500 });
  await db.query(`insert into member_flags (member_id, reason) values ($1, 'told by slips alone')`, [member.id]);
  const { id } = (await withdraw(product, member, 500)).body as { id: string };
  expect(await say('cashier', 'withdrawals approve', member.id, id)).toContain('goes on by itself');
  await say('risk', 'flags raise', member.id, 'told by slips alone');
  await say('rita', 'flags raise', member.id, 'told by slips alone');
  await expect(say('rita', 'flags raise', member.id, 'told by slips alone')).rejects.toThrow('already');
  const standing = 'select from member_flags where member_id = $1 and cleared_at is null';
  expect((await db.query(standing, [member.id])).rowCount).toBe(3);
});
