import { expect, test } from 'vitest';
import { makeQrcode, startKillableNode, startPayingWorld, waitingForLocks } from '../../../../test/harness.ts';
import { eventually, KBANK, payersOf } from '../../../../test/payers.ts';
import { problems } from '../../../ledger/ledger.ts';

/** This node reads no feed and has no worker: the killable one does. */
const world = await startPayingWorld({ ROLE: 'api' });
const { product, sandbox, database } = world;
const { db } = database;
const { named, pay, inWallet, expectInWallet, toldOf, silence } = payersOf(world);
const [maker, payer] = [await named(), await named()];
const node = await startKillableNode(database, sandbox, {});

test('a payment that another one frees is credited by a worker where the process died between the two', async () => {
  const lie = { target: 'banks/kbank', lie: 'QR lines late' };
  await sandbox.lie(lie);
  const { qrcodeId } = await makeQrcode(product, maker, 'KBANK', 750);
  await sandbox.pay(qrcodeId);
  const codeToldBy = async () => {
    const code = (await toldOf(KBANK, 750)).find(({ member_id }) => member_id === maker.id);
    return code?.reported_by.split('+').toSorted();
  };
  // The gateway tells nothing later that would free the other payment.
  await eventually(codeToldBy, ['callback', 'sweep']);
  await pay(payer, 750, KBANK);
  const waiting = async () => {
    const sql = `select id, waits_by from payments where amount = 75000 and member_id is null and closed_at is null`;
    return (await db.query<{ id: bigint; waits_by: string }>(sql)).rows;
  };
  const rules = async () => (await waiting()).map(({ waits_by }) => waits_by);
  await eventually(rules, ['kept for a code']);

  // Held here, the payment that waits can be looked at by nobody.
  const holder = await db.connect();
  await holder.query('begin');
  await holder.query('select from payments where id = $1 for update', [(await waiting())[0]?.id]);
  await sandbox.honest(lie);
  await eventually(codeToldBy, ['callback', 'feed', 'sweep']);
  await eventually(async () => (await waitingForLocks(db)) > 0, true);
  await node.kill();
  await holder.query('rollback');
  holder.release();
  expect(await rules()).toEqual(['kept for a code']);
  expect(await inWallet(payer)).toBe(0);

  // No report comes any more: only the worker can look again.
  await silence('KBANK');
  await node.start();
  await expectInWallet(payer, 750);
  expect([await inWallet(maker), await rules(), await problems(db)]).toEqual([750, [], []]);
});
