import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import {
  BY_ITSELF,
  cloneDatabase,
  newMember,
  PATIENT,
  type Player,
  type Product,
  startPayingWorld,
  startProduct,
  statementOf,
  walletOf,
} from '../../../test/harness.ts';
import { DUPLICATE, hashOf, SENT, truelinksAt, unknownLink } from '../../../test/truelinks.ts';
import { openSandboxReceivers } from '../../demo/receivers.ts';
import { problems } from '../../ledger/ledger.ts';
import { reservedTruelinks, type TruelinkDeps } from './redeem-truelink.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const { redeem, inWallet, rowsOf } = truelinksAt(product);
/** A node that gives up on silence soon; the workers of the other node resolve what it left unknown. */
const impatient = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', PROVIDER_TIMEOUT_MS: '2000' });
/** For tests that leave no money behind. */
const someone = await newMember(product);
/** As if the pause before the worker looks again was over. */
const endPause = (db: Product['db'], link: string) =>
  db.query(`update truelinks set next_try_at = clock_timestamp() where hash = $1 and status = 'RESERVED'`, [
    hashOf(link),
  ]);

test('a link that may or may not have been redeemed is credited by itself, once, to the member who sent it first', async () => {
  const members: Player[] = [];
  const links: string[] = [];
  // Those that a worker redeems again come last: it would meet the fault of the next.
  for (const [at, mode] of ['timeout-after', 'error-after', 'garbage', 'timeout-before'].entries()) {
    const [member, link] = await Promise.all([newMember(product), sandbox.voucher({ amount: 100 + at })]);
    await sandbox.fault({ target: 'truemoney', call: 'redeem', mode, times: 1 });
    const key = randomUUID();
    expect(await redeem(member, link, { at: impatient, key }), mode).toMatchObject(SENT);
    expect(await redeem(someone, link), mode).toMatchObject(DUPLICATE);
    expect(await redeem(member, link), mode).toMatchObject(DUPLICATE);
    members.push(member);
    links.push(link);
  }
  await expect.poll(() => Promise.all(members.map(inWallet)), BY_ITSELF).toEqual([100, 101, 102, 103]);
  for (const [at, link] of links.entries())
    await expect
      .poll(() => rowsOf(link), BY_ITSELF)
      .toEqual({
        truelinks: [{ member_id: members[at]?.id, status: 'CREDITED' }],
        payments: [{ member_id: members[at]?.id, amount: (100 + at) * 100 }],
      });
  expect(await inWallet(someone)).toBe(0);
  expect(await statementOf(product, members[1] as Player)).toHaveLength(1);
});

test('a crash between redeeming a link and crediting it loses nothing: a worker credits it', async () => {
  const [member, link] = await Promise.all([newMember(product), sandbox.voucher({ amount: 110 })]);
  // Unlike a row, a sequence is not undone with the transaction: only the first credit is cut off.
  await database.owner.query(`create sequence cuts;
    grant usage on sequence cuts to public;
    create function cut_off() returns trigger language plpgsql as $$ begin
      if nextval('cuts') = 1 then raise exception 'cut off'; end if;
      return new;
    end $$;
    create trigger cut_off before insert on payments for each row when (new.reference = '${hashOf(link)}')
      execute function cut_off()`);
  expect(await redeem(member, link, { at: impatient })).toMatchObject({ status: 500 });
  expect(await rowsOf(link)).toEqual({ truelinks: [{ member_id: member.id, status: 'RESERVED' }], payments: [] });
  await expect.poll(() => inWallet(member), BY_ITSELF).toBe(110);
  await expect
    .poll(() => rowsOf(link), BY_ITSELF)
    .toEqual({
      truelinks: [{ member_id: member.id, status: 'CREDITED' }],
      payments: [{ member_id: member.id, amount: 11_000 }],
    });
});

/** A TrueMoney that shows the voucher as in `looks`, one after the other, and never answers a redeeming. */
async function startSlowTrueMoney(looks: ('open' | 'taken' | 'ours')[], onTestFinished: (end: () => void) => void) {
  const voucher = { amount_baht: '130.00', member: 1 };
  const shown = {
    open: { voucher: { ...voucher, status: 'active' }, my_ticket: null },
    taken: { voucher: { ...voucher, status: 'redeemed' }, my_ticket: null },
    ours: { voucher: { ...voucher, status: 'redeemed' }, my_ticket: { amount_baht: '130.00' } },
  };
  const server = createServer(({ method, url }, response) => {
    // The list of what our wallets were sent is read meanwhile, and is no look.
    if (method === 'POST' || url?.startsWith('/accounts/')) return response.writeHead(500).end();
    const look = (looks.length > 1 ? looks.shift() : looks[0]) ?? 'taken';
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: { code: 'SUCCESS' }, data: shown[look] }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const TRUEMONEY_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // In a database of its own: the other nodes' workers would ask the sandbox, which does not know these vouchers.
  const own = await cloneDatabase();
  await openSandboxReceivers(own.db);
  return startProduct(own, { ...PATIENT, TRUEMONEY_URL });
}

test.concurrent('a link that is taken, first by an unknown wallet and then by our own late call, is credited', async ({
  expect,
  onTestFinished,
}) => {
  const slow = await startSlowTrueMoney(['open', 'taken', 'ours'], onTestFinished);
  const [member, link] = [await newMember(slow), unknownLink()];
  expect(await redeem(member, link, { at: slow })).toMatchObject(SENT);
  const inWallet = async () => {
    await endPause(slow.db, link);
    return (await walletOf(slow, member)).amounts.wallet;
  };
  await expect.poll(inWallet, BY_ITSELF).toBe(130);
});

test.concurrent('a link that stays taken by another wallet is refused in the end', async ({
  expect,
  onTestFinished,
}) => {
  const slow = await startSlowTrueMoney(['open', 'taken'], onTestFinished);
  const [member, link] = [await newMember(slow), unknownLink()];
  expect(await redeem(member, link, { at: slow })).toMatchObject(SENT);
  const stateOf = async () => {
    await endPause(slow.db, link);
    return (await slow.db.query('select status, code, next_try_at from truelinks where hash = $1', [hashOf(link)]))
      .rows;
  };
  await expect
    .poll(stateOf, BY_ITSELF)
    .toEqual([{ status: 'REFUSED', code: 'VOUCHER_OUT_OF_STOCK', next_try_at: null }]);
  expect((await walletOf(slow, member)).amounts.wallet).toBe(0);
});

test.concurrent('a link that was refused after many looks and is sent by another member is looked at as a new one, and is that member’s', async ({
  expect,
  onTestFinished,
}) => {
  const looks = ['open', 'taken', 'taken', 'taken', 'open', 'taken', 'ours'] as const;
  const slow = await startSlowTrueMoney([...looks], onTestFinished);
  const [first, member, link] = [await newMember(slow), await newMember(slow), unknownLink()];
  expect(await redeem(first, link, { at: slow })).toMatchObject(SENT);
  const stateOf = async () => {
    await endPause(slow.db, link);
    return (await slow.db.query('select status from truelinks where hash = $1', [hashOf(link)])).rows;
  };
  await expect.poll(stateOf, BY_ITSELF).toEqual([{ status: 'REFUSED' }]);
  expect(await redeem(member, link, { at: slow })).toMatchObject(SENT);
  await expect.poll(stateOf, BY_ITSELF).not.toEqual([{ status: 'RESERVED' }]);
  expect(await stateOf()).toEqual([{ status: 'CREDITED' }]);
  // A worker credits the link: what the row says of its member decides.
  expect((await walletOf(slow, member)).amounts.wallet).toBe(130);
  expect((await walletOf(slow, first)).amounts.wallet).toBe(0);
});

test('a worker’s log has the beginning of a hash, which redeems nothing', () => {
  const link = { hash: randomBytes(18).toString('hex'), member_id: '', mobile: '', tries: 0 };
  expect(reservedTruelinks({} as TruelinkDeps).idOf(link)).toBe(link.hash.slice(0, 6));
});

test('in the end what TrueMoney paid is in payments to the satang', async () => {
  const { payments } = await sandbox.books();
  const sql = `select sum(amount)::float8 / 100 as received from payments where receiver_bank = 'TRUEMONEY'`;
  const { received } = (await db.query<{ received: number }>(sql)).rows[0] ?? { received: 0 };
  expect(payments.TRUEMONEY?.BAHT?.received).toBeCloseTo(received, 2);
  expect(await problems(db)).toEqual([]);
});
