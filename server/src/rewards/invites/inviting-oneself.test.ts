import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { browser, gamble, inviteOf, newFriend, payIn, receiveInviteBonus, staying } from '../../../test/friends.ts';
import {
  digits,
  newLaoRegistration,
  newMember,
  PATIENT,
  type Product,
  registerMember,
  signIn,
  startPayingWorld,
  startProduct,
} from '../../../test/harness.ts';
import { nextDay, refusal } from '../../../test/rewards.ts';
import { problems } from '../../ledger/ledger.ts';
import { rememberDevice } from './invites.queries.ts';

const { product, sandbox, database } = await startPayingWorld({ DEPOSIT_TRIES_AN_HOUR: '10000' });
const laos = await startProduct(database, { ...PATIENT, EDITION: 'la', SANDBOX_URL: sandbox.url, ROLE: 'api' });

type Member = Awaited<ReturnType<typeof newMember>>;

/** The friend loses a thousand baht that were paid in from their own account, or from `sender`, and the day ends. */
async function loseAThousand(friend: Member, sender: Parameters<typeof payIn>[4] = {}): Promise<void> {
  await payIn(product, sandbox, friend, 1000, sender);
  await gamble(product, sandbox, friend, -1000);
  await nextDay(sandbox, database.db);
}

async function expectEarned({ id }: { id: string }, amount: number, at: Product = product): Promise<void> {
  const inviter = await staying(at, { id, token: '' });
  expect(await inviteOf(at, inviter)).toMatchObject({ amount });
  if (amount === 0) expect(await receiveInviteBonus(at, inviter)).toEqual(refusal(422, 'NO_INVITE_BONUS'));
}

/** How many browsers are remembered of both. */
async function sharedDevices(one: Member, other: Member): Promise<number | null> {
  const sql = `select from member_devices join member_devices theirs using (device)
    where member_devices.member_id = $1 and theirs.member_id = $2`;
  return (await database.db.query(sql, [one.id, other.id])).rowCount;
}

test('a friend with a browser and an account of their own earns', async () => {
  const inviter = await registerMember(browser(product, randomUUID()));
  const friend = await newFriend(browser(product, randomUUID()), inviter);
  await loseAThousand(friend);
  await expectEarned(inviter, 50);
});

test('a friend who registers in the inviter’s browser earns nothing, however its id is written', async () => {
  const device = randomUUID();
  const inviter = await registerMember(browser(product, device));
  const friend = await newFriend(browser(product, device.toUpperCase()), inviter);
  await loseAThousand(friend);
  await expectEarned(inviter, 0);
});

test('a friend who signs in in a browser that the inviter has ever signed in with earns nothing any more', async () => {
  const [own, shared] = [randomUUID(), randomUUID()];
  const inviter = await registerMember(browser(product, own));
  const { username, password } = inviter;
  const friend = await newFriend(browser(product, shared), inviter);
  await loseAThousand(friend);
  await expectEarned(inviter, 50);
  await signIn(browser(product, shared), { username, password });
  await expectEarned(inviter, 0);
});

test('a friend who later signs in in the inviter’s own browser earns nothing any more', async () => {
  const device = randomUUID();
  const inviter = await registerMember(browser(product, device));
  const friend = await newFriend(product, inviter);
  await loseAThousand(friend);
  await expectEarned(inviter, 50);
  const { username, password } = friend;
  await signIn(browser(product, device), { username, password });
  await expectEarned(inviter, 0);
});

test('of many browsers the first and the newest are remembered: a friend who registers in one of them earns nothing', async () => {
  const inviter = await newMember(product);
  const devices = Array.from({ length: 70 }, () => randomUUID());
  const seenAgain = devices[15] ?? '';
  for (const [at, device] of devices.entries()) {
    await rememberDevice(database.db, inviter.id, device);
    if (at === 60) await rememberDevice(database.db, inviter.id, seenAgain);
  }
  const sql = 'select from member_devices where member_id = $1';
  expect((await database.db.query(sql, [inviter.id])).rowCount).toBe(60);
  const hash = createHash('sha256').update(seenAgain).digest();
  expect((await database.db.query(`${sql} and device = $2`, [inviter.id, hash])).rowCount).toBe(1);
  for (const known of [devices[0], devices.at(-1)])
    await loseAThousand(await newFriend(browser(product, known ?? ''), inviter));
  await expectEarned(inviter, 0);
  await loseAThousand(await newFriend(browser(product, devices[12] ?? ''), inviter));
  await expectEarned(inviter, 50);
});

test('a browser that was shared once is not forgotten by signing in with many others', async () => {
  const device = randomUUID();
  const inviter = await newMember(product);
  for (let times = 0; times < 11; times += 1) await rememberDevice(database.db, inviter.id, randomUUID());
  await rememberDevice(database.db, inviter.id, device);
  const friend = await newFriend(product, inviter);
  const { username, password } = friend;
  await signIn(browser(product, device), { username, password });
  for (let times = 0; times < 61; times += 1) await rememberDevice(database.db, inviter.id, randomUUID());
  expect(await sharedDevices(inviter, friend)).toBe(0);
  await loseAThousand(friend);
  await expectEarned(inviter, 0);
});

test('an inviter who signed in in the friend’s browser once is not forgotten by signing in with many others', async () => {
  const device = randomUUID();
  const inviter = await newMember(product);
  for (let times = 0; times < 11; times += 1) await rememberDevice(database.db, inviter.id, randomUUID());
  const friend = await newFriend(browser(product, device), inviter);
  const { username, password } = inviter;
  await signIn(browser(product, device), { username, password });
  for (let times = 0; times < 61; times += 1) await rememberDevice(database.db, inviter.id, randomUUID());
  expect(await sharedDevices(inviter, friend)).toBe(0);
  await loseAThousand(friend);
  await expectEarned(inviter, 0);
});

test.each(['paid in', 'played'])(
  'a friend who %s with the inviter’s bank account is the inviter, also after the account was changed',
  async (when) => {
    const inviter = await newMember(product);
    const friend = await newFriend(product, inviter);
    const changeAccount = (accountNo: string) =>
      database.db.query('update members set bank_account_no = $2, bank_code = $3 where id = $1', [
        ...[friend.id, accountNo, 'SCB'],
      ]);
    if (when === 'played') await payIn(product, sandbox, friend, 1000);
    await changeAccount(inviter.registration.bankAccountNo);
    if (when === 'paid in') await payIn(product, sandbox, friend, 1000);
    else await gamble(product, sandbox, friend, -1000);
    await changeAccount(digits(10));
    if (when === 'paid in') await gamble(product, sandbox, friend, -1000);
    await nextDay(sandbox, database.db);
    await expectEarned(inviter, 0);
  },
);

test.each(['', 'undefined'])(
  'a friend, or an inviter, whose browser is %j may be anybody and earns nothing',
  async (none) => {
    const nameless = await registerMember(browser(product, none));
    await loseAThousand(await newFriend(product, nameless));
    await expectEarned(nameless, 0);
    const inviter = await newMember(product);
    const friend = await newFriend(browser(product, none), inviter);
    await loseAThousand(friend);
    await expectEarned(inviter, 0);
    const { username, password } = friend;
    await signIn(browser(product, randomUUID()), { username, password });
    await expectEarned(inviter, 50);
  },
);

/** A gateway shows the last four digits of the payer's account, a bank all of them. */
test.each(['WW', 'KBANK'])(
  'a friend whose deposit through %s came from the inviter’s account earns nothing',
  async (by) => {
    const inviter = await newMember(product);
    const { bankCode, bankAccountNo, bankAccountName } = inviter.registration;
    const friend = await newFriend(product, inviter);
    await loseAThousand(friend, { by, fromBank: bankCode, fromAccount: bankAccountNo, fromName: bankAccountName });
    await expectEarned(inviter, 0);
  },
);

test('a friend whose second deposit came from the inviter’s account earns nothing', async () => {
  const inviter = await newMember(product);
  const { bankCode, bankAccountNo } = inviter.registration;
  const friend = await newFriend(product, inviter);
  await loseAThousand(friend);
  await expectEarned(inviter, 50);
  await payIn(product, sandbox, friend, 100, { by: 'FP', fromBank: bankCode, fromAccount: bankAccountNo });
  await expectEarned(inviter, 0);
});

test('a friend’s own account may end as the inviter’s does, and another bank’s may too', async () => {
  const end = digits(4);
  const inviter = await newMember(product, { bankAccountNo: `${digits(6)}${end}` });
  const neighbour = await newFriend(product, inviter, { bankAccountNo: `${digits(6)}${end}` });
  await loseAThousand(neighbour);
  await expectEarned(inviter, 50);
  const other = await newFriend(product, inviter);
  await loseAThousand(other, { fromBank: 'SCB', fromAccount: `${digits(6)}${end}` });
  await expectEarned(inviter, 100);
});

test('a deposit is the inviter’s by as much of the sender’s account as its report shows', async () => {
  const inviter = await newMember(product, { bankAccountNo: '1203456789' });
  const friend = await newFriend(product, inviter, { bankAccountNo: `55${digits(4)}0000` });
  await loseAThousand(friend);
  const bank = inviter.registration.bankCode;
  for (const [shown, sendingBank, earned] of [
    ['6789', bank, 0],
    // An SMS that does not name the sending bank.
    ['6789', null, 0],
    ['xxx-x-x4567-xx', bank, 50],
    ['xxx-x-3456-xx', bank, 50],
    ['XXX-X-45678-X', bank, 0],
    ['123-4-56789-0', bank, 50],
    ['120-3-45678-9', bank, 0],
    // Three digits are too few to accuse.
    ['xxxxxxx789', bank, 50],
    ['', bank, 50],
  ] as const) {
    const sql = `update payments set sender_account = $2, sending_bank = $3, notice_id = 'SMS' || id,
      reference = case when $3::text is null then null else 'REF' || id end where member_id = $1`;
    await database.db.query(sql, [friend.id, shown, sendingBank]);
    expect([shown, sendingBank, await inviteOf(product, await staying(product, inviter))]).toEqual([
      ...[shown, sendingBank, expect.objectContaining({ amount: earned })],
    ]);
  }
});

test('friends of the same currency earn in it; one of another cannot be counted', async () => {
  const inviter = await staying(laos, await newMember(laos, newLaoRegistration()));
  const inKip = await newFriend(laos, inviter, newLaoRegistration({ inviteCode: `PR${inviter.id}` }));
  const inBaht = await newFriend(
    laos,
    inviter,
    newLaoRegistration({ inviteCode: `PR${inviter.id}`, currency: 'BAHT' }),
  );
  await payIn(laos, sandbox, inBaht, 1000);
  await gamble(laos, sandbox, inBaht, -1000);
  await nextDay(sandbox, database.db);
  await expectEarned(inviter, 0, laos);
  await payIn(laos, sandbox, inKip, 600_000, { by: 'BCEL' });
  await gamble(laos, sandbox, inKip, -600_000);
  await nextDay(sandbox, database.db);
  await expectEarned(inviter, 30_000, laos);
  expect(await receiveInviteBonus(laos, inviter)).toMatchObject({ status: 200 });
});

test('in the end the books are right', async () => {
  expect(await problems(database.db)).toEqual([]);
});
