import { GAME_PROVIDERS } from '@krapao/contract/providers.ts';
import { expect, test } from 'vitest';
import {
  BY_ITSELF,
  newMember,
  newPlayer,
  openGame,
  PATIENT,
  type Player,
  startProduct,
  startProductOnSandbox,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ...PATIENT, ROLE: 'api' });
const impatient = await startProduct(database, { SANDBOX_URL: sandbox.url });
/** One provider of each dialect. */
const CODES = ['pg', 'joker', 'imi', 'ufabet'];

/** The game results in the books: the amount that went to the member and from which account, in satang. */
async function resultsOf({ id }: Player) {
  const { rows } = await product.db.query<{ house: string; amount: bigint }>(
    `select account as house, -amount as amount from ledger_entries
      where owner = $1 and reason = 'game_result' and member_id is null order by posting_id`,
    [id],
  );
  return rows.map(({ house, amount }) => [house, Number(amount)]);
}

const WITH_IOS = ['pg', 'joker', 'slotxo', 'circus', 'usun'];
const WITH_ANDROID = [...WITH_IOS, 'joker2', 'areaslot', 'laolotto'];

test('every game is listed with its category, pictures and ways in, opened or not', async () => {
  const member = await newMember(product);
  await openGame(product, member, 'joker');
  const { body } = await product.call('GET /api/wallet', { token: member.token });
  const { slots } = body as { slots: Record<string, unknown>[] };
  expect(slots.map(({ code }) => code).sort()).toEqual([...GAME_PROVIDERS].sort());
  expect(new Set(slots.map(({ category }) => category))).toEqual(new Set(['slot', 'sport', 'lotto']));
  for (const { code, ...slot } of slots) {
    const site = `${sandbox.url}/games/${code}`;
    expect(slot).toEqual({
      category: expect.any(String),
      name: expect.stringMatching(/\S/),
      logo: `/art/games/${code}-logo.svg`,
      background: `/art/games/${code}-background.svg`,
      isActive: code === 'joker',
      amount: 0,
      ftWalletSlot: expect.any(Number),
      web: expect.stringMatching(new RegExp(`^${site}/(login)?$`)),
      android: WITH_ANDROID.includes(String(code)) ? `${site}/android` : null,
      ios: WITH_IOS.includes(String(code)) ? `${site}/ios` : null,
    });
  }
  const codesWith = (key: string, value: unknown) =>
    slots.filter((slot) => slot[key] === value).map(({ code }) => code);
  expect(codesWith('ftWalletSlot', 0.1)).toEqual(['pg', 'joker', 'joker2', 'askmebet']);
  expect(codesWith('ftWalletSlot', 1)).toHaveLength(GAME_PROVIDERS.length - 4);
  expect(codesWith('ios', null)).toHaveLength(GAME_PROVIDERS.length - 5);
  expect(codesWith('android', null)).toHaveLength(GAME_PROVIDERS.length - 8);
  const forms = slots.filter(({ web }) => String(web).endsWith('/login'));
  expect(forms.map(({ code }) => code)).toEqual(['joker', 'slotxo', 'ufabet']);
  const category = (wanted: string) => slots.filter((slot) => slot.category === wanted).map(({ code }) => code);
  expect(category('lotto')).toEqual(['huayhd', 'yeekee', 'laolotto']);
  expect(category('sport').sort()).toEqual(['askmebet', 'betflix', 'circus', 'imi', 'ufabet', 'usun']);
});

test.each(CODES)('%s: what was won or lost is booked against the game, to the satang, once', async (code) => {
  const member = await newPlayer(product, { [code]: 100 });
  await sandbox.round(code, member.gameUsername, { stake: 10, win: 33.33 });
  expect(await walletOf(product, member)).toEqual({ amounts: { wallet: 0, inTransit: 0, [code]: 123.33 }, stale: [] });
  await sandbox.round(code, member.gameUsername, { stake: 123.32, win: 0 });
  const refreshed = await walletOf(product, member);
  expect(refreshed.amounts).toEqual({ wallet: 0, inTransit: 0, [code]: 0.01 });
  expect(await walletOf(product, member)).toEqual(refreshed);
  expect(await resultsOf(member)).toEqual([
    [`house:games:${code}`, 2333],
    [`house:games:${code}`, -12332],
  ]);
});

test.each(CODES)('%s: an open bet changes nothing and its stake stays; settling it does', async (code) => {
  const member = await newPlayer(product, { [code]: 100 });
  const { settle } = await sandbox.bet(code, member.gameUsername, 60);
  const amounts = { wallet: 0, inTransit: 0, [code]: 100 };
  expect(await walletOf(product, member)).toEqual({ amounts, stale: [] });
  const tooMuch = await transfer(product, member, { from: code, to: 'wallet', amount: 40.01 });
  expect(tooMuch).toMatchObject({ status: 422, body: { message: 'MONEY_NOT_ENOUGH' } });
  expect(await transfer(product, member, { from: code, to: 'wallet', amount: 40 })).toMatchObject({ status: 200 });
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 40, inTransit: 0, [code]: 60 });
  expect(await resultsOf(member)).toEqual([]);

  await settle(150.5);
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 40, inTransit: 0, [code]: 150.5 });
  expect(await resultsOf(member)).toEqual([[`house:games:${code}`, 9050]]);
});

test('a stake placed since the last reading cannot be moved out either', async () => {
  const member = await newPlayer(product, { pg: 100 });
  expect((await walletOf(product, member)).amounts.pg).toBe(100);
  await sandbox.bet('pg', member.gameUsername, 100);
  const answer = await transfer(product, member, { from: 'pg', to: 'wallet', amount: 1 });
  expect(answer).toMatchObject({ status: 422, body: { message: 'MONEY_NOT_ENOUGH' } });
});

test('a win since the last reading can be moved out at once', async () => {
  const member = await newPlayer(product, { pg: 100 });
  await sandbox.round('pg', member.gameUsername, { stake: 1, win: 901 });
  expect(await transfer(product, member, { from: 'pg', to: 'wallet', amount: 1000 })).toMatchObject({ status: 200 });
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 1000, inTransit: 0, pg: 0 });
});

test('twenty readings at the same moment book a result once', async () => {
  const member = await newPlayer(product, { pg: 100, joker: 100 });
  await sandbox.round('pg', member.gameUsername, { stake: 50, win: 0 });
  await sandbox.round('joker', member.gameUsername, { stake: 50, win: 80 });
  const seen = await Promise.all(Array.from({ length: 20 }, () => walletOf(product, member)));
  // On a busy machine a page does not wait for the game, and says so.
  const isRead = ({ stale }: { stale: string[] }) => stale.length === 0;
  seen.push(await walletOf(product, member));
  for (const { amounts } of seen.filter(isRead))
    expect(amounts).toEqual({ wallet: 0, inTransit: 0, pg: 50, joker: 130 });
  expect((await resultsOf(member)).sort()).toEqual([
    ['house:games:joker', 3000],
    ['house:games:pg', -5000],
  ]);
});

test.concurrent.each([
  ['pg', 'timeout-after', 'in'],
  ['joker', 'timeout-before', 'in'],
  ['imi', 'timeout-after', 'out'],
  ['ufabet', 'timeout-before', 'out'],
])('%s, %s, %s: no result is booked until a movement is over, and then it is exact', async (code, mode, way) => {
  const member = await newPlayer(product, { wallet: 100, [code]: 100 });
  await sandbox.fault({ target: `games/${code}`, call: `move-${way}`, mode, times: 1 });
  const route = way === 'in' ? { from: 'wallet', to: code } : { from: code, to: 'wallet' };
  const { body } = await transfer(impatient, member, { ...route, amount: 70 });
  expect(body).toMatchObject({ status: 'PENDING' });

  await sandbox.round(code, member.gameUsername, { stake: 20, win: 5.25 });
  // The worker may finish the transfer at any moment: a member may only ever see these two states.
  const isDone = mode === 'timeout-after';
  const moved = isDone ? (way === 'in' ? 70 : -70) : 0;
  const held = way === 'in' ? { wallet: 30, [code]: 100 } : { wallet: 100, [code]: 30 };
  const open = { ...held, inTransit: 70 };
  const booked = { wallet: 100 - moved, inTransit: 0, [code]: 100 + moved };
  const over = { ...booked, [code]: 100 + moved - 14.75 };
  await expect
    .poll(async () => {
      const { amounts } = await walletOf(product, member);
      expect([open, booked, over]).toContainEqual(amounts);
      return amounts;
    }, BY_ITSELF)
    .toEqual(over);
  expect(await sandbox.player(code, member.gameUsername)).toEqual({ balance: over[code], inPlay: 0 });
  expect(await resultsOf(member)).toEqual([[`house:games:${code}`, -1475]]);
});

test('after all this the books are in order', async () => {
  expect(await problems(product.db)).toEqual([]);
});
