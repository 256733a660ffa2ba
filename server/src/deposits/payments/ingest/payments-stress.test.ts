import { createCipheriv, createHash, createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { clearingCodeOf } from '@krapao/contract/banks.ts';
import { slipPayload } from '@krapao/contract/deposits/emv.ts';
import { toBuffer as qrPicture } from 'qrcode';
import { expect, test } from 'vitest';
import { sized } from '../../../../../world/stress-size.ts';
import { unexplained } from '../../../../test/books.ts';
import {
  BY_ITSELF,
  makeQrcode,
  newMember,
  startKillableNode,
  startPayingWorld,
  uploadSlip,
} from '../../../../test/harness.ts';
import { balancesOf, problems } from '../../../ledger/ledger.ts';
import { many } from '../../../platform/database.ts';

const MEMBERS = 8;
const PAYMENTS = sized(12, 80);
const LEAST_KILLS = sized(2, 6);
/** Starting a node again costs more than all payments that are made meanwhile. */
const MOST_KILLS = sized(2, Number.POSITIVE_INFINITY);
/** At the end the slips that a killed node had in hand are due after so many seconds, and at the latest when leases end. */
const DUE_WITHIN_S = sized(0, 120);
const TIME = { timeout: 600_000 };
const SANDBOX_KEY = 'sandbox-key-not-a-secret';

const { product, sandbox, database } = await startPayingWorld({ ROLE: 'api' });
const { db } = database;
type Member = Awaited<ReturnType<typeof newMember>>;
/** Before any node starts: a node that finds an empty database fills it with the demo. */
const members = await Promise.all(Array.from({ length: MEMBERS }, () => newMember(product)));
/** After about twice this, other workers take over the work of a killed one. */
const patience = { PROVIDER_TIMEOUT_MS: '2000' };
const startNode = () => startKillableNode(database, sandbox, patience);
const nodes = [await startNode(), await startNode()];
const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

/** A client asks the same node, or another, until one answers: killed nodes lose no request. */
async function insist(ask: (url: string) => Promise<{ status: number }>, good = [200]): Promise<void> {
  for (;;) {
    const answer = await ask(pick(nodes).url).catch(() => null);
    if (answer && answer.status < 500) return expect(good).toContain(answer.status);
  }
}

function callBack(provider: 'WW' | 'KBANK', reference: string): Promise<void> {
  return insist((url) => {
    const told = { reference, status: 'paid', amount: '0.01', nonce: randomUUID() };
    const body = JSON.stringify(provider === 'WW' ? told : { partnerTxnUid: reference, statusCode: '00' });
    const timestamp = String(Date.now());
    const signature = createHmac('sha256', SANDBOX_KEY).update(`${timestamp}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature };
    return fetch(`${url}/hooks/payments/${provider.toLowerCase()}`, { method: 'POST', headers, body });
  });
}

async function sendSlip(member: Member, sendingBank: string, reference: string): Promise<void> {
  const payload = slipPayload({ bank: clearingCodeOf(sendingBank), reference });
  const picture = new Uint8Array(await qrPicture(payload, { scale: 6 }));
  const key = randomUUID();
  await insist((url) => uploadSlip({ url }, member, picture, { key }));
}

/** Encrypts the link as the web does. A repetition is answered as a duplicate: no other member has the link. */
async function sendGift({ token }: Member, link: string): Promise<void> {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update('krapao-truelink').digest(), iv);
  const text = `${link}::KRAPAO SANDBOX GIFT`;
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const headers = { 'x-api-key': 'member-web', 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ link: sealed.toString('base64') });
  await insist((url) => fetch(`${url}/api/wallet/truelink`, { method: 'POST', headers, body }), [200, 409]);
}

/** Pays in by one of the ways, and has every channel tell of the payment, some of them twice, all at once. */
async function payIn(member: Member, amount: number): Promise<void> {
  const way = pick(['WW', 'KBANK', 'SCB', 'SMS', 'GIFT'] as const);
  if (way === 'GIFT') return sendGift(member, await sandbox.voucher({ amount }));
  if (way === 'WW' || way === 'KBANK') {
    const { qrcodeId } = await makeQrcode(product, member, way, amount);
    const { payment } = await sandbox.pay(qrcodeId, { times: 0 });
    const reference = payment.billReference ?? '';
    await Promise.all([
      callBack(way, reference),
      callBack(way, reference),
      sendSlip(member, payment.sendingBank, payment.reference),
    ]);
    return;
  }
  const { bankCode: fromBank, bankAccountNo: fromAccount, bankAccountName: fromName } = member.registration;
  const to = way === 'SCB' ? { toBank: 'SCB', toAccount: '0000000011' } : { toBank: 'KBANK', toAccount: '0000000130' };
  const { ref } = await sandbox.bankTransfer({ fromBank, fromAccount, fromName, ...to, amount });
  await sendSlip(member, fromBank, ref);
}

test('whichever node is killed whenever, every payment is credited once and to its member', TIME, async () => {
  const expected = new Map(members.map(({ id }) => [id, 0]));
  // Lies that keep no honest member waiting, since no transfers of equal amounts come to this account.
  for (const target of ['payments/kbank', 'payments/ww'])
    await sandbox.lie({ target, lie: 'no-payer', times: PAYMENTS });
  for (const lie of ['QR lines late', 'QR lines without code'])
    await sandbox.lie({ target: 'banks/kbank', lie, times: PAYMENTS / 2 });
  let left = PAYMENTS;
  let isPaying = true;
  const paying = Promise.all(
    members.map(async (member) => {
      while (left-- > 0) {
        // Few amounts, so that equal payments of one member come close together.
        const amount = pick([100, 200]);
        await payIn(member, amount);
        expected.set(member.id, (expected.get(member.id) ?? 0) + amount);
      }
    }),
  ).finally(() => {
    isPaying = false;
  });
  let kills = 0;
  const killing = (async () => {
    while ((isPaying && kills < MOST_KILLS) || kills < LEAST_KILLS) {
      const node = nodes[kills % nodes.length];
      await node?.kill();
      kills += 1;
      await node?.start();
    }
  })();
  await Promise.all([paying, killing]);
  await db.query(
    `update slips set look_at = least(look_at, app_now() + $1 * interval '1 second') where status = 'PROCESSING'`,
    [DUE_WITHIN_S],
  );

  const credited = async () =>
    Object.fromEntries(
      await Promise.all(
        members.map(async ({ id }) => [id, Number((await balancesOf(db, id)).get('main') ?? 0n) / 100]),
      ),
    );
  await expect.poll(credited, BY_ITSELF).toEqual(Object.fromEntries(expected));
  await expect.poll(() => many(db, `select reference from slips where status = 'PROCESSING'`), BY_ITSELF).toEqual([]);
  expect(await credited()).toEqual(Object.fromEntries(expected));
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
  const { payments } = await sandbox.books();
  const booked = await many<{ bank: string; baht: number }>(
    db,
    `select receiver_bank as bank, sum(amount)::float8 / 100 as baht from payments where member_id is not null group by 1`,
  );
  for (const { bank, baht } of booked) expect([bank, baht]).toEqual([bank, payments[bank]?.BAHT?.received]);
  expect(kills).toBeGreaterThanOrEqual(LEAST_KILLS);
});
