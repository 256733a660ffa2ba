import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clearingCodeOf } from '@krapao/contract/banks.ts';
import { slipPayload } from '@krapao/contract/deposits/emv.ts';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import type { BankTransfer } from '../../../../world/sandbox-controls.ts';
import { drawQrCodes } from '../../../test/drawn-slips.ts';
import {
  BY_ITSELF,
  digits,
  makeQrcode,
  newMember,
  PATIENT,
  slipsOf,
  startPayingWorld,
  startProduct,
  statementOf,
  uploadSlip,
  walletOf,
} from '../../../test/harness.ts';
import { problems } from '../../ledger/ledger.ts';
import { now } from '../../platform/clock.ts';
import { writeSetting } from '../../platform/settings.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const operator = operatorOf(db);
// Slips are taken at any time of day while this runs.

type Member = Awaited<ReturnType<typeof newMember>>;
type Picture = Uint8Array<ArrayBuffer>;
const bytes = (buffer: Buffer | ArrayBuffer): Picture => new Uint8Array(buffer as ArrayBuffer);
const inWallet = async (member: Member) => (await walletOf(product, member)).amounts.wallet;

/** Nothing but the code of a slip: reading it takes a tenth of the work of reading the whole picture. */
async function codeOf(sendingBank: string, reference: string): Promise<Picture> {
  return bytes(await drawQrCodes([slipPayload({ bank: clearingCodeOf(sendingBank), reference })]));
}

/** A member pays to our account at SCB; only the slip proves it unless the feed tells of it too. */
async function transfer({ registration }: Member, amount: number, more: Partial<BankTransfer> = {}) {
  const { ref, slip } = await sandbox.bankTransfer({
    fromBank: registration.bankCode,
    fromAccount: registration.bankAccountNo,
    fromName: registration.bankAccountName,
    toBank: 'SCB',
    toAccount: '0000000011',
    amount,
    feed: false,
    ...more,
  });
  const picture = await codeOf(more.fromBank ?? registration.bankCode, ref);
  return { ref, picture, whole: async () => bytes(await (await fetch(slip)).arrayBuffer()) };
}

/** Uploads the slip. Answers a function that reads its state. */
async function send(member: Member, picture: Picture, options: Parameters<typeof uploadSlip>[3] = {}) {
  const { status, body } = await uploadSlip(product, member, picture, options);
  expect([status, body]).toEqual([200, { message: 'SLIP_RECEIVED' }]);
  const reference = (await slipsOf(product, member))[0]?.reference;
  return async () => {
    const slip = (await slipsOf(product, member)).find((one) => one.reference === reference);
    return slip && { status: slip.status, note: slip.note, amount: slip.amount, reference: slip.reference };
  };
}

type State = Awaited<ReturnType<typeof send>>;
const success = (amount: number) => ({ status: 'SUCCESS', note: null, amount });
const failure = (note: string, amount: number | null = null) => ({ status: 'FAILED', note, amount });
/** Unlike `expect.poll`, for tests that run side by side. */
const eventually = (read: () => Promise<unknown>, expected: unknown) =>
  vi.waitFor(async () => expect(await read()).toEqual(expected), BY_ITSELF);
const expectEnd = (state: State, end: object) => eventually(state, expect.objectContaining(end));

/** Waits until the worker has put the slip off for about so long. */
async function putOff(state: State, seconds: number): Promise<void> {
  const sql = `select extract(epoch from look_at - app_now())::float8 as seconds from slips where reference = $1`;
  const reference = (await state())?.reference;
  const waits = async () => (await db.query<{ seconds: number }>(sql, [reference])).rows[0]?.seconds ?? 0;
  await expect.poll(async () => Math.abs((await waits()) - seconds), BY_ITSELF).toBeLessThan(6);
  expect(await state()).toMatchObject({ status: 'PROCESSING', note: null, amount: null });
}

async function paymentOf(ref: string) {
  const sql = 'select member_id, remark, reported_by from payments where reference = $1';
  return (await db.query<{ member_id: string | null; remark: string | null; reported_by: string[] }>(sql, [ref])).rows;
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(product.mediaDir, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

// Side by side: none of these moves the clock, orders a verdict or counts files.
test.concurrent('a slip credits the transfer that only it proves, once', async ({ expect }) => {
  const member = await newMember(product);
  const { ref, whole } = await transfer(member, 1_500.75);
  await expectEnd(await send(member, await whole()), success(1_500.75));
  expect(await inWallet(member)).toBe(1_500.75);
  expect(await statementOf(product, member)).toEqual([
    expect.objectContaining({
      statementType: 'deposit',
      status: 'SUCCESS',
      from: 'KBANK',
      to: 'wallet',
      amount: 1_500.75,
    }),
  ]);
  expect(await paymentOf(ref)).toEqual([{ member_id: member.id, remark: null, reported_by: ['slip'] }]);
});

test.concurrent('a slip of a transfer that the bank reports too succeeds, and the money is credited once', async ({
  expect,
}) => {
  const [before, after] = await Promise.all([newMember(product), newMember(product)]);
  const told = await transfer(before, 310, { feed: true });
  await eventually(() => inWallet(before), 310);
  await expectEnd(await send(before, told.picture), success(310));

  const proved = await transfer(after, 320, { feed: true, toBank: 'GSB', toAccount: '000000000014' });
  await expectEnd(await send(after, proved.picture), success(320));
  for (const { ref } of [told, proved])
    await eventually(async () => (await paymentOf(ref))[0]?.reported_by.toSorted(), ['feed', 'slip']);
  expect([await inWallet(before), await inWallet(after)]).toEqual([310, 320]);
  expect(await statementOf(product, after)).toHaveLength(1);
});

test.concurrent('a slip of a payment that an operator has given with a wrong amount shows what was credited', async ({
  expect,
}) => {
  const member = await newMember(product);
  const { ref, picture } = await transfer(member, 340);
  const recorded = await operator('payments record', 'SCB', '0000000011', member.registration.bankCode, ref, '304');
  await operator('payments credit', /\d+/.exec(recorded)?.[0] ?? '', member.id);
  await expectEnd(await send(member, picture), success(304));
  expect(await inWallet(member)).toBe(304);
});

test.concurrent('a picture that is no readable slip of money to us fails with its reason and credits nothing', async ({
  expect,
}) => {
  const [member, other] = await Promise.all([newMember(product), newMember(product)]);
  const good = await (await transfer(member, 100)).whole();
  const payload = slipPayload({ bank: '004', reference: 'NOSUCHTRANSFER01' });
  const broken = payload.slice(0, -4) + (payload.endsWith('0000') ? '0001' : '0000');
  const draw = async (text: string) => bytes(await drawQrCodes([text]));
  const elsewhere = await transfer(member, 200, { toAccount: '9876543210' });
  const someoneElses = await transfer(other, 300);
  const anotherBank = await transfer(member, 400, { fromBank: 'KTB' });
  const cases: [string, Picture, number | null][] = [
    ['IMG_SIZE_UNABLE_TO_PROCESS', bytes(await sharp(good).resize(40, 40).png().toBuffer()), null],
    ['IMG_SIZE_UNABLE_TO_PROCESS', good.slice(0, good.length / 2), null],
    [
      'CANNOT_READ_CROPPED_IMAGE',
      bytes(await sharp(good).extract({ left: 0, top: 0, width: 1080, height: 1300 }).png().toBuffer()),
      null,
    ],
    ['INVALID_SLIP', await draw('https://example.com/'), null],
    ['UNSTABLE_REFNO_ON_SLIP', await draw(broken), null],
    ['EXPIRED_SLIP', await draw(payload), null],
    ['DEST_ACC_INVALID', elsewhere.picture, 200],
    ['NOT_MATCH', someoneElses.picture, 300],
    ['NOT_MATCH', anotherBank.picture, 400],
  ];
  const states: State[] = [];
  for (const [, picture] of cases) states.push(await send(member, picture));
  for (const [at, [reason, , amount]] of cases.entries()) await expectEnd(states[at] as State, failure(reason, amount));
  expect([await inWallet(member), await inWallet(other)]).toEqual([0, 0]);
  // Only the money that did reach us waits for an operator.
  expect(await paymentOf(elsewhere.ref)).toEqual([]);
  const remark = 'of a sender who is not the member of its slip';
  for (const { ref } of [someoneElses, anotherBank])
    expect(await paymentOf(ref)).toEqual([{ member_id: null, remark, reported_by: ['slip'] }]);

  // The sender's own slip still brings them the money.
  await expectEnd(await send(other, someoneElses.picture), success(300));
  expect([await inWallet(member), await inWallet(other)]).toEqual([0, 300]);
});

test.concurrent('a slip counts once, whichever member sends it and how often', async ({ expect }) => {
  const [member, other] = await Promise.all([newMember(product), newMember(product)]);
  const { picture } = await transfer(member, 250);
  await expectEnd(await send(member, picture), success(250));
  const smaller = bytes(await sharp(picture).resize({ width: 300 }).jpeg().toBuffer());
  const again = await send(member, smaller);
  const byAnother = await send(other, picture);
  await expectEnd(again, failure('SLIP_REFNO_DUPLICATED', 250));
  await expectEnd(byAnother, failure('SLIP_REFNO_DUPLICATED', 250));
  expect([await inWallet(member), await inWallet(other)]).toEqual([250, 0]);

  const second = await transfer(member, 50);
  await Promise.all(Array.from({ length: 6 }, () => uploadSlip(product, member, second.picture)));
  const ends = async () => (await slipsOf(product, member)).slice(0, 6).map(({ status, note }) => note ?? status);
  await eventually(async () => (await ends()).toSorted(), [...Array(5).fill('SLIP_REFNO_DUPLICATED'), 'SUCCESS']);
  expect(await inWallet(member)).toBe(300);
  expect(await statementOf(product, member)).toHaveLength(2);

  const page = async (body: { page: number; limit: number }) => {
    const { body: shown } = await product.call('POST /api/statement/slip', { token: member.token, body });
    const { total, slips } = shown as { total: number; slips: { reference: string; createdAt: string }[] };
    return { total, slips: slips.map(({ reference, createdAt }) => ({ reference, createdAt })) };
  };
  const { rows } = await db.query<{ reference: string; created_at: Date }>(
    'select reference, created_at from slips where member_id = $1 order by created_at desc, reference',
    [member.id],
  );
  const all = rows.map(({ reference, created_at }) => ({ reference, createdAt: created_at.toISOString() }));
  expect(all).toHaveLength(8);
  expect(await page({ page: 1, limit: 3 })).toEqual({ total: 8, slips: all.slice(0, 3) });
  expect(await page({ page: 3, limit: 3 })).toEqual({ total: 8, slips: all.slice(6) });
});

test.concurrent('a slip of a transfer more than an hour ago is refused, and the money waits for an operator', async ({
  expect,
}) => {
  const member = await newMember(product);
  await db.query(`update members set created_at = created_at - interval '1 day' where id = $1`, [member.id]);
  const ago = async (minutes: number) => new Date((await now(db)).getTime() - minutes * 60_000).toISOString();
  const [late, justInTime] = [
    await transfer(member, 71, { paidAt: await ago(61) }),
    await transfer(member, 72, { paidAt: await ago(58) }),
  ];
  const states = [await send(member, late.picture), await send(member, justInTime.picture)] as const;
  await expectEnd(states[0], failure('EXPIRED_SLIP', 71));
  await expectEnd(states[1], success(72));
  expect(await paymentOf(late.ref)).toMatchObject([{ member_id: null, remark: expect.stringContaining('too late') }]);
  expect(await inWallet(member)).toBe(72);
});

test.concurrent('the slip of a QR payment credits the member who made the code, also when another member sends the slip', async ({
  expect,
}) => {
  const [owner, other] = await Promise.all([newMember(product), newMember(product)]);
  const pay = async (provider: string, amount: number) => {
    const { qrcodeId } = await makeQrcode(product, owner, provider, amount);
    const { payment } = await sandbox.pay(qrcodeId, { times: 0, feed: false });
    return codeOf(payment.sendingBank, payment.reference);
  };
  const [own, others] = [await pay('WW', 150), await pay('KBANK', 160)];
  await expectEnd(await send(owner, own), success(150));
  await expectEnd(await send(other, others), failure('NOT_MATCH', 160));
  expect([await inWallet(owner), await inWallet(other)]).toEqual([310, 0]);
  await expectEnd(await send(owner, others), success(160));
  expect([await inWallet(owner), await inWallet(other)]).toEqual([310, 0]);
  expect((await product.call('GET /api/qrcode/WW', { token: owner.token })).body).toEqual({ hasQrcode: false });
});

test.each([
  ['captcha_failed', 'TRIPPLE_WRONG_CAPTCHA'],
  ['slip_expired', 'EXPIRED_SLIP'],
  ['bad_payload', 'INVALID_SLIP'],
  ['never_heard_of_this', 'UNKNOW_ERROR'],
])('the verifier’s %s is %s', async (code, reason) => {
  const member = await newMember(product);
  const { picture } = await transfer(member, 100);
  await sandbox.nextVerdict(code);
  await expectEnd(await send(member, picture), failure(reason));
  expect(await inWallet(member)).toBe(0);
});

test('while a bank cannot say, a slip stays in progress, and it succeeds when the bank can', async () => {
  const member = await newMember(product);
  const { picture } = await transfer(member, 640);
  await sandbox.nextVerdict('bank_down');
  const state = await send(member, picture);
  await putOff(state, 30);
  await sandbox.nextVerdict('bank_delay');
  await sandbox.moveClock(40);
  await putOff(state, 5 * 60);
  expect(await inWallet(member)).toBe(0);
  // The slip's age counts when it is sent: the bank's delay is not the member's fault.
  await sandbox.moveClock(2 * 60 * 60);
  await expectEnd(state, success(640));
  expect(await inWallet(member)).toBe(640);
});

test('a slip whose picture is gone before it was read fails', async () => {
  const member = await newMember(product);
  const { picture } = await transfer(member, 100);
  await sandbox.nextVerdict('bank_down');
  const state = await send(member, picture);
  await putOff(state, 30);
  // As if the worker had not come to the picture yet.
  const unread = 'update slips set payload = null where member_id = $1 returning file';
  const { rows } = await db.query<{ file: string }>(unread, [member.id]);
  await rm(join(product.mediaDir, rows[0]?.file ?? ''));
  await sandbox.moveClock(40);
  await expectEnd(state, failure('UPLOADED_FILE_NOT_EXIST'));
  const { link } = (await slipsOf(product, member))[0] ?? { link: '' };
  expect((await fetch(product.url + link)).status).toBe(404);
});

// After the verdicts: this slip is asked about again and again, and would take them.
test('where the name cannot be compared and the sum is large, a slip stays in progress and the money waits for an operator', async () => {
  const member = await newMember(product, { bankAccountName: 'สมหญิง ใจดี' });
  const { ref, picture } = await transfer(member, 2_001, { fromName: 'SOMYING JAIDEE' });
  const state = await send(member, picture);
  const remark = `perhaps of ${member.id}: the name cannot be compared`;
  await eventually(() => paymentOf(ref), [expect.objectContaining({ member_id: null, remark })]);
  expect(await state()).toMatchObject({ status: 'PROCESSING' });
  expect(await inWallet(member)).toBe(0);
});

test('the same Idempotency-Key takes one file once, and no other', async () => {
  const member = await newMember(product);
  const { picture } = await transfer(member, 33);
  const another = bytes(await sharp(picture).resize({ width: 300 }).png().toBuffer());
  const key = randomUUID();
  const files = (await storedFiles()).length;
  const both = await Promise.all([1, 2].map(() => uploadSlip(product, member, picture, { key })));
  expect(both.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, { message: 'SLIP_RECEIVED' }]));
  expect(await uploadSlip(product, member, picture, { key })).toEqual({
    status: 200,
    body: { message: 'SLIP_RECEIVED' },
  });
  const conflict = { status: 409, body: { message: 'IDEMPOTENCY_CONFLICT' } };
  expect(await uploadSlip(product, member, another, { key })).toEqual(conflict);
  expect(await slipsOf(product, member)).toHaveLength(1);
  expect((await storedFiles()).length).toBe(files + 1);
});

test('a slip’s picture is shown to its owner by a link that runs out and cannot be changed', async () => {
  const [member, other] = await Promise.all([newMember(product), newMember(product)]);
  const { picture } = await transfer(member, 44);
  await send(member, picture);
  const [{ link, reference } = { link: '', reference: '' }] = await slipsOf(product, member);
  const response = await fetch(product.url + link);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  });
  expect(bytes(await response.arrayBuffer())).toEqual(picture);

  const changed = [...link].map((character, at) => {
    const another = character === '1' ? '2' : '1';
    return link.slice(0, at) + another + link.slice(at + 1);
  });
  const altered = [
    link.toUpperCase(),
    `${link}0`,
    `${link}zz`,
    link.slice(0, -1),
    `${link}/`,
    `${link.slice(0, -1)}${link.at(-1)?.toUpperCase()}`,
  ];
  for (const path of [...changed, ...altered].filter((path) => path !== link)) {
    const { status } = await fetch(new URL(path.replace(/^\/*/, '/'), product.url));
    expect([path, status]).toEqual([path, 404]);
  }

  const ask = (token: string, name: string) => product.call(`GET /api/statement/slip/reference/${name}`, { token });
  const noData = { status: 404, body: { message: 'NO_DATA' } };
  expect(await ask(other.token, reference)).toMatchObject(noData);
  expect(await ask(member.token, digits(20))).toMatchObject(noData);
  expect(await slipsOf(product, other)).toEqual([]);

  await sandbox.moveClock(9 * 60);
  expect((await fetch(product.url + link)).status).toBe(200);
  await sandbox.moveClock(61);
  expect((await fetch(product.url + link)).status).toBe(404);
  const { url } = (await ask(member.token, reference)).body as { url: string };
  expect((await fetch(product.url + url)).status).toBe(200);
});

test('while slips are not taken, an upload is refused and nothing of it is kept', async () => {
  const member = await newMember(product);
  const { picture } = await transfer(member, 55);
  const files = await storedFiles();
  const refusal = { status: 422, body: { message: 'SLIP_UPLOAD_FAIL' } };
  const inBangkok = (date: Date) => new Date(date.getTime() + 7 * 60 * 60_000).toISOString().slice(11, 16);
  const at = async (minutes: number) => inBangkok(new Date((await now(db)).getTime() + minutes * 60_000));
  await writeSetting(db, 'slipsClosed', { from: await at(-1), to: await at(30) });
  expect(await uploadSlip(product, member, picture)).toEqual(refusal);

  // By default slips are not taken from 23:30 to 00:30.
  await db.query(`delete from settings where name = 'slipsClosed'`);
  const [hours = 0, minutes = 0] = (await at(0)).split(':').map(Number);
  await sandbox.moveClock(((23 * 60 + 31 - hours * 60 - minutes + 1440) % 1440) * 60 || 60);
  const later = await newMember(product);
  expect(await uploadSlip(product, later, picture)).toEqual(refusal);
  expect([await slipsOf(product, later), await storedFiles()]).toEqual([[], files]);
  await sandbox.moveClock(60 * 60);
  expect(await uploadSlip(product, later, picture)).toMatchObject({ status: 200 });
  // Nor is one taken by a service that has nobody to ask about it.
  const blind = await startProduct(database, { ...PATIENT, ROLE: 'api' });
  expect(await uploadSlip(blind, later, picture)).toEqual(refusal);
});

test('in the end the ledger adds up', async () => {
  expect(await problems(db)).toEqual([]);
});
