import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newMember, type Player, startPatientNode, startPayingWorld } from '../../../test/harness.ts';
import { drawnAtHome, giveCoins, putUpOther, setupOf, sha256, spin } from '../../../test/wheel.ts';
import { putUpSandboxWheel } from '../../demo/wheel.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const otherNode = await startPatientNode(database, sandbox);

const NO_COIN = { success: false, error: 'NO_COIN' };
const promiseTo = async (member: Player, at = product) =>
  (await setupOf(at, member)).activeSpinwheel?.serverSeedHash ?? 'none';

async function newSpinner(coins: number) {
  const member = await newMember(product);
  await giveCoins(db, member, coins);
  return member;
}

type Past = {
  _id: string;
  code: string;
  name: string;
  serverSeed: string;
  serverSeedHash: string;
  clientSeed: string;
  weights: [string, number][];
  createdAt: string;
};
const historyOf = async ({ token }: Player, body: object = { page: 1, limit: 100 }) =>
  (await product.call('POST /api/spinwheel/history', { token, body })).body as { total: number; spins: Past[] };

test('the wheel shows every slice with its weight, in the language that is asked for', async () => {
  const { token } = await newSpinner(3);
  for (const [locale, name] of [
    ['th', 'กงล้อนำโชค'],
    ['la', 'ວົງລໍ້ນຳໂຊກ'],
    ['en', 'Lucky wheel'],
  ]) {
    const { body } = await product.call(`GET /api/spinwheel/setup?locale=${locale}`, { token });
    expect(body).toMatchObject({ userCoin: 3, activeSpinwheel: { name } });
  }
  const slices = (await setupOf(product, { id: '', token })).activeSpinwheel?.slices ?? [];
  expect(slices).toHaveLength(8);
  expect(slices.reduce((sum, { weight }) => sum + weight, 0)).toBe(1000);
  expect((await product.call('GET /api/spinwheel/active', { token })).body).toEqual({ active: true });
});

test('what is shown before a spin proves that it was fair, spin after spin', async () => {
  const member = await newSpinner(5);
  const seeds = new Set<string>();
  for (const clientSeed of ['a', 'my own seed', 'เมล็ด', 'a', undefined]) {
    const { activeSpinwheel: wheel } = await setupOf(product, member);
    const weights = wheel?.slices.map(({ code, weight }): [string, number] => [code, weight]) ?? [];
    expect(wheel?.weightsHash).toBe(sha256(JSON.stringify(weights)));

    const { success, result } = await spin(product, member, { ...(clientSeed && { clientSeed }) });
    expect(success).toBe(true);
    if (clientSeed) expect(result?.clientSeed).toBe(clientSeed);
    expect(sha256(result?.serverSeed ?? '')).toBe(wheel?.serverSeedHash);
    expect(drawnAtHome(result?.serverSeed ?? '', result?.clientSeed ?? '', weights)).toBe(result?.code);
    expect(await promiseTo(member)).toBe(result?.nextServerSeedHash);
    seeds.add(result?.serverSeed ?? '');
  }
  expect(seeds.size).toBe(5);
});

test('a promise is one member’s alone, and stays however often and wherever it is looked at', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => newSpinner(0)));
  const promises = await Promise.all(members.map((member) => promiseTo(member)));
  expect(new Set(promises).size).toBe(5);
  for (const at of [product, otherNode, product])
    expect(await Promise.all(members.map((member) => promiseTo(member, at)))).toEqual(promises);
});

test('many who look for the first time at the same moment see the same promise', async () => {
  const member = await newSpinner(1);
  const promises = await Promise.all(
    Array.from({ length: 20 }, (_, at) => promiseTo(member, at % 2 ? product : otherNode)),
  );
  expect(new Set(promises).size).toBe(1);
  expect(sha256((await spin(product, member)).result?.serverSeed ?? '')).toBe(promises[0]);
});

test('a spin that is refused reveals nothing, and its promise stays', async () => {
  const member = await newSpinner(0);
  const promise = await promiseTo(member);
  for (const key of [undefined, randomUUID()])
    expect(await spin(product, member, { ...(key && { key }) })).toEqual(NO_COIN);
  expect(await promiseTo(member)).toBe(promise);
  await giveCoins(db, member, 1);
  const { result } = await spin(product, member);
  expect(sha256(result?.serverSeed ?? '')).toBe(promise);
});

test('a spin that would keep another promise than the member saw is refused', async () => {
  const member = await newSpinner(3);
  const seen = await promiseTo(member);
  const spinOn = (serverSeedHash: string) =>
    product.call('POST /api/spinwheel/spin', { token: member.token, body: { clientSeed: 'seed', serverSeedHash } });
  expect(await spinOn(seen)).toMatchObject({ status: 200, body: { success: true, result: { remainingCoin: 2 } } });
  const promise = await promiseTo(member);
  // The promise of a screen that was left open, and hashes that were never promised.
  for (const old of [seen, sha256('nothing'), ''])
    expect((await spinOn(old)).body).toEqual({ success: false, error: 'WHEEL_CHANGED' });
  expect(await promiseTo(member)).toBe(promise);
  expect(await spinOn(promise)).toMatchObject({ body: { success: true, result: { remainingCoin: 1 } } });
});

test('a wheel that could not pay its dearest prize does not turn; what it gives is spent as it is drawn', async () => {
  const member = await newSpinner(30);
  const promise = await promiseTo(member);
  const budget = async (sum: string) => {
    const sql = `update campaigns set budget = ${sum} where kind = 'luckydraw' and currency = 'BAHT' returning spent`;
    return (await db.query<{ spent: bigint }>(sql)).rows[0]?.spent ?? 0n;
  };
  const before = await budget('spent + 30000 - 1');
  try {
    expect(await spin(product, member)).toEqual({ success: false, error: 'BONUS_FULL' });
    expect(await setupOf(product, member)).toMatchObject({
      userCoin: 30,
      activeSpinwheel: { serverSeedHash: promise },
    });
    await budget('spent + 30000');
    expect(await spin(product, member)).toMatchObject({ success: true });
  } finally {
    await budget('100000000');
  }
  for (let left = 29; left > 0; left--) await spin(product, member);
  const { rows } = await db.query<{ worth: bigint }>(
    `select coalesce(sum(amount), 0)::bigint as worth from spins join wheel_slices using (wheel_id)
      where code = slice_code and prize_type <> 'coin' and member_id = $1`,
    [member.id],
  );
  expect((await budget('budget')) - before).toBe(rows[0]?.worth);
});

test('a wheel can be spun without having been looked at, and without a body', async () => {
  const member = await newSpinner(2);
  expect(await spin(product, member)).toMatchObject({ success: true, result: { remainingCoin: 1 } });
  const { body } = await product.call('POST /api/spinwheel/spin', { token: member.token });
  expect(body).toMatchObject({ success: true, result: { remainingCoin: 0 } });
});

test('a seed that is longer than it may be is refused, and costs nothing', async () => {
  const { token } = await newSpinner(1);
  for (const clientSeed of ['x'.repeat(65), 7, 'nul\0'])
    expect(await product.call('POST /api/spinwheel/spin', { token, body: { clientSeed } })).toMatchObject({
      status: 400,
    });
  expect(await setupOf(product, { id: '', token })).toMatchObject({ userCoin: 1 });
});

test('fifty spins at once, by two nodes, on one coin: one is spun', async () => {
  const member = await newSpinner(1);
  await setupOf(product, member);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => spin(at % 2 ? product : otherNode, member, { clientSeed: String(at) })),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  for (const answer of answers.filter(({ success }) => !success)) expect(answer).toEqual(NO_COIN);
  expect(await setupOf(product, member)).toMatchObject({ userCoin: 0 });
  expect(await historyOf(member)).toMatchObject({ total: 1 });
});

test('as many spins at once as there are coins all win, each by a seed of its own', async () => {
  const member = await newSpinner(20);
  const answers = await Promise.all(Array.from({ length: 20 }, () => spin(product, member)));
  expect(new Set(answers.map(({ result }) => result?.serverSeed)).size).toBe(20);
  expect(answers.map(({ result }) => result?.remainingCoin).toSorted((a = 0, b = 0) => a - b)).toEqual([
    ...Array(20).keys(),
  ]);
});

test('the same key fifty times is one spin and fifty equal answers, and later still the same', async () => {
  const member = await newSpinner(5);
  const key = randomUUID();
  const ask = () => spin(product, member, { key, clientSeed: 'seed' });
  const [first, ...others] = await Promise.all(Array.from({ length: 50 }, ask));
  expect(first).toMatchObject({ success: true, result: { _id: key, remainingCoin: 4 } });
  for (const answer of [...others, await ask()]) expect(answer).toEqual(first);
  expect(await setupOf(product, member)).toMatchObject({ userCoin: 4 });
  expect(await historyOf(member)).toMatchObject({ total: 1, spins: [{ _id: key }] });
  const other = { token: member.token, headers: { 'idempotency-key': key }, body: { clientSeed: 'another' } };
  expect(await product.call('POST /api/spinwheel/spin', other)).toMatchObject({ status: 409 });
  // Keys are forgotten after weeks; the spin is not.
  await db.query('delete from idempotency_keys where member_id = $1', [member.id]);
  expect(await ask()).toEqual({ success: false, error: 'IDEMPOTENCY_CONFLICT' });
  expect(await setupOf(product, member)).toMatchObject({ userCoin: 4 });
});

test('after the wheel was changed nothing is spun until the member has seen the new one', async () => {
  const member = await newSpinner(2);
  const before = await promiseTo(member);
  await putUpOther(db, ['CREDIT10', 'COIN1']);
  try {
    expect(await spin(product, member)).toEqual({ success: false, error: 'WHEEL_CHANGED' });
    const { activeSpinwheel: wheel, userCoin } = await setupOf(product, member);
    expect({ userCoin, codes: wheel?.slices.map(({ code }) => code) }).toEqual({
      userCoin: 2,
      codes: ['CREDIT10', 'COIN1'],
    });
    expect(wheel?.serverSeedHash).not.toBe(before);
    const { result } = await spin(product, member);
    expect(['CREDIT10', 'COIN1']).toContain(result?.code);
    expect(sha256(result?.serverSeed ?? '')).toBe(wheel?.serverSeedHash);
  } finally {
    await putUpSandboxWheel(db);
  }
  // A spin on the old wheel is proved by the old weights.
  const [past] = (await historyOf(member)).spins;
  expect(past?.weights).toEqual([
    ['CREDIT10', 220],
    ['COIN1', 180],
  ]);
  expect(await spin(product, member)).toEqual({ success: false, error: 'WHEEL_CHANGED' });
});

test.each([
  ['the programme is closed', `update campaigns set is_open = $1 where kind = 'luckydraw' and currency = 'BAHT'`],
  [
    'no wheel is up',
    `update wheels set replaced_at = case when $1 then null else app_now() end
    where id = (select max(id) from wheels where currency = 'BAHT')`,
  ],
])('while %s there is nothing to spin, and coins stay', async (_why, sql) => {
  const member = await newSpinner(1);
  const promise = await promiseTo(member);
  const active = async () => (await product.call('GET /api/spinwheel/active', { token: member.token })).body;
  await db.query(sql, [false]);
  try {
    expect(await setupOf(product, member)).toEqual({ activeSpinwheel: null, userCoin: 1, coinPrice: 500 });
    expect(await active()).toEqual({ active: false });
    expect(await spin(product, member)).toEqual({ success: false, error: 'NO_DATA' });
  } finally {
    await db.query(sql, [true]);
  }
  expect(await active()).toEqual({ active: true });
  expect(await promiseTo(member)).toBe(promise);
  expect(await spin(product, member)).toMatchObject({ success: true });
});

test('past spins are listed newest first, in pages, each with its proof, and only the member’s own', async () => {
  const member = await newSpinner(5);
  const spun: unknown[] = [];
  for (let at = 0; at < 5; at++) {
    const { _id, code, label, serverSeed, clientSeed } = (await spin(product, member)).result ?? {};
    spun.unshift({ _id, code, label, serverSeed, clientSeed });
  }
  const { total, spins } = await historyOf(member);
  expect({ total, spins }).toMatchObject({ total: 5, spins: spun });
  const { rows } = await db.query<{ created_at: Date; name: string }>(
    `select created_at, name ->> 'th' as name from spins join wheel_slices using (wheel_id)
      where member_id = $1 and code = slice_code order by created_at desc`,
    [member.id],
  );
  const shown = spins.map(({ createdAt, name }) => ({ createdAt, name }));
  expect(shown).toEqual(rows.map(({ created_at, name }) => ({ createdAt: created_at.toISOString(), name })));
  for (const { code, serverSeed, serverSeedHash, clientSeed, weights } of spins) {
    expect(sha256(serverSeed)).toBe(serverSeedHash);
    expect(drawnAtHome(serverSeed, clientSeed, weights)).toBe(code);
  }
  expect(await historyOf(member, { page: 2, limit: 2 })).toEqual({ total: 5, spins: spins.slice(2, 4) });
  expect(await historyOf(member, { page: 4, limit: 2 })).toEqual({ total: 5, spins: [] });
  expect(await historyOf(await newSpinner(0))).toEqual({ total: 0, spins: [] });
});

test('in the end the books are right', async () => {
  expect(await problems(db)).toEqual([]);
});
