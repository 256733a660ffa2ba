import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import {
  cloneDatabase,
  contents,
  newMember,
  PATIENT,
  type Player,
  startPayingWorld,
  startProduct,
  statementOf,
} from '../../../test/harness.ts';
import {
  DUPLICATE,
  encrypt,
  hashOf,
  INVALID,
  NO_WALLET,
  OUR_MOBILE,
  SENT,
  truelinksAt,
  unknownLink,
  WALLET,
} from '../../../test/truelinks.ts';
import { openSandboxReceivers } from '../../demo/receivers.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const { post, redeem, inWallet, rowsOf } = truelinksAt(product);
/** For tests that leave no money behind. */
const someone = await newMember(product);

/** The owner of a wallet's phone opens the link. */
async function redeemByPhone(link: string, mobile: string): Promise<void> {
  const hash = hashOf(link);
  const { status } = await fetch(`${sandbox.url}/truemoney/api/campaign/vouchers/${hash}/redeem`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-key-not-a-secret', 'content-type': 'application/json' },
    body: JSON.stringify({ mobile, voucher_hash: hash }),
  });
  expect(status).toBe(200);
}

test('a gift link is credited once, to the satang, and shown in the statement', async () => {
  const [member, other] = await Promise.all([newMember(product), newMember(product)]);
  const [link, least] = await Promise.all([sandbox.voucher({ amount: 12_345.67 }), sandbox.voucher({ amount: 2 })]);
  expect(await redeem(member, link)).toMatchObject(SENT);
  expect(await inWallet(member)).toBe(12_345.67);
  expect(await statementOf(product, member)).toEqual([
    expect.objectContaining({ statementType: 'deposit', status: 'SUCCESS', from: 'TRUEMONEY', amount: 12_345.67 }),
  ]);
  expect(await redeem(member, ` ${least.replace('gift', 'GIFT').replace('campaign/', 'campaign')}\n`)).toMatchObject(
    SENT,
  );
  expect(await inWallet(member)).toBe(12_347.67);

  for (const again of [member, other]) expect(await redeem(again, link)).toMatchObject(DUPLICATE);
  expect([await inWallet(member), await inWallet(other)]).toEqual([12_347.67, 0]);
});

test('of fifty members who send one link at the same moment one gets its money, once', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => newMember(product)));
  const link = await sandbox.voucher({ amount: 500 });
  const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => redeem(members[at % 5] as Player, link)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)]);
  const winner = members[answers.findIndex(({ status }) => status === 200) % 5] as Player;
  const amounts = await Promise.all(members.map(async (member) => [member.id, await inWallet(member)]));
  expect(amounts).toEqual(members.map(({ id }) => [id, id === winner.id ? 500 : 0]));
  expect(await rowsOf(link)).toEqual({
    truelinks: [{ member_id: winner.id, status: 'CREDITED' }],
    payments: [{ member_id: winner.id, amount: 50_000 }],
  });
});

test('a link that only looks like one, or whose voucher is not for us alone, is refused and nothing is reserved', async () => {
  const link = await sandbox.voucher({ amount: 100 });
  const hash = hashOf(link);
  const before = await contents(db, { except: ['deposit_banks', 'deposit_wallets', 'rate_limit_events'] });
  for (const text of [
    `https://gift.truemoney.com.evil.com/campaign/?v=${hash}`,
    `https://evil.com/gift.truemoney.com/campaign/?v=${hash}`,
    `https://gift.truemoney.com@evil.com/campaign/?v=${hash}`,
    `https://user@gift.truemoney.com/campaign/?v=${hash}`,
    `https://:secret@gift.truemoney.com/campaign/?v=${hash}`,
    `https://gift.truemoney.com:8443/campaign/?v=${hash}`,
    `https://truemoney.com/campaign/?v=${hash}`,
    `http://gift.truemoney.com/campaign/?v=${hash}`,
    `//gift.truemoney.com/campaign/?v=${hash}`,
    `gift.truemoney.com/campaign/?v=${hash}`,
    `javascript:alert("https://gift.truemoney.com/campaign/?v=${hash}")`,
    `https://gift.truemoney.com/campaign/vouchers/?v=${hash}`,
    `https://gift.truemoney.com/campaign/?w=${hash}`,
    'https://gift.truemoney.com/campaign/?v=',
    'https://gift.truemoney.com/campaign/?v=short',
    `https://gift.truemoney.com/campaign/?v=${'a'.repeat(65)}`,
    `https://gift.truemoney.com/campaign/?v=../${hash}`,
    `https://gift.truemoney.com/campaign/?v=${hash}%2Fredeem`,
    `https://gift.truemoney.com/campaign/?v=${'0'.repeat(36)}`,
    hash,
    '',
  ])
    expect(await redeem(someone, text), text).toMatchObject(INVALID);
  for (const voucher of [{ amount: 100, members: 2 }, { amount: 1.99 }, { amount: 4, members: 4 }])
    expect(await redeem(someone, await sandbox.voucher(voucher)), JSON.stringify(voucher)).toMatchObject(INVALID);
  for (const wallet of ['NOBODY', 'KRAPAO SANDBOX', '', WALLET.toLowerCase()])
    expect(await redeem(someone, link, { wallet }), wallet).toMatchObject(NO_WALLET);
  expect(await contents(db, { except: ['deposit_banks', 'deposit_wallets', 'rate_limit_events'] })).toEqual(before);
});

test('a text that is not encrypted with our key is refused and nothing is reserved', async () => {
  const link = await sandbox.voucher({ amount: 100 });
  const plain = `${link}::${WALLET}`;
  const good = encrypt(plain);
  const before = await contents(db, { except: ['deposit_banks', 'deposit_wallets', 'rate_limit_events'] });
  const changed = Array.from({ length: 12 }, (_, at) => {
    const bytes = Buffer.from(good, 'base64');
    const place = Math.floor((at * (bytes.length - 1)) / 11);
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    return bytes.toString('base64');
  });
  for (const text of [
    plain,
    link,
    Buffer.from(plain).toString('base64'),
    encrypt(plain, 'another secret'),
    encrypt(link),
    encrypt(`${plain}::more`),
    encrypt(''),
    Buffer.from(good, 'base64').subarray(0, 20).toString('base64'),
    Buffer.from(good, 'base64').subarray(0, -1).toString('base64'),
    'garbage',
    '',
    '\u{1F381}',
    ...changed,
  ])
    expect(await post(someone, text), text).toMatchObject(INVALID);
  expect(await post(someone, 'x'.repeat(2_001))).toMatchObject({ status: 400, body: { message: 'INVALID_REQUEST' } });
  expect(await contents(db, { except: ['deposit_banks', 'deposit_wallets', 'rate_limit_events'] })).toEqual(before);
});

test('an expired link is refused, as often as it is tried', async () => {
  const link = await sandbox.voucher({ amount: 100, expired: true });
  for (const _ of [1, 2]) expect(await redeem(someone, link)).toMatchObject(INVALID);
  expect(await rowsOf(link)).toEqual({ truelinks: [{ member_id: someone.id, status: 'REFUSED' }], payments: [] });
});

test('a link that is refused once can be sent again, also by another member', async () => {
  const member = await newMember(product);
  const link = await sandbox.voucher({ amount: 60 });
  await sandbox.fault({ target: 'truemoney', call: 'redeem', mode: 'refuse', times: 1 });
  expect(await redeem(someone, link)).toMatchObject(INVALID);
  expect(await redeem(member, link)).toMatchObject(SENT);
  expect([await inWallet(member), await inWallet(someone)]).toEqual([60, 0]);
});

test('a link that TrueMoney could not look up is not reserved, and the next try works', async () => {
  const member = await newMember(product);
  const link = await sandbox.voucher({ amount: 70 });
  await sandbox.fault({ target: 'truemoney', call: 'verify', mode: 'garbage', times: 1 });
  expect(await redeem(member, link)).toMatchObject({ status: 503, body: { message: 'SERVICE_UNAVAILABLE' } });
  expect(await rowsOf(link)).toEqual({ truelinks: [], payments: [] });
  expect(await redeem(member, link)).toMatchObject(SENT);
  expect(await inWallet(member)).toBe(70);
});

/** A TrueMoney that shows every voucher as open and answers a redeeming by a code, or shows only a code if it is asked to. */
async function startSpeakingTrueMoney(onTestFinished: (end: () => void) => void) {
  const said = { look: 'SUCCESS', redeem: 'SUCCESS', redeemed: [] as unknown[] };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method === 'POST') said.redeemed.push(JSON.parse(body));
    const code = request.method === 'POST' ? said.redeem : said.look;
    const voucher = { amount_baht: '50.00', member: 1, status: 'active' };
    const data = request.method === 'GET' && code === 'SUCCESS' ? { voucher, my_ticket: null } : null;
    response.writeHead(data ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: { code }, data }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const TRUEMONEY_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const own = await cloneDatabase();
  await openSandboxReceivers(own.db);
  await own.db.query(
    `insert into deposit_wallets (account_name, phone, mode, currency, is_open) values
      ('THE SECOND', '0000000018', 'GIFT', 'BAHT', true), ('THE CLOSED', '0000000019', 'GIFT', 'BAHT', false),
      ('THE KIP', '0000000020', 'GIFT', 'LAK', true)`,
  );
  // No worker asks meanwhile.
  const env = { ...PATIENT, ROLE: 'api', DEPOSIT_TRIES_AN_HOUR: '1000', TRUEMONEY_URL };
  return { said, node: await startProduct(own, env) };
}

test.concurrent('each of TrueMoney’s refusals is the member’s answer, and a code that nobody knows is no refusal', async ({
  expect,
  onTestFinished,
}) => {
  const { said, node } = await startSpeakingTrueMoney(onTestFinished);
  const member = await newMember(node);
  const rowOf = async (link: string) => {
    const sql = 'select mobile, status, code from truelinks where hash = $1';
    return (await node.db.query(sql, [hashOf(link)])).rows;
  };
  for (const [code, answer] of Object.entries({
    VOUCHER_OUT_OF_STOCK: DUPLICATE,
    VOUCHER_NOT_FOUND: INVALID,
    VOUCHER_EXPIRED: INVALID,
    CANNOT_GET_OWN_VOUCHER: INVALID,
    CONDITION_NOT_MET: INVALID,
    TARGET_USER_NOT_FOUND: NO_WALLET,
  })) {
    const [link, key] = [unknownLink(), randomUUID()];
    said.look = code;
    expect(await redeem(member, link, { at: node }), code).toMatchObject(answer);
    expect(await rowOf(link), code).toEqual([]);
    Object.assign(said, { look: 'SUCCESS', redeem: code, redeemed: [] });
    const encrypted = encrypt(`${link}::${WALLET}`);
    // The answer is kept with its key: TrueMoney is not asked again.
    for (const _ of [1, 2]) expect(await post(member, encrypted, { at: node, key }), code).toMatchObject(answer);
    expect(said.redeemed, code).toEqual([{ mobile: OUR_MOBILE, voucher_hash: hashOf(link) }]);
    expect(await rowOf(link), code).toEqual([{ mobile: OUR_MOBILE, status: 'REFUSED', code }]);
    await redeem(member, link, { at: node, wallet: 'THE SECOND' });
    expect(await rowOf(link), code).toEqual([{ mobile: '0000000018', status: 'REFUSED', code }]);
  }
  const link = unknownLink();
  Object.assign(said, { look: 'SOMETHING_NEW', redeem: 'SOMETHING_NEW' });
  for (const wallet of ['THE CLOSED', 'THE KIP'])
    expect(await redeem(member, link, { at: node, wallet })).toMatchObject(NO_WALLET);
  expect(await redeem(member, link, { at: node })).toMatchObject({ status: 503 });
  said.look = 'SUCCESS';
  expect(await redeem(member, link, { at: node })).toMatchObject(SENT);
  expect(await rowOf(link)).toEqual([{ mobile: OUR_MOBILE, status: 'RESERVED', code: 'SOMETHING_NEW' }]);
});

test('a link that our wallet has redeemed already is a duplicate, and the money waits for an operator', async () => {
  const [ours, others] = await Promise.all([sandbox.voucher({ amount: 80 }), sandbox.voucher({ amount: 90 })]);
  await redeemByPhone(ours, OUR_MOBILE);
  await redeemByPhone(others, '0000000016');
  for (const _ of [1, 2]) {
    expect(await redeem(someone, ours)).toMatchObject(DUPLICATE);
    expect(await redeem(someone, others)).toMatchObject(DUPLICATE);
  }
  expect(await rowsOf(ours)).toEqual({ truelinks: [], payments: [{ member_id: null, amount: 8_000 }] });
  expect(await rowsOf(others)).toMatchObject({ payments: [] });
  expect(await inWallet(someone)).toBe(0);
});

test('the same Idempotency-Key is answered the same, and takes no other link', async () => {
  const member = await newMember(product);
  const [link, another] = await Promise.all([sandbox.voucher({ amount: 20 }), sandbox.voucher({ amount: 30 })]);
  const [key, encrypted] = [randomUUID(), encrypt(`${link}::${WALLET}`)];
  const answers = await Promise.all([1, 2, 3].map(() => post(member, encrypted, { key })));
  expect(answers).toMatchObject([SENT, SENT, SENT]);
  expect(await post(member, encrypted, { key })).toMatchObject(SENT);
  const conflict = { status: 409, body: { message: 'IDEMPOTENCY_CONFLICT' } };
  expect(await redeem(member, another, { key })).toMatchObject(conflict);
  expect(await inWallet(member)).toBe(20);
});

test('in the end what TrueMoney paid is in payments to the satang, but for another’s wallet', async () => {
  const { payments } = await sandbox.books();
  const sql = `select sum(amount)::float8 / 100 as received from payments where receiver_bank = 'TRUEMONEY'`;
  const { received } = (await db.query<{ received: number }>(sql)).rows[0] ?? { received: 0 };
  expect(payments.TRUEMONEY?.BAHT?.received).toBeCloseTo(received + 90, 2);
  expect(await problems(db)).toEqual([]);
});
