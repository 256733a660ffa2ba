import { randomUUID } from 'node:crypto';
import { clearingCodeOf } from '@krapao/contract/banks.ts';
import { slipPayload } from '@krapao/contract/deposits/emv.ts';
import { toBuffer as qrPicture } from 'qrcode';
import { afterAll, expect, test } from 'vitest';
import { sized } from '../../../../../world/stress-size.ts';
import { makeQrcode, newMember, slipsOf, startPayingWorld, uploadSlip } from '../../../../test/harness.ts';
import { readConfig } from '../../../config.ts';
import { balancesOf, problems } from '../../../ledger/ledger.ts';
import { addCoins, coinsOf } from '../../../members/account/coins.queries.ts';
import { many } from '../../../platform/database.ts';
import { openBankFeed } from '../../../providers/banks/bank-feed.ts';
import { openQrGateways } from '../../../providers/payments/qr-gateways.ts';
import { openSlipReader } from '../../../providers/slips/reader.ts';
import { openVerifier } from '../../../providers/slips/verifier.ts';
import { folderStorage } from '../../../providers/storage/folder.ts';
import { rewardBankMoves } from '../../../rewards/rewards.ts';
import { slipTerms } from '../../deposits.ts';
import { askGateway } from '../../qrcodes/ask-gateway.ts';
import { findPaidQrcode, markQrcodePaid, type Qrcode } from '../../qrcodes/qrcodes.queries.ts';
import { slipsToJudge } from '../../slips/judge-slip.ts';
import type { Slip } from '../../slips/slips.queries.ts';
import { bankFeeds } from '../feeds/read-feeds.ts';
import { type IngestPayment, ingestPayment } from './ingest-payment-report.ts';

/** No workers run: the test does their work, so that it decides which report arrives when. */
const { product, sandbox, database } = await startPayingWorld({ ROLE: 'api' });
const { db } = database;
const config = readConfig({ DATABASE_URL: database.url, SANDBOX_URL: sandbox.url, MEDIA_DIR: product.mediaDir });
const { log } = product.app;
const announce = () => {};
const ingest: IngestPayment = (report, claim) =>
  ingestPayment(
    {
      db,
      announce,
      ...rewardBankMoves({ addCoins, coinsOf, coinsADay: 30 }),
      findPaidQrcode,
      markQrcodePaid,
      terms: config.paymentReports,
    },
    report,
    claim,
  );
const gateways = openQrGateways(config);
const askGatewayDeps = {
  ...{ db, gateways, minimums: config.qrMinimums, triesAnHour: 1, ingest, patienceMs: 1_000, askDays: 1, log },
  keepUnread: () => expect.fail('something could not be read'),
  finishUnread: async () => {},
};
const reader = openSlipReader();
afterAll(() => reader.close());
const judge = slipsToJudge({
  db,
  storage: folderStorage(config.mediaDir),
  uploadsDir: config.uploadsDir,
  read: reader.read,
  verify: openVerifier(config),
  ingest,
  // A slip waits for no feed: the test decides which report arrives when.
  ...slipTerms(db, { ...config, waitForFeedMs: 0 }),
  announce,
  patienceMs: 60_000,
});
const feeds = bankFeeds({ db, feed: openBankFeed(config), ingest, ...config.paymentReports, patienceMs: 60_000, log });

type Member = Awaited<ReturnType<typeof newMember>>;
type Told = { sendingBank: string; reference: string };

async function receiveCallback(reference: string): Promise<void> {
  const body = { partnerTxnUid: reference, txnNo: randomUUID(), txnAmount: '1.00', statusCode: '00' };
  const { status } = await product.call('POST /hooks/payments/kbank', { body });
  expect(status).toBe(200);
}

async function sweepUp(reference: string): Promise<void> {
  const [code] = await many<Qrcode>(db, 'select * from qrcodes where reference = $1', [reference]);
  await askGateway(askGatewayDeps, code as Qrcode, 'sweep');
}

/** Reads an account's feed from where it stands now, each time again: as if its cursor was not kept. */
async function feedReader(accountNo: string): Promise<() => Promise<void>> {
  const sql = `select id, bank_code, account_no, mode, currency, feed_cursor from deposit_banks where account_no = $1`;
  const [receiver] = await many(db, sql, [accountNo]);
  return () => feeds.handle(receiver as never);
}

async function sendSlip(member: Member, { sendingBank, reference }: Told): Promise<void> {
  const payload = slipPayload({ bank: clearingCodeOf(sendingBank), reference });
  const picture = await qrPicture(payload, { scale: 6 });
  expect((await uploadSlip(product, member, new Uint8Array(picture))).status).toBe(200);
  const slips = await many<Slip>(db, `select * from slips where member_id = $1 and status = 'PROCESSING'`, [member.id]);
  for (const slip of slips) await judge.handle(slip);
}

const inBaht = async ({ id }: Member) => Number((await balancesOf(db, id)).get('main') ?? 0n) / 100;

/** Orders that differ only in equal things count once. */
function ordersOf<T>(things: readonly T[]): T[][] {
  if (things.length === 0) return [[]];
  const first = [...new Set(things)];
  return first.flatMap((thing) => ordersOf(things.toSpliced(things.indexOf(thing), 1)).map((rest) => [thing, ...rest]));
}

/**
 * `npm test` tries one order for each pair of first reports: after two reports of a payment, further ones change
 * nothing.
 */
function ordersToTell<T>(things: readonly T[]): T[][] {
  const orders = ordersOf(things);
  const byBeginning = new Map(orders.map((order) => [order.slice(0, sized(2, things.length)).join(), order]));
  return [...byBeginning.values()];
}

async function sideBySide<T>(things: T[], work: (thing: T) => Promise<void>): Promise<void> {
  const waiting = [...things];
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      for (let thing = waiting.pop(); thing !== undefined; thing = waiting.pop()) await work(thing);
    }),
  );
}

const QR_REPORTS = ['callback', 'callback', 'feed', 'slip', 'sweep'] as const;

/** Paid from an account that is not the member's: only the code tells whose payment it is. */
async function payByQrcode(member: Member, amount: number) {
  const readFeed = await feedReader('0000000012');
  const { qrcodeId } = await makeQrcode(product, member, 'KBANK', amount);
  const { payment } = await sandbox.pay(qrcodeId, { times: 0, feed: true });
  const reference = payment.billReference ?? '';
  const tell = async (report: (typeof QR_REPORTS)[number]) => {
    if (report === 'feed') return readFeed();
    if (report === 'slip') return sendSlip(member, payment);
    return report === 'sweep' ? sweepUp(reference) : receiveCallback(reference);
  };
  return tell;
}

/** A new member now and then, since each may send only so many slips. */
async function* members(): AsyncGenerator<Member, never> {
  for (;;) {
    const member = await newMember(product);
    for (let times = 0; times < 12; times++) yield member;
  }
}

test('a QR payment is credited once, by whichever report comes first, in every order of what can come', async () => {
  const wrong: string[] = [];
  const payers = members();
  for (const order of ordersToTell(QR_REPORTS)) {
    const { value: member } = await payers.next();
    const before = await inBaht(member);
    const tell = await payByQrcode(member, 10);
    for (const report of order) {
      await tell(report);
      const got = (await inBaht(member)) - before;
      if (got !== 10) wrong.push(`${order.join(', ')}: ${got} after ${report}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await problems(db)).toEqual([]);
});

test('a QR payment whose reports all come at the same moment, each of them three times, is credited once', async () => {
  await sideBySide([...Array(sized(3, 6)).keys()], async () => {
    const member = await newMember(product);
    const tell = await payByQrcode(member, 77);
    await Promise.all([...QR_REPORTS, ...QR_REPORTS, ...QR_REPORTS].map(tell));
    expect(await inBaht(member)).toBe(77);
    expect((await slipsOf(product, member)).map(({ note }) => note).sort()).toEqual([
      'SLIP_REFNO_DUPLICATED',
      'SLIP_REFNO_DUPLICATED',
      null,
    ]);
  });
  expect(await problems(db)).toEqual([]);
});

const TRANSFER_REPORTS = ['feed or SMS', 'feed or SMS', 'slip', 'slip'] as const;

/** A member whose registered account, wholly shown, has paid before: an SMS is enough from now on. */
async function* confirmedMembers(): AsyncGenerator<Member, never> {
  for await (const member of members()) {
    if ((await inBaht(member)) === 0) {
      const readFeed = await feedReader('0000000012');
      const { bankCode: fromBank, bankAccountNo: fromAccount, bankAccountName: fromName } = member.registration;
      const to = { toBank: 'KBANK', toAccount: '0000000012' };
      await sandbox.bankTransfer({ fromBank, fromAccount, fromName, ...to, amount: 1 });
      await readFeed();
    }
    yield member;
  }
  throw new Error('there are always more members');
}

test.each([
  ['reported by its feed', '0000000012', 55],
  // An SMS has no reference: a slip alone is not credited, since the SMS will tell of it too.
  ['reported by SMS', '0000000130', 0],
])('a bank transfer %s and by its slip is credited once in every order', async (_how, toAccount, bySlipAlone) => {
  const wrong: string[] = [];
  const payers = confirmedMembers();
  for (const order of ordersOf(TRANSFER_REPORTS)) {
    const { value: member } = await payers.next();
    const before = await inBaht(member);
    const readFeed = await feedReader(toAccount);
    const { bankCode: fromBank, bankAccountNo: fromAccount, bankAccountName: fromName } = member.registration;
    const from = { fromBank, fromAccount, fromName };
    const { ref } = await sandbox.bankTransfer({ ...from, toBank: 'KBANK', toAccount, amount: 55 });
    let isTold = false;
    for (const report of order) {
      await (report === 'slip' ? sendSlip(member, { sendingBank: fromBank, reference: ref }) : readFeed());
      isTold ||= report !== 'slip';
      const got = (await inBaht(member)) - before;
      if (got !== (isTold ? 55 : bySlipAlone)) wrong.push(`${order.join(', ')}: ${got} after ${report}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await problems(db)).toEqual([]);
});
