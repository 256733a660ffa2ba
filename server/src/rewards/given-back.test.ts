import { afterEach, expect, test } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { openCampaign } from '../../test/campaigns.ts';
import { gamble, inviteOf, newFriend, payIn, receiveInviteBonus, staying } from '../../test/friends.ts';
import {
  mainWalletOf,
  newLaoRegistration,
  newMember,
  PATIENT,
  type Player,
  type Product,
  startPayingWorld,
  startProduct,
  statementOf,
  walletOf,
} from '../../test/harness.ts';
import { nextDay, refusal } from '../../test/rewards.ts';
import { CannotDo } from '../staff/act.ts';

const { product, sandbox, database } = await startPayingWorld({ DEPOSIT_TRIES_AN_HOUR: '10000' });
const { db } = database;
const laos = await startProduct(database, { ...PATIENT, EDITION: 'la', SANDBOX_URL: sandbox.url, ROLE: 'api' });
const operator = operatorOf(db);
const dayEnds = () => nextDay(sandbox, db);
await dayEnds();

const edit = (kind: 'refund' | 'invite', ...words: string[]) => operator('campaign edit', kind, '-', 'BAHT', ...words);

afterEach(async () => {
  await edit('refund', 'rate=5');
  await edit('invite', 'rate=10');
});

const newInviter = async () => staying(product, await newMember(product));

async function friendWith(inviter: Player, amount: number) {
  const friend = await newFriend(product, inviter);
  await payIn(product, sandbox, friend, amount);
  return friend;
}

/** What the friend has of refunds, all that can be had received. */
async function takeRefund(friend: Player, at: Product = product): Promise<number> {
  const get = (what: string) => at.call(`GET /api/refund/${what}`, { token: friend.token });
  await get('receive');
  const { pot } = (await get('check')).body as { pot: number };
  return pot;
}

/** What the inviter has received for friends, all that can be had received. */
async function takeInvite(inviter: Player, at: Product = product): Promise<number> {
  await receiveInviteBonus(at, inviter);
  return (await mainWalletOf(at, inviter)).amount;
}

test('a ring whose bets sum to nothing is paid ten percent of what its losers lost, and not fifteen', async () => {
  const inviter = await newInviter();
  const losers = [];
  for (let count = 0; count < 4; count += 1) losers.push(await friendWith(inviter, 1000));
  const winner = await staying(product, await newMember(product));
  await payIn(product, sandbox, winner, 4000);
  for (const loser of losers) await gamble(product, sandbox, loser, -1000);
  await gamble(product, sandbox, winner, 4000);
  await dayEnds();
  let paid = await takeInvite(inviter);
  for (const loser of losers) {
    await takeRefund(loser);
    await product.call('GET /api/refund/addWallet', { token: loser.token });
    paid += (await mainWalletOf(product, loser)).amount;
  }
  expect(paid).toBe(400);
  expect((await walletOf(product, winner)).amounts).toMatchObject({ pg: 8000 });
  expect(await statementOf(product, inviter)).toMatchObject([{ amount: 200, invite: { description: '5%' } }]);
});

test.each<[string, string[], { refund: number; invite: number }]>([
  ['the refund takes less', ['rate=2'], { refund: 20, invite: 80 }],
  ['the refund takes all of it', ['rate=10'], { refund: 100, invite: 0 }],
  ['the refund would take more', ['rate=30'], { refund: 100, invite: 0 }],
])('a loss gives back ten percent where %s', async (_, terms, expected) => {
  const inviter = await newInviter();
  const friend = await friendWith(inviter, 1000);
  await edit('refund', ...terms);
  await gamble(product, sandbox, friend, -1000);
  await dayEnds();
  expect({ refund: await takeRefund(friend), invite: await takeInvite(inviter) }).toEqual(expected);
});

test('a refund that is raised later gives nothing more for what was lost before, whoever receives first', async () => {
  const [early, late] = [await newInviter(), await newInviter()];
  const [first, second] = [await friendWith(early, 1000), await friendWith(late, 1000)];
  for (const friend of [first, second]) await gamble(product, sandbox, friend, -1000);
  await dayEnds();
  expect(await takeInvite(early)).toBe(50);
  await edit('refund', 'rate=10');
  await dayEnds();
  expect([await takeRefund(first), await takeRefund(second)]).toEqual([50, 50]);
  expect(await takeInvite(late)).toBe(50);
});

test('what was lost while refunds were closed earns the inviter all, and the refund that opens later nothing', async () => {
  const inviter = await newInviter();
  const friend = await friendWith(inviter, 2000);
  await operator('campaign close', 'refund', '-');
  await gamble(product, sandbox, friend, -1000);
  await dayEnds();
  await openCampaign(operator, 'refund', '-');
  await gamble(product, sandbox, friend, -500);
  await dayEnds();
  expect(await takeRefund(friend)).toBe(25);
  await walletOf(product, friend);
  expect(await takeInvite(inviter)).toBe(125);
});

test('a week’s most cuts a refund of days with different rates, and never gives more than each day’s own', async () => {
  const loser = await staying(product, await newMember(product));
  await payIn(product, sandbox, loser, 100_000);
  await gamble(product, sandbox, loser, -60_000);
  await dayEnds();
  await edit('refund', 'rate=10');
  await walletOf(product, loser);
  await gamble(product, sandbox, loser, -40_000);
  await dayEnds();
  // 3,000 of the first day; of the 4,000 of the second the week leaves 2,000.
  expect(await takeRefund(loser)).toBe(5_000);
  const { rows } = await db.query('select low from refunds where member_id = $1', [loser.id]);
  expect(rows).toEqual([{ low: -80_000_00n }]);
  await edit('refund', 'rate=1');
  for (let day = 0; day < 8; day += 1) await dayEnds();
  expect(await takeRefund(loser)).toBe(7_000);
});

test('two operators loosen what a loss gives back, in one currency, for the days that end from then on', async () => {
  expect(await operator('limits show')).toMatch(/^givenBack {2}10 % in BAHT$/m);
  const [inviter, lao] = [await newInviter(), await staying(laos, await newMember(laos))];
  const friend = await friendWith(inviter, 2000);
  const laoFriend = await newFriend(laos, lao, newLaoRegistration({ inviteCode: `PR${lao.id}` }));
  await payIn(laos, sandbox, laoFriend, 600_000, { by: 'BCEL' });
  await gamble(product, sandbox, friend, -1000);
  await dayEnds();
  expect(await operator('limits loosen', 'givenBack', 'BAHT', '15')).toBe('givenBack is 15 % in BAHT.');
  try {
    await walletOf(product, friend);
    await gamble(product, sandbox, friend, -500);
    await gamble(laos, sandbox, laoFriend, -500_000);
    await dayEnds();
    await product.call('POST /api/invite', { token: inviter.token, body: { page: 1, limit: 10 } });
    expect(await inviteOf(product, inviter)).toMatchObject({ amount: 100 });
    expect([await takeRefund(friend), await takeInvite(inviter)]).toEqual([75, 100]);
    expect([await takeRefund(laoFriend, laos), await takeInvite(lao, laos)]).toEqual([25_000, 25_000]);
  } finally {
    await operator('limits tighten', 'givenBack', 'BAHT', '10');
  }
  for (const wrong of ['0', '10.5', '101', 'much'])
    await expect(operator('limits loosen', 'givenBack', 'BAHT', wrong)).rejects.toThrow(CannotDo);
});

test('an invite bonus whose friends earned nothing beside the refund is refused', async () => {
  const inviter = await newInviter();
  const friend = await friendWith(inviter, 1000);
  await edit('refund', 'rate=10');
  await gamble(product, sandbox, friend, -1000);
  await dayEnds();
  expect(await receiveInviteBonus(product, inviter)).toEqual(refusal(422, 'NO_INVITE_BONUS'));
});
