import { afterAll, expect, test, vi } from 'vitest';
import {
  BY_ITSELF,
  newLaoRegistration,
  newMember,
  newPlayer,
  PATIENT,
  type Player,
  startPayingWorld,
  startProduct,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import {
  clearBonus,
  conditionOf,
  deposit,
  NO_CONDITION,
  play,
  receiveBonus,
  receivePromotion,
  refusal,
  rewardBooks,
} from '../../../test/rewards.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const laos = await startProduct(database, { ...PATIENT, EDITION: 'la', SANDBOX_URL: sandbox.url, ROLE: 'api' });
await db.query(
  `insert into campaigns (kind, code, currency, is_open, credit, success_percent, fail_percent, budget, description)
    values ('promotion', 'SECOND', 'BAHT', true, 10000, 200, 10, null, '{"en": "Only in English"}'),
      ('promotion', 'OVER', 'BAHT', false, 10000, 200, 10, null, '{}'),
      ('promotion', 'SCARCE', 'BAHT', true, 10000, 200, 10, 29999, '{}')`,
);

const WELCOME50 = { code: 'WELCOME50', credit: 50, percentSuccess: 300, percentFail: 5 };
const RECEIVED = refusal(409, 'PROMOTION_RECEIVED');
const ask = async (path: string, { token }: Player, headers: Record<string, string> = {}, at = product) => {
  const { status, body } = await at.call(`GET /api/promotion/${path}`, { token, headers });
  return { status, body };
};
const activate = (member: Player, code: string) => ask(`activate/${code}`, member);

afterAll(async () => {
  const { inLedger, told } = await rewardBooks(db);
  expect(inLedger).toEqual(told);
  expect(await problems(db)).toEqual([]);
});

test.concurrent('a code is found however it is written; an unknown or ended one is no failure but nothing', async ({
  expect,
}) => {
  const member = await newMember(product);
  for (const code of ['WELCOME50', 'welcome50', '%20Welcome50%20'])
    expect(await ask(`find/${code}`, member)).toMatchObject({ status: 200, body: WELCOME50 });
  for (const code of ['NOBODY', 'OVER', 'NEW100', '%20'])
    expect({ code, ...(await ask(`find/${code}`, member)) }).toEqual({ code, status: 200, body: {} });
  expect((await product.call('GET /api/promotion/find/WELCOME50')).status).toBe(401);
});

test.concurrent.for([
  ['?locale=en', '', /^Free money/],
  ['?locale=th', 'en', /^เงินฟรี/],
  ['?locale=la', '', /^ເງິນຟຣີ/],
  ['', 'lo-LA,lo;q=0.9', /^ເງິນຟຣີ/],
  ['', '', /^เงินฟรี/],
] as const)(
  'a promotion’s texts are in the language that was asked for: %s %s',
  async ([query, language, words], { expect }) => {
    const member = await newMember(product);
    const headers = { 'accept-language': language };
    const body = { ...WELCOME50, description: expect.stringMatching(words) };
    expect(await ask(`find/WELCOME50${query}`, member, headers)).toEqual({ status: 200, body });
    expect(await ask(`activate/WELCOME50${query}`, member, headers)).toEqual({ status: 200, body });
    expect(await ask(`current${query}`, member, headers)).toEqual({ status: 200, body });
  },
);

test.concurrent('a text that is missing in a language is shown in another', async ({ expect }) => {
  const member = await newMember(product);
  const { body } = await ask('find/second?locale=la', member);
  expect(body).toMatchObject({ description: 'Only in English' });
});

test.concurrent('a promotion is current while its condition runs, and no other reward is', async ({ expect }) => {
  const member = await newPlayer(product);
  expect(await ask('current', member)).toEqual({ status: 200, body: {} });
  await deposit(product, sandbox, member, 100);
  await receiveBonus(product, member, 'NEW100');
  expect(await ask('current', member)).toEqual({ status: 200, body: {} });
  await clearBonus(product, member);
  await activate(member, 'second');
  expect(await ask('current', member)).toMatchObject({ status: 200, body: { code: 'SECOND', credit: 100 } });
  await clearBonus(product, member);
  expect(await ask('current', member)).toEqual({ status: 200, body: {} });
});

test.concurrent('a promotion credits its amount to any member who names it, with no deposit, and starts its condition', async ({
  expect,
}) => {
  const member = await newMember(product);
  expect(await activate(member, '%20welcome50')).toMatchObject({ status: 200, body: WELCOME50 });
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 50, inTransit: 0 });
  const terms = {
    type: 'promotion',
    code: 'WELCOME50',
    credit: 50,
    success: 300,
    fail: 5,
    isClearing: false,
    isEnding: false,
  };
  expect(await conditionOf(product, member)).toEqual({ status: true, ...terms, start: 50, total: 50 });
});

test.concurrent('unknown and ended ones are not there', async ({ expect }) => {
  const member = await newMember(product);
  for (const code of ['NOBODY', 'OVER', 'NEW100'])
    expect({ code, ...(await activate(member, code)) }).toEqual({ code, ...refusal(404, 'NO_PROMOTION') });
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
});

test.concurrent('a promotion is received once: not again while it runs, nor after it was cancelled, lost or met', async ({
  expect,
}) => {
  const [cancelled, lost, met] = [
    await newPlayer(product, { pg: 100 }),
    await newPlayer(product, { pg: 100 }),
    await newPlayer(product, { pg: 100 }),
  ];
  for (const member of [cancelled, lost, met]) {
    expect((await receivePromotion(product, member)).status).toBe(200);
    expect(await activate(member, 'welcome50')).toEqual(RECEIVED);
    await transfer(product, member, { from: 'wallet', to: 'pg', amount: 50 });
  }
  await clearBonus(product, cancelled);
  await play(sandbox, 'pg', lost, -150);
  await play(sandbox, 'pg', met, 300);
  for (const [member, left] of [
    [cancelled, { wallet: 100, pg: 0 }],
    [lost, { wallet: 0, pg: 0 }],
    [met, { wallet: 0, pg: 450 }],
  ] as const) {
    expect(await activate(member, 'WELCOME50')).toEqual(RECEIVED);
    expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
    expect((await walletOf(product, member)).amounts).toEqual({ ...left, inTransit: 0 });
    // Another promotion can be received.
    expect((await activate(member, 'SECOND')).status).toBe(200);
  }
});

test.concurrent('thirty at once of two promotions are one credit', async ({ expect }) => {
  const member = await newMember(product);
  const codes = Array.from({ length: 30 }, (_, i) => (i % 2 ? 'WELCOME50' : 'SECOND'));
  // Where another request takes long, one that waits for it is asked to come again.
  const insist = (code: string) =>
    vi.waitFor(async () => {
      const answer = await activate(member, code);
      expect(answer.status).not.toBe(503);
      return answer;
    }, BY_ITSELF);
  const answers = await Promise.all(codes.map(insist));
  const given = answers.filter(({ status }) => status === 200);
  expect(given).toHaveLength(1);
  const [{ code, credit }] = given.map(({ body }) => body) as [{ code: string; credit: number }];
  answers.forEach((answer, i) => {
    if (answer.status === 200) return;
    expect(answer).toEqual(codes[i] === code ? RECEIVED : refusal(422, 'BONUS_ALREADY_ACTIVE'));
  });
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: credit, inTransit: 0 });
  expect(await conditionOf(product, member)).toMatchObject({ code, start: credit });
});

test.concurrent('a budget for two is never overdrawn by twelve at once', async ({ expect }) => {
  const members = await Promise.all(Array.from({ length: 12 }, () => newMember(product)));
  const answers = await Promise.all(members.map((member) => activate(member, 'SCARCE')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(answer).toEqual(refusal(422, 'BONUS_FULL'));
  const { rows } = await db.query(`select spent::text from campaigns where code = 'SCARCE'`);
  expect(rows).toEqual([{ spent: '20000' }]);
});

test.concurrent('a member in kip receives kip, and finds only what there is in kip', async ({ expect }) => {
  const member = await newMember(laos, newLaoRegistration());
  expect(await ask('find/SECOND', member, {}, laos)).toEqual({ status: 200, body: {} });
  const body = { ...WELCOME50, credit: 30_000, description: expect.stringMatching(/^ເງິນຟຣີ/) };
  expect(await ask('activate/WELCOME50', member, {}, laos)).toEqual({ status: 200, body });
  expect(await conditionOf(laos, member)).toMatchObject({ credit: 30_000, start: 30_000 });
});

test('a member who guesses codes has twenty tries an hour, also side by side; a code that is right takes none', async () => {
  const guesser = await newMember(product);
  const find = async (code: string) =>
    (await product.call(`GET /api/promotion/find/${code}`, { token: guesser.token })).status;
  for (let times = 0; times < 25; times += 1) expect(await find('WELCOME50')).toBe(200);
  const guesses = await Promise.all(Array.from({ length: 25 }, (_, at) => find(`GUESS${at}`)));
  expect(guesses.filter((status) => status === 200)).toHaveLength(20);
  expect(guesses.filter((status) => status === 429)).toHaveLength(5);
  expect(await find('WELCOME50')).toBe(429);
  const activate = await product.call('GET /api/promotion/activate/WELCOME50', { token: guesser.token });
  expect(activate).toMatchObject(refusal(429, 'REQUEST_LIMIT'));
  const other = await newMember(product);
  expect((await product.call('GET /api/promotion/find/GUESS', { token: other.token })).status).toBe(200);
  await sandbox.moveClock(59 * 60);
  expect(await find('WELCOME50')).toBe(429);
  await sandbox.moveClock(60);
  expect(await find('WELCOME50')).toBe(200);
});
