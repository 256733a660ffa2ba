import { expect, test, vi } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { inThree, openCampaign, wordsInThree } from '../../../test/campaigns.ts';
import {
  BY_ITSELF,
  cloneDatabase,
  contents,
  mainWalletOf,
  newMember,
  startPayingWorld,
  startProduct,
  waitingForLocks,
} from '../../../test/harness.ts';
import { claim, coinsOf, couponsOf, drawnAtHome, giveCoins, setupOf, sha256, spin, win } from '../../../test/wheel.ts';
import { problems } from '../../ledger/ledger.ts';
import { inTransaction } from '../../platform/database.ts';
import { CannotDo } from '../../staff/act.ts';
import { wheelActs } from './wheels.acts.ts';

const { product, database } = await startPayingWorld();
const { db } = database;
const operator = operatorOf(db);

const slice = (code: string, type: string, weight: number, amount: number, more: object = {}) => ({
  code,
  type,
  weight,
  amount,
  label: inThree(code),
  name: inThree(`A ${code}`),
  description: inThree('<b>Yours</b>'),
  bgColor: '#1b2233',
  textColor: '#F4F1EA',
  ...more,
});
const SLICES = [
  slice('CREDIT10', 'credit', 300, 10),
  slice('BONUS50', 'bonus', 100, 50, { success: 250, fail: 4 }),
  slice('COIN1', 'coin', 200, 1),
  slice('NOTHING1', 'nothing', 400, 0),
];
const words = (slices: object[] = SLICES) => [
  'couponDays=7',
  ...wordsInThree('name', 'Wheel'),
  `slices=${JSON.stringify(slices)}`,
];
/** Workers write other tables meanwhile. */
const written = async () => {
  const { wheels, wheel_slices, audit_log } = await contents(db);
  return { wheels, wheel_slices, audit_log };
};
const make = async (slices?: object[]) =>
  /^Wheel (\d+)/.exec(await operator('wheel make', 'BAHT', ...words(slices)))?.[1] ?? '';
const spinner = async (coins: number) => {
  const member = await newMember(product);
  await giveCoins(db, member, coins);
  return member;
};
/** All of the demo's slices, so that no coupon is dropped. */
const WHOLE = [
  ...SLICES,
  ...['CREDIT20', 'BONUS300'].map((code) => slice(code, 'credit', 1, 5)),
  slice('COIN3', 'coin', 1, 3),
];
const weighing = (weight: number) => WHOLE.map((each) => (each.code === 'NOTHING1' ? { ...each, weight } : each));
type Past = Record<'code' | 'serverSeed' | 'serverSeedHash' | 'clientSeed', string> & { weights: [string, number][] };

test('a wheel is made from nothing: a draft is spun by nobody, and turns once it is put up and its programme open', async () => {
  const empty = await cloneDatabase();
  const shop = await startProduct(empty, { ROLE: 'api' });
  const owner = operatorOf(empty.db);
  const member = await newMember(shop);
  await giveCoins(empty.db, member, 1);
  await owner('campaign make', 'luckydraw', '-', 'BAHT', 'budget=1000');
  await openCampaign(owner, 'luckydraw', '-');
  const made = await owner('wheel make', 'BAHT', ...words());
  expect(made).toMatch(/^Wheel \d+ in BAHT is written down; /);
  const id = /\d+/.exec(made)?.[0] ?? '';
  expect(await setupOf(shop, member)).toEqual({ activeSpinwheel: null, userCoin: 1, coinPrice: 500 });
  expect(await spin(shop, member)).toEqual({ success: false, error: 'NO_DATA' });

  expect(await owner('wheel put-up', id)).toBe(`Members spin wheel ${id} in BAHT.`);
  expect((await setupOf(shop, member)).activeSpinwheel).toMatchObject({
    name: 'Wheel ไทย',
    slices: [
      {
        ...{ code: 'CREDIT10', weight: 300, label: 'CREDIT10 ไทย', htmlDescription: '<b>Yours</b> ไทย' },
        ...{ bgColor: '#1b2233', textColor: '#F4F1EA' },
      },
      { code: 'BONUS50', weight: 100 },
      { code: 'COIN1', weight: 200 },
      { code: 'NOTHING1', weight: 400 },
    ],
  });
  expect(await spin(shop, member)).toMatchObject({ success: true });
});

test('prizes are worth what the wheel says, for as long as it says', async () => {
  await operator('wheel put-up', await make(WHOLE));
  const member = await spinner(0);
  const coupon = await win(db, member, 'CREDIT10');
  const { rows } = await db.query<{ days: number }>(
    'select round(extract(epoch from expires_at - created_at) / 86400)::integer as days from spins where member_id = $1',
    [member.id],
  );
  expect(rows).toEqual([{ days: 7 }]);
  expect(await claim(product, member, coupon)).toMatchObject({ status: 200, body: { amount: 10 } });
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 10 });
  const bound = await spinner(0);
  const bonus = await claim(product, bound, await win(db, bound, 'BONUS50'));
  expect(bonus).toMatchObject({ status: 200, body: { amount: 50, success: 250, fail: 4 } });
});

test('a spin of an old wheel is drawn again at home by the old weights, whatever was put up since', async () => {
  const member = await spinner(3);
  await setupOf(product, member);
  for (let at = 0; at < 3; at++) expect(await spin(product, member)).toMatchObject({ success: true });
  const history = async () => {
    const body = { page: 1, limit: 10 };
    const answer = await product.call('POST /api/spinwheel/history', { token: member.token, body });
    return (answer.body as { spins: Past[] }).spins;
  };
  const before = await history();
  await operator('wheel put-up', await make(weighing(50_000)));
  expect(await history()).toEqual(before);
  for (const { code, serverSeed, serverSeedHash, clientSeed, weights } of before) {
    expect(sha256(serverSeed)).toBe(serverSeedHash);
    expect(drawnAtHome(serverSeed, clientSeed, weights)).toBe(code);
  }
  await expect(db.query('update wheel_slices set weight = 1')).rejects.toThrow('APPEND_ONLY');
  await expect(db.query(`delete from wheel_slices where code = 'COIN3'`)).rejects.toThrow('APPEND_ONLY');
});

test('a spin that is under way while another wheel is put up costs nothing, and wins nothing of the old one', async () => {
  const member = await spinner(1);
  await setupOf(product, member);
  const wheel = Number(await make(weighing(777)));
  let spinning: Promise<unknown> = Promise.resolve();
  await inTransaction(db, async (tx) => {
    await wheelActs.putUpWheel.run(tx, { name: 'a tester', roles: [] }, { wheel });
    spinning = spin(product, member);
    await vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(1), BY_ITSELF);
  });
  expect(await spinning).toEqual({ success: false, error: 'WHEEL_CHANGED' });
  expect(await coinsOf(product, member)).toBe(1);
  const slices = (await setupOf(product, member)).activeSpinwheel?.slices;
  expect(slices).toContainEqual(expect.objectContaining({ code: 'NOTHING1', weight: 777 }));
  expect(await spin(product, member)).toMatchObject({ success: true });
});

test('a wheel without the slice of a coupon that can be claimed is put up only if the operator says so', async () => {
  const member = await spinner(0);
  const wheel = await make(SLICES);
  const lost = async () => {
    const error: unknown = await operator('wheel put-up', wheel).catch((thrown: unknown) => thrown);
    return Number(/^(\d+) coupons of members could not be claimed/.exec((error as Error).message)?.[1]);
  };
  await win(db, member, 'COIN3');
  const before = await written();
  const first = await lost();
  expect(await written()).toEqual(before);
  // Only coupons that can still be claimed count, and those of slices that the new wheel lacks.
  const [expired, claimed] = [await win(db, member, 'COIN3'), await win(db, member, 'COIN3')];
  await db.query('update spins set expires_at = app_now() where id = $1', [expired]);
  expect(await claim(product, member, claimed)).toMatchObject({ status: 200 });
  await win(db, await spinner(0), 'COIN3', 'LAK');
  const kept = await win(db, member, 'COIN1');
  expect(await lost()).toBe(first);
  await win(db, await spinner(0), 'COIN3');
  expect(await lost()).toBe(first + 1);
  expect(await claim(product, member, kept)).toMatchObject({ status: 200 });
  expect(await couponsOf(product, member)).toHaveLength(1);
  await operator('wheel put-up', wheel, 'droppingCoupons=yes');
  expect(await couponsOf(product, member)).toEqual([]);
  await operator('wheel put-up', await make(WHOLE));
  expect(await couponsOf(product, member)).toHaveLength(1);
});

test('an operator is shown the wheels that are up and the drafts, with their chances and what a spin costs', async () => {
  const draft = await make();
  const shown = await operator('wheel show');
  const { rows } = await db.query<{ id: string }>(
    'select id::text from wheels where replaced_at is null order by wheels.id desc',
  );
  expect([...shown.matchAll(/^(\d+) {2}(?:BAHT|LAK)/gm)].map(([, id]) => id)).toEqual(rows.map(({ id }) => id));
  expect(shown).toMatch(/^\d+ {2}LAK {2}Lucky wheel {2}up since /m);
  expect(shown).toContain(`${draft}  BAHT  Wheel English  a draft  coupons last 7 days`);
  // 300 of 1,000 spins give 10, and 100 give 50.
  expect(await operator('wheel show', draft)).toMatch(
    /a spin costs 8\.00, at most 50\.00 BAHT\n {3}30\.00 % {2}CREDIT10 {2}credit 10\.00\n/,
  );
});

test.each<[object[], string | RegExp]>([
  [[SLICES[0] ?? {}], /^Give slices as JSON/],
  [[...SLICES, { ...SLICES[0] }], 'Each slice needs a code of its own.'],
  [[...SLICES, slice('X1', 'credit', 0, 10)], /^Give slices as JSON/],
  [[...SLICES, slice('x1', 'credit', 1, 10)], /^Give slices as JSON/],
  [[...SLICES, slice('X1', 'money', 1, 10)], /^Give slices as JSON/],
  [[...SLICES, slice('X1', 'credit', 1, 0)], /^Slice X1 needs an amount/],
  [[...SLICES, slice('X1', 'credit', 1, -10)], /^Slice X1 needs an amount/],
  [[...SLICES, slice('X1', 'nothing', 1, 10)], /^Slice X1 needs an amount/],
  [[...SLICES, slice('X1', 'coin', 1, 1.5)], /^Slice X1 needs an amount/],
  [[...SLICES, slice('X1', 'coin', 1, 101)], /^Slice X1 needs an amount/],
  [[...SLICES, slice('X1', 'coin', 1, 0)], /^Slice X1 needs an amount/],
  [[...SLICES, slice('X1', 'bonus', 1, 10, { success: 300 })], /^Slice X1 is a bonus and needs success and fail/],
  [[...SLICES, slice('X1', 'bonus', 1, 10, { fail: 5 })], /^Slice X1 is a bonus and needs success and fail/],
  [[...SLICES, slice('X1', 'bonus', 1, 10, { success: 99, fail: 5 })], /^Give slices as JSON/],
  [[...SLICES, slice('X1', 'bonus', 1, 10, { success: 300, fail: 100 })], /^Give slices as JSON/],
  [[...SLICES, slice('X1', 'credit', 1, 10, { fail: 5 })], 'Slice X1 is no bonus: it is free at once.'],
  [[...SLICES, slice('X1', 'credit', 1, 10, { success: 300 })], 'Slice X1 is no bonus: it is free at once.'],
  [[...SLICES, slice('X1', 'bonus', 1, 10)], /^Slice X1 is a bonus and needs success and fail/],
  [[...SLICES, slice('X1', 'credit', 1, 10, { success: 300, fail: 5 })], 'Slice X1 is no bonus: it is free at once.'],
  [[...SLICES, slice('X1', 'credit', 1, 10, { bgColor: 'red;background:url(//x)' })], /^Give slices as JSON/],
  [[...SLICES, slice('X1', 'credit', 1, 10, { name: { th: 'ก', en: 'a' } })], 'Slice X1, its name, lacks its la text.'],
  [
    [...SLICES, slice('X1', 'credit', 1, 10, { label: inThree('<b>x</b>') })],
    /^Slice X1, its label, \(th\): it is shown as plain text/,
  ],
  [
    [...SLICES, slice('X1', 'credit', 1, 10, { description: inThree('<script>') })],
    /^Slice X1, its description, \(th\): the web does not show/,
  ],
])('a wheel of nonsense is refused with a sentence: %#', async (slices, sentence) => {
  const before = await written();
  const error: unknown = await operator('wheel make', 'BAHT', ...words(slices)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CannotDo);
  const { message } = error as CannotDo;
  if (typeof sentence === 'string') expect(message).toBe(sentence);
  else expect(message).toMatch(sentence);
  expect(await written()).toEqual(before);
});

test('a wheel is put up once, and one that does not exist never', async () => {
  const wheel = await make([...WHOLE, slice('COIN100', 'coin', 1, 100)]);
  await operator('wheel put-up', wheel);
  const { rows } = await db.query('select made_by, put_up_by from wheels where id = $1', [wheel]);
  expect(rows).toEqual([{ made_by: 'a tester', put_up_by: 'a tester' }]);
  await expect(operator('wheel put-up', wheel)).rejects.toThrow(`Wheel ${wheel} was put up already`);
  await expect(operator('wheel put-up', '999999')).rejects.toThrow('There is no wheel 999999');
});

test('in the end the books are right', async () => {
  expect(await problems(db)).toEqual([]);
});
