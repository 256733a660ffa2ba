import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { sized } from '../../../../world/stress-size.ts';
import {
  BY_ITSELF,
  goToGame,
  letReadingsSettle,
  mainWalletOf,
  makeQrcode,
  newMember,
  openGame,
  startPayingWorld,
  startProduct,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { letNobodysMoneyBeFetched } from '../../../test/late-moves.ts';
import { conditionOf, receivePromotion } from '../../../test/rewards.ts';
import { problems } from '../../ledger/ledger.ts';
import { many, one } from '../../platform/database.ts';

const MEMBERS = sized(3, 12);
const STEPS = sized(7, 150);
const TIME = { timeout: sized(600_000, 1_200_000) };
/** One of each dialect. */
const GAMES = ['pg', 'joker', 'imi', 'ufabet'];
const GAME_LIES = ['fractions', 'cached', 'lagging', 'minor-units', 'maintenance', 'contradicting', 'gift'];
/** Where money is moved and nobody plays. What these games tell is untrue at every look, or true at the next. */
const QUIET_GAMES = ['slotxo', 'betflix'];
const QUIET_LIES = ['fractions', 'cached', 'minor-units', 'maintenance', 'gift'];
const GATEWAY_LIES = ['no-sending-bank', 'another-code', 'newest-only', 'callback-lost'];
const MODES = ['refuse', 'timeout-before', 'timeout-after', 'error-after', 'garbage', 'slow', 'held'];
const PAID = 500;

const doubts = {
  // The sandbox's cache is a second old.
  ...Object.fromEntries([...GAMES, ...QUIET_GAMES].map((code) => [`GAME_${code.toUpperCase()}_FRESHNESS_MS`, '1500'])),
  // What needs a second look gets that only when all are honest again.
  READINGS_APART_MS: '600000',
  FALL_AGREED_MS: '600000',
};
const { product, sandbox, database } = await startPayingWorld({ ...doubts, DEPOSIT_TRIES_AN_HOUR: '10000' });
const { db } = database;
/** Its calls run out of time, so outcomes are unknown. */
const impatient = await startProduct(database, { ...doubts, SANDBOX_URL: sandbox.url, ROLE: 'api' });

const operator = operatorOf(db);
const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;
const satang = (amount: number) => BigInt(Math.round(amount * 100));

type Books = { games: Record<string, { BAHT: { staked: number; won: number } }> };
type Gambler = { id: string; token: string; names: Map<string, string>; paid: number };

async function newGambler(games: string[]): Promise<Gambler> {
  const member = await newMember(product);
  const names = new Map<string, string>();
  for (const code of games) names.set(code, (await openGame(product, member, code)).username);
  return { id: member.id, token: member.token, names, paid: 0 };
}

/** One at a time for each member: a member has one open code. */
const payIn = async (member: Gambler): Promise<void> => {
  const { qrcodeId } = await makeQrcode(product, member, 'WW', PAID);
  await sandbox.pay(qrcodeId, { times: randomInt(0, 3) });
  member.paid += PAID;
  await product.call(`DELETE /api/qrcode/${qrcodeId}`, { token: member.token });
};

const actions: ((member: Gambler) => Promise<unknown>)[] = [
  (member) =>
    transfer(pick([product, impatient]), member, { from: 'wallet', to: pick(GAMES), amount: randomInt(1, 200) }),
  (member) =>
    transfer(pick([product, impatient]), member, { from: pick(GAMES), to: 'wallet', amount: randomInt(1, 200) }),
  (member) => product.call('POST /api/wallet/transferAll', { token: member.token, body: { to: 'wallet' } }),
  async (member) => {
    const code = pick(GAMES);
    const round = { stake: randomInt(1, 5_000) / 100, win: randomInt(0, 10_000) / 100 };
    // A player without so much money is refused: then there was no round.
    await sandbox.round(code, member.names.get(code) ?? '', round).catch(() => {});
  },
  (member) => product.call('GET /api/wallet/refresh/slot', { token: member.token }),
  () => sandbox.lie({ target: `games/${pick(GAMES)}`, lie: pick(GAME_LIES), times: randomInt(1, 6) }),
  () => sandbox.lie({ target: `games/${pick(QUIET_GAMES)}`, lie: pick(QUIET_LIES), times: randomInt(1, 6) }),
  () => sandbox.lie({ target: 'payments/ww', lie: pick(GATEWAY_LIES), times: randomInt(1, 4) }),
  () => sandbox.fault({ target: `games/${pick(GAMES)}`, mode: pick(MODES), times: 1 }),
];

/** Never plays, and moves all the money at once; so nothing but a lie could free or refund the member. */
const quietActions: ((member: Gambler) => Promise<unknown>)[] = [
  (member) =>
    product.call('POST /api/wallet/transferAll', {
      token: member.token,
      body: { to: pick(['wallet', ...QUIET_GAMES]) },
    }),
  (member) => product.call('GET /api/wallet/refresh/slot', { token: member.token }),
  async (member) =>
    expect((await product.call('GET /api/refund/receive', { token: member.token })).status).not.toBe(200),
];

async function beHonest(): Promise<void> {
  for (const code of QUIET_GAMES) for (const lie of QUIET_LIES) await sandbox.honest({ target: `games/${code}`, lie });
  for (const code of GAMES) {
    await sandbox.fault({ target: `games/${code}`, mode: 'ok' });
    for (const lie of GAME_LIES) await sandbox.honest({ target: `games/${code}`, lie });
  }
  for (const lie of GATEWAY_LIES) await sandbox.honest({ target: 'payments/ww', lie });
}

/**
 * The member enters every game and then reads the wallet twice. The product asks a game whose account is empty in the
 * books only after the member has entered that game. Between the two readings all waiting times pass, so that the
 * product decides about a doubted reading.
 */
async function lookTwice(member: Gambler): Promise<void> {
  for (const code of member.names.keys()) await goToGame(product, member, code);
  await walletOf(product, member);
  await letReadingsSettle(db, member.id);
  await walletOf(product, member);
}

/** The games that hold nobody's money in accounts of these members. */
const lateOf = (members: Gambler[]) =>
  many<{ code: string }>(db, 'select code from game_accounts where member_id = any ($1) and unowned_amount > 0', [
    members.map(({ id }) => id),
  ]);

/** What the member's statement adds up to: the main wallet, and what was won and lost. */
async function statementOf({ token }: Gambler) {
  const body = { page: 1, limit: 100, results: true };
  const { statements, results } = (await product.call('POST /api/statement', { token, body })).body as {
    statements: { statementType: string; status: string; from: string; to: string; amount: number }[];
    results: { amount: number }[];
  };
  const done = statements.filter(({ status }) => status === 'SUCCESS');
  const main = done.reduce(
    (sum, { from, to, amount }) => sum + (to === 'wallet' ? amount : from === 'wallet' ? -amount : 0),
    0,
  );
  return { isWhole: statements.length < 100, main, won: results.reduce((sum, { amount }) => sum + amount, 0) };
}

test('whatever games and gateways tell for a while, in the end books, parties and statements agree', TIME, async () => {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => newGambler(GAMES)));
  const [bound, free] = await Promise.all([newGambler(QUIET_GAMES), newGambler(QUIET_GAMES)]);
  for (const member of [...members, bound, free]) await payIn(member);
  for (const member of [bound, free])
    await expect.poll(async () => (await mainWalletOf(product, member)).amount, BY_ITSELF).toBe(PAID);
  expect((await receivePromotion(product, bound)).status).toBe(200);
  const goOn = async (member: Gambler, choices: typeof actions) => {
    for (let step = 0; step < STEPS; step += 1) await pick(choices)(member);
  };
  // Each member is in two places at once, so that money moves while games are read.
  await Promise.all([
    ...members.flatMap((member) => [goOn(member, [...actions, payIn]), goOn(member, actions)]),
    ...[bound, free].map((member) => goOn(member, quietActions)),
  ]);
  await beHonest();
  await expect.poll(sandbox.held, BY_ITSELF).toBe(0);
  // Gateways are asked about codes that are over, by the product's clock.
  for (let hours = 0; hours < 3; hours += 1) await sandbox.moveClock(3_600);
  await db.query(`update transfers set next_try_at = least(next_try_at, clock_timestamp()) where status = 'PENDING'`);
  const pending = async () =>
    (await one<{ n: bigint }>(db, `select count(*) as n from transfers where status = 'PENDING'`)).n;
  await expect.poll(pending, BY_ITSELF).toBe(0n);

  for (const member of members) {
    const paidIn = async () =>
      (
        await one<{ sum: bigint }>(
          db,
          `select coalesce(sum(amount), 0)::bigint as sum from payments where member_id = $1`,
          [member.id],
        )
      ).sum;
    await expect.poll(paidIn, BY_ITSELF).toBe(satang(member.paid));
    const atGames = async () => {
      const truth: Record<string, number> = {};
      for (const code of GAMES)
        truth[code] = (await sandbox.player(code, member.names.get(code) ?? ''))?.balance ?? Number.NaN;
      return truth;
    };
    const inBooks = async () => {
      const { amounts } = await walletOf(product, member);
      return Object.fromEntries(GAMES.map((code) => [code, amounts[code]]));
    };
    await lookTwice(member);
    // A game that told of nothing for long enough was believed: what is there again is fetched back, and operators give it.
    let wasLate = false;
    const difference = async () => {
      for (const { code } of await lateOf([member])) {
        wasLate = true;
        await operator('fetched give', await letNobodysMoneyBeFetched({ product, sandbox, database }, member, code));
      }
      const [books, games] = [await inBooks(), await atGames()];
      return GAMES.filter((code) => books[code] !== games[code]);
    };
    await expect.poll(difference, BY_ITSELF).toEqual([]);
    const { amount: main, inTransit } = await mainWalletOf(product, member);
    expect(inTransit).toBe(0);
    const told = await statementOf(member);
    const played = Object.values(await atGames()).reduce((sum, amount) => sum + amount, 0);
    if (!wasLate) expect(main + played).toBeCloseTo(member.paid + told.won, 2);
    if (told.isWhole) expect(told.main).toBeCloseTo(main, 2);
  }
  for (const member of [bound, free]) await lookTwice(member);
  const total = PAID + 50;
  expect(await conditionOf(product, bound)).toMatchObject({ status: true, start: total, total });
  for (const [member, amount] of [
    [bound, total],
    [free, PAID],
  ] as const) {
    const { amounts } = await walletOf(product, member);
    expect(Object.values(amounts).reduce((sum, there) => sum + there, 0)).toBe(amount);
    expect((await statementOf(member)).won).toBe(0);
  }
  expect(await problems(db)).toEqual([]);

  const { games } = (await (await fetch(`${sandbox.url}/books`)).json()) as Books;
  expect(await lateOf([...members, bound, free])).toEqual([]);
  for (const code of GAMES) {
    const { staked, won } = games[code]?.BAHT ?? { staked: 0, won: 0 };
    const { result } = await one<{ result: bigint }>(
      db,
      `select coalesce(-sum(amount), 0)::bigint as result from ledger_entries where account = any ($1)`,
      [[`house:games:${code}`, `house:late:${code}`]],
    );
    expect([code, result]).toEqual([code, satang(won) - satang(staked)]);
  }
});
