import { dayInBangkok } from '@krapao/contract/days.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sized } from '../../../../world/stress-size.ts';
import {
  BY_ITSELF,
  mainWalletOf,
  newMember,
  newPlayer,
  openGame,
  PATIENT,
  type Product,
  signIn,
  startPayingWorld,
  startProduct,
  transfer,
  walletOf,
  withdraw,
} from '../../../test/harness.ts';
import { clearBonus, conditionOf, deposit, NO_CONDITION, play, receivePromotion } from '../../../test/rewards.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld({ DEPOSIT_TRIES_AN_HOUR: '10000' });
const [impatient, laos] = await Promise.all([
  startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api' }),
  startProduct(database, { ...PATIENT, EDITION: 'la', SANDBOX_URL: sandbox.url, ROLE: 'api' }),
]);

type Entry = {
  statementType: string;
  status: string;
  from: string;
  to: string;
  amount: number;
  balanceAfter: number | null;
  createdAt: string;
};
type DayResult = { day: string; game: string; amount: number };
type Statement = { total: number; statements: Entry[]; results: DayResult[] };

async function read(
  node: Product,
  { token }: Pick<Player, 'token'>,
  asked: Record<string, unknown> = {},
): Promise<Statement> {
  const body = { page: 1, limit: 100, results: true, ...asked };
  const answer = await node.call('POST /api/statement', { token, body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as Statement;
}

const GAMES = ['pg', 'joker'] as const;
type Game = (typeof GAMES)[number];

/** A member of two games who stays signed in while days pass. */
async function newGambler(node: Product) {
  const member = await newMember(node);
  const { username, password } = member;
  const token = await signIn(node, { username, password, remember: true });
  const names = { pg: '', joker: '' };
  for (const code of GAMES) names[code] = (await openGame(node, { ...member, token }, code)).username;
  return { ...member, token, names };
}
type Player = Awaited<ReturnType<typeof newGambler>>;

/** Wins or loses, and has it read. */
async function gamble(node: Product, member: Player, game: Game, change: number): Promise<void> {
  const before = (await walletOf(node, member)).amounts[game] ?? 0;
  await play(sandbox, game, { gameUsername: member.names[game] }, change);
  await expect
    .poll(async () => (await walletOf(node, member)).amounts[game], BY_ITSELF)
    .toBeCloseTo(before + change, 2);
}

const steps = [
  'deposit',
  'to a game',
  'to the wallet',
  'to the other game',
  'all to the wallet',
  'all to a game',
  'win',
  'lose',
  'withdraw',
  'withdraw in vain',
  'bonus',
  'wait a day',
] as const;
const step = fc.record({
  what: fc.constantFrom(...steps),
  percent: fc.integer({ min: 1, max: 100 }),
  game: fc.constantFrom(...GAMES),
  isRefused: fc.boolean(),
});
type Step = { what: (typeof steps)[number]; percent: number; game: Game; isRefused: boolean };

/** `unit`: what a baht is worth in the member's currency. */
async function take(node: Product, member: Player, unit: number, { what, percent, game, isRefused }: Step) {
  const { amounts } = await walletOf(node, member);
  const other = game === 'pg' ? 'joker' : 'pg';
  const part = (of: string, share = percent) => Math.floor((amounts[of] ?? 0) * share) / 100;
  const move = async (from: string, to: string, refusing: Game, call: 'move-in' | 'move-out') => {
    if (part(from) === 0) return;
    if (isRefused) await sandbox.fault({ target: `games/${refusing}`, call, mode: 'refuse', times: 1 });
    await transfer(node, member, { from, to, amount: part(from) });
  };
  const moveAll = async (to: string) => {
    if (isRefused) await sandbox.fault({ target: `games/${game}`, call: 'move-out', mode: 'refuse', times: 1 });
    await node.call('POST /api/wallet/transferAll', { token: member.token, body: { to } });
  };
  const pay = async (result: 'paid' | 'refused') => {
    await sandbox.nextPayout(result);
    await withdraw(node, member, Math.floor(part('wallet')));
    await expect.poll(() => mainWalletOf(node, member), BY_ITSELF).toMatchObject({ withdrawing: 0 });
  };
  switch (what) {
    case 'deposit':
      return deposit(node, sandbox, member, unit * (100 + percent) + (unit === 1 ? percent / 100 : 0));
    case 'to a game':
      return move('wallet', game, game, 'move-in');
    case 'to the wallet':
      return move(game, 'wallet', game, 'move-out');
    case 'to the other game':
      return move(game, other, other, 'move-in');
    case 'all to the wallet':
      return moveAll('wallet');
    case 'all to a game':
      return moveAll(other);
    case 'win':
      return part(game, 100) >= 1 ? gamble(node, member, game, unit * percent + 0.37) : undefined;
    case 'lose':
      return part(game) > 0 ? gamble(node, member, game, -part(game)) : undefined;
    case 'withdraw':
      return pay('paid');
    case 'withdraw in vain':
      return pay('refused');
    case 'bonus':
      // A refusal that no step has used up would keep the reward's money from coming home.
      for (const code of GAMES) await sandbox.fault({ target: `games/${code}`, call: 'move-out', mode: 'ok' });
      if ((await receivePromotion(node, member)).status !== 200) return;
      return expect
        .poll(async () => {
          await clearBonus(node, member);
          return conditionOf(node, member);
        }, BY_ITSELF)
        .toEqual(NO_CONDITION);
    case 'wait a day':
      return sandbox.moveClock(24 * 60 * 60);
  }
}

const satang = (amount: number) => Math.round(amount * 100);

/** What an entry makes of the main wallet, by what it says itself. */
function mainAfter(main: number, { statementType, status, from, to, amount }: Entry): number {
  const hasMoved = status !== 'FAILED';
  if (!hasMoved) return main;
  if (statementType === 'withdraw') return main - satang(amount);
  if (statementType !== 'transfer') return main + satang(amount);
  if (to === 'wallet') return main + satang(amount);
  if (from === 'wallet') return main - satang(amount);
  return from === 'all' ? 0 : main;
}

async function expectToAddUp(node: Product, member: Player): Promise<void> {
  const { statements, results } = await read(node, member);
  const entries = statements.toReversed();
  let main = 0;
  for (const entry of entries) {
    main = mainAfter(main, entry);
    const balance = entry.status === 'FAILED' || entry.amount === 0 ? null : main;
    expect({ ...entry, balanceAfter: entry.balanceAfter === null ? null : satang(entry.balanceAfter) }).toEqual({
      ...entry,
      balanceAfter: balance,
    });
  }
  const { wallet = 0, pg = 0, joker = 0 } = (await walletOf(node, member)).amounts;
  expect(satang(wallet)).toBe(main);
  const isOwn = ({ statementType, status }: Entry) => statementType !== 'transfer' && status !== 'FAILED';
  const brought = entries.filter(isOwn).reduce((sum, entry) => mainAfter(sum, entry), 0);
  const won = results.reduce((sum, { amount }) => sum + satang(amount), 0);
  expect(brought + won).toBe(satang(wallet) + satang(pg) + satang(joker));
}

test('a member who deposits, plays, has a part moved and withdraws can add it all up', async () => {
  const member = await newGambler(product);
  await deposit(product, sandbox, member, 1000.5);
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 400 });
  await transfer(product, member, { from: 'wallet', to: 'joker', amount: 300 });
  await gamble(product, member, 'pg', 120.25);
  await gamble(product, member, 'joker', -99.99);
  await gamble(product, member, 'pg', -20);
  await sandbox.fault({ target: 'games/pg', call: 'move-out', mode: 'refuse', times: 1 });
  await product.call('POST /api/wallet/transferAll', { token: member.token, body: { to: 'wallet' } });
  await withdraw(product, member, 150);
  const { statements, results } = await read(product, member);
  const told = statements.map(({ from, to, amount, balanceAfter }) => [from, to, amount, balanceAfter].join(' '));
  expect(told).toEqual([
    'wallet KBANK 150 350.51',
    'pg wallet 500.25 ',
    'all wallet 200.01 500.51',
    'wallet joker 300 300.5',
    'wallet pg 400 600.5',
    'KBANK wallet 1000.5 1000.5',
  ]);
  const day = dayInBangkok(new Date(statements[0]?.createdAt ?? 0));
  expect(results).toEqual([
    { day, game: 'joker', amount: -99.99 },
    { day, game: 'pg', amount: 100.25 },
  ]);
  await expectToAddUp(product, member);
});

test('an entry whose money comes later has the balance of the moment at which it came', async () => {
  const member = await newGambler(product);
  await deposit(product, sandbox, member, 300);
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 150 });
  await sandbox.fault({ target: 'games/pg', call: 'move-out', mode: 'timeout-after', times: 1 });
  expect((await transfer(impatient, member, { from: 'pg', to: 'wallet', amount: 70 })).body).toMatchObject({
    status: 'PENDING',
  });
  const told = async () => {
    const [withdrawal, home] = (await read(product, member)).statements;
    return { home: [home?.status, home?.balanceAfter], withdrawal: withdrawal?.balanceAfter };
  };
  const [onItsWay] = (await read(product, member)).statements;
  expect(['PROCESSING null', 'SUCCESS 220']).toContain(`${onItsWay?.status} ${onItsWay?.balanceAfter}`);
  await withdraw(product, member, 100);
  await expect.poll(told, BY_ITSELF).toMatchObject({ home: ['SUCCESS', expect.any(Number)] });
  // The money comes after the withdrawal, or before it on a machine that has much else to do.
  expect([
    { home: ['SUCCESS', 120], withdrawal: 50 },
    { home: ['SUCCESS', 220], withdrawal: 120 },
  ]).toContainEqual(await told());
});

/** From, to, amount, status and balance of the newest entries, the newest first. */
async function newest(member: Pick<Player, 'token'>, count: number, node: Product = product): Promise<string[]> {
  const { statements } = await read(node, member);
  return statements
    .slice(0, count)
    .map(({ from, to, amount, status, balanceAfter }) => [from, to, amount, status, balanceAfter].join(' '));
}

test('a transfer whose second half is refused has the balance after its money came back to the main wallet', async () => {
  const member = await newPlayer(product, { wallet: 60, pg: 100, joker: 5 });
  const refuse = () => sandbox.fault({ target: 'games/joker', call: 'move-in', mode: 'refuse', times: 1 });
  await refuse();
  await transfer(product, member, { from: 'pg', to: 'joker', amount: 40 });
  expect(await newest(member, 2)).toEqual(['wallet joker 40 FAILED ', 'pg wallet 40 SUCCESS 100']);
  await refuse();
  await product.call('POST /api/wallet/transferAll', { token: member.token, body: { to: 'joker' } });
  expect(await newest(member, 2)).toEqual(['wallet joker 160 FAILED ', 'all wallet 60 SUCCESS 160']);
  expect((await mainWalletOf(product, member)).amount).toBe(160);
});

test.each([
  ['baht', product, 1],
  ['kip', laos, 600],
] as const)('a movement in %s that failed shows no balance, whatever it was', async (_, node, unit) => {
  const member = await newPlayer(node, { wallet: 500 * unit, pg: 100 * unit });
  for (const call of ['move-in', 'move-out']) {
    await sandbox.fault({ target: 'games/pg', call, mode: 'refuse', times: 1 });
    const [from, to] = call === 'move-in' ? ['wallet', 'pg'] : ['pg', 'wallet'];
    await transfer(node, member, { from, to, amount: 50 * unit });
    expect(await newest(member, 1, node)).toEqual([`${from} ${to} ${50 * unit} FAILED `]);
  }
  await sandbox.nextPayout('refused');
  await withdraw(node, member, 200 * unit);
  const withdrawal = `wallet ${member.registration.bankCode} ${200 * unit}`;
  await expect.poll(() => newest(member, 1, node), BY_ITSELF).toEqual([`${withdrawal} FAILED `]);
});

test('turning pages of any size shows each day’s results once, before the entries of the day', async () => {
  const member = await newGambler(product);
  for (const changes of [[5, -3], [], [7], [-2]]) {
    await deposit(product, sandbox, member, 100);
    await transfer(product, member, { from: 'wallet', to: 'pg', amount: 50 });
    for (const change of changes) await gamble(product, member, 'pg', change);
    await sandbox.moveClock(24 * 60 * 60);
  }
  await transfer(product, member, { from: 'wallet', to: 'joker', amount: 50 });
  await gamble(product, member, 'joker', 11);
  const whole = await read(product, member);
  expect(whole.results.map(({ game, amount }) => [game, amount])).toEqual([
    ['joker', 11],
    ['pg', -2],
    ['pg', 7],
    ['pg', 2],
  ]);
  const dayOf = ({ createdAt }: Entry) => dayInBangkok(new Date(createdAt));
  for (const limit of [1, 2, 3, 5, 8]) {
    const seen: DayResult[] = [];
    for (let page = 1; page <= Math.ceil(whole.total / limit) + 1; page += 1) {
      const { statements, results } = await read(product, member, { page, limit });
      const isLast = page * limit >= whole.total;
      for (const { day } of results)
        expect({ limit, page, isHere: isLast || statements.some((entry) => dayOf(entry) <= day) }).toMatchObject({
          isHere: true,
        });
      seen.push(...results);
    }
    expect({ limit, seen }).toEqual({ limit, seen: whole.results });
  }
  const deposits = await read(product, member, { statementType: 'deposit', limit: 1, page: 2 });
  expect(deposits.results.map(({ amount }) => amount)).toEqual([7]);
});

test('results are those of the asked stretch of time and of nobody else, and are told only if asked for', async () => {
  const [member, other] = [await newGambler(product), await newGambler(product)];
  for (const one of [member, other]) {
    await deposit(product, sandbox, one, 100);
    await transfer(product, one, { from: 'wallet', to: 'pg', amount: 100 });
    await gamble(product, one, 'pg', one === member ? 3 : 4);
  }
  const { rows } = await database.db.query<{ at: Date }>('select app_now() as at');
  const now = rows[0]?.at.toISOString();
  await gamble(product, member, 'pg', 20);
  const sums = async (asked: Record<string, unknown>) =>
    (await read(product, member, asked)).results.map(({ amount }) => amount);
  expect(await sums({})).toEqual([23]);
  expect(await sums({ before: now })).toEqual([3]);
  expect(await sums({ from: now })).toEqual([20]);
  expect(await sums({ from: now, before: now })).toEqual([]);
  expect(await read(product, member, { results: false })).not.toHaveProperty('results');
  expect(await read(product, await newGambler(product))).toEqual({ total: 0, statements: [], days: [], results: [] });
});

test.each([
  ['baht', product, 1],
  ['kip', laos, 600],
] as const)(
  'whatever a member does in %s, entries and results add up to the balances that are shown',
  async (_, node, unit) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (history) => {
        const member = await newGambler(node);
        await deposit(node, sandbox, member, 400 * unit);
        for (const one of history) await take(node, member, unit, one);
        await expectToAddUp(node, member);
      }),
      // Made smaller step by step, a history that fails would outlast the test before it is told.
      { numRuns: sized(2, 20), endOnFailure: true },
    );
  },
);

test('in the end the books are right', async () => {
  expect(await problems(database.db)).toEqual([]);
});
