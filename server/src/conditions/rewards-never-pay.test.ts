import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { sized } from '../../../world/stress-size.ts';
import { unexplained } from '../../test/books.ts';
import {
  BY_ITSELF,
  makeQrcode,
  newMember,
  openGame,
  signIn,
  startPayingWorld,
  transfer,
  withdraw,
} from '../../test/harness.ts';
import { deposit, receiveBonus, receivePromotion } from '../../test/rewards.ts';
import { problems } from '../ledger/ledger.ts';
import { many } from '../platform/database.ts';

const { product, sandbox, database } = await startPayingWorld({ DEPOSIT_TRIES_AN_HOUR: '10000' });
const { db } = database;
const operator = operatorOf(db);

const GAMES = ['pg', 'joker'];
const MEMBERS = sized(4, 12);
const DAYS = sized(2, 4);
const TIME = { timeout: 600_000 };
const STEPS_A_DAY = 14;
const A_DAY = 24 * 60 * 60;

type Body = Record<string, unknown>;
type Player = Awaited<ReturnType<typeof newMember>> & {
  gameUsername: string;
  bets: ((win: number) => Promise<void>)[];
};

const STEPS = {
  deposit: async (player: Player, size: number) => {
    const { qrcodeId } = await makeQrcode(product, player, 'WW', 500 + (size % 900));
    await sandbox.pay(qrcodeId);
  },
  bonus: (player: Player, size: number) => get(player, `bonus/activate/${['NEW100', 'DAILY20', 'WEEK10'][size % 3]}`),
  promotion: (player: Player) => get(player, 'promotion/activate/WELCOME50'),
  invite: (player: Player) => get(player, 'invite/bonus'),
  refund: (player: Player) => get(player, 'refund/receive'),
  addRefund: (player: Player) => get(player, 'refund/addWallet'),
  clear: (player: Player) => get(player, 'bonus/clear'),
  look: (player: Player) => get(player, 'wallet'),
  spin: ({ token }: Player) => product.call('POST /api/spinwheel/spin', { token, body: {} }),
  claim: async (player: Player, size: number) => {
    const { coupons = [] } = (await get(player, 'spinwheel/coupon')).body as { coupons?: { _id: string }[] };
    const coupon = coupons[size % Math.max(coupons.length, 1)]?._id;
    if (coupon) await product.call('POST /api/spinwheel/coupon/claim', { token: player.token, body: { coupon } });
  },
  playAll: (player: Player) =>
    product.call('POST /api/wallet/transferAll', { token: player.token, body: { to: 'pg' } }),
  bringHome: (player: Player) =>
    product.call('POST /api/wallet/transferAll', { token: player.token, body: { to: 'wallet' } }),
  move: (player: Player, size: number) =>
    transfer(product, player, { from: 'wallet', to: gameOf(size), amount: 1 + (size % 400) }),
  /** A transfer out of a game reads that game alone. */
  glance: (player: Player, size: number) => transfer(product, player, { from: gameOf(size), to: 'wallet', amount: 1 }),
  win: (player: Player, size: number) => round(player, gameOf(size), 1 + (size % 4)),
  loseSome: (player: Player, size: number) => round(player, gameOf(size), 0.5),
  loseAll: (player: Player, size: number) => round(player, gameOf(size), 0),
  bet: async (player: Player, size: number) => {
    const { balance = 0 } = (await sandbox.player(gameOf(size), player.gameUsername)) ?? {};
    const stake = Math.floor((balance * (1 + (size % 3))) / 3);
    if (stake >= 1) player.bets.push((await sandbox.bet(gameOf(size), player.gameUsername, stake)).settle);
  },
  settle: async (player: Player, size: number) => void (await player.bets.shift()?.((size % 3) * 100)),
  withdraw: (player: Player, size: number) => withdraw(product, player, 100 + (size % 200), { all: size % 2 === 0 }),
} satisfies Record<string, (player: Player, size: number) => Promise<unknown>>;
type Step = { name: keyof typeof STEPS; size: number };

const step = fc.record({
  name: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
  size: fc.nat({ max: 10_000 }),
});

function get({ token }: Player, path: string) {
  return product.call(`GET /api/${path}`, { token });
}

function gameOf(size: number): string {
  return GAMES[size % 2] ?? '';
}

/** Stakes all of the player's money in the game and gets `times` as much back. */
async function round({ gameUsername }: Player, code: string, times: number): Promise<void> {
  const { balance = 0 } = (await sandbox.player(code, gameUsername)) ?? {};
  const stake = Math.floor(balance);
  if (stake >= 1) await sandbox.round(code, gameUsername, { stake, win: Math.floor(stake * times) });
}

async function enter(inviteCode: string): Promise<Player> {
  const member = await newMember(product, { inviteCode });
  const [game] = await Promise.all(GAMES.map((code) => openGame(product, member, code)));
  return { ...member, gameUsername: game?.username ?? '', bets: [] };
}

/** Operators let go what they were asked about: nothing was hidden, so what rose again was won. */
async function decideAll({ id }: Player): Promise<void> {
  const returns = await many<{ id: bigint }>(
    db,
    `select id from possible_returns where member_id = $1 and state = 'open'`,
    [id],
  );
  for (const possible of returns) await operator('returns decide', String(possible.id), 'won');
  const sql = `select id from withdrawals where member_id = $1 and state = 'checking'`;
  for (const withdrawal of await many<{ id: string }>(db, sql, [id]))
    await operator('withdrawals approve', id, withdrawal.id);
}

/** Leaves nothing open: bets are settled, conditions are cancelled, withdrawals are paid. */
async function comeToAnEnd(player: Player): Promise<void> {
  for (const settle of player.bets.splice(0)) await settle(0);
  await get(player, 'bonus/clear');
  await vi.waitFor(async () => {
    await decideAll(player);
    expect((await get(player, 'bonus/check/active')).body).toEqual({ status: false });
    expect((await get(player, 'wallet')).body).toMatchObject({ wallet: { withdrawing: 0, inTransit: 0 } });
  }, BY_ITSELF);
}

test('no order of reward calls, play and withdrawals gains more than was granted and met', TIME, async () => {
  const seed = Number(process.env.REWARDS_SEED ?? Date.now() % 1_000_000_000);
  const days = fc.sample(fc.array(step, { minLength: STEPS_A_DAY, maxLength: STEPS_A_DAY }), {
    seed,
    numRuns: MEMBERS * DAYS,
  });
  const players: Player[] = [];
  for (let index = 0; index < MEMBERS; index += 1)
    players.push(await enter(index % 2 ? `PR${players[index - 1]?.id}` : ''));

  // A run in which chance gave no rewards would show nothing: all can, and two have some before it begins.
  await Promise.all(players.map((player) => deposit(product, sandbox, player, 1000)));
  const [first, second] = players as [Player, Player];
  expect(await receiveBonus(product, first, 'NEW100')).toMatchObject({ status: 200 });
  expect(await receivePromotion(product, second)).toMatchObject({ status: 200 });

  const refusals: Body[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    await Promise.all(
      players.map(async (player, index) => {
        for (const { name, size } of days[day * MEMBERS + index] as Step[]) {
          const answer = (await STEPS[name](player, size)) as { status: number; body: Body } | undefined;
          if (answer && answer.status >= 500 && answer.status !== 503) refusals.push({ name, ...answer.body });
        }
      }),
    );
    await sandbox.moveClock(A_DAY);
    for (const player of players) {
      const { username, password } = player;
      player.token = await signIn(product, { username, password });
    }
  }
  await Promise.all(players.map(comeToAnEnd));

  const hint = `REWARDS_SEED=${seed}`;
  expect(
    refusals.filter(({ message }) => message === 'INTERNAL_SERVER_ERROR'),
    hint,
  ).toEqual([]);
  expect(await lawsBroken(), hint).toEqual([]);
});

/** The rewards that break a law, found in the books without the code that granted them. */
async function lawsBroken(): Promise<Body[]> {
  const { rows } = await db.query<Body>(`
    with results as (
      select conditions.member_id, conditions.id,
          coalesce(sum(entry.amount) filter (where reason = 'game_result'), 0) as won,
          coalesce(sum(entry.amount) filter (where reason = 'deposit'), 0) as deposited,
          coalesce(-sum(entry.amount) filter (where key = 'condition/' || conditions.member_id || '/' || conditions.id || '/take-back/cleared'), 0) as taken,
          -- Times are those at which transactions began: two that waited for each other may have begun the other way round.
          count(*) filter (where reason = 'withdraw' and posted_at < finished_at - interval '1 second') as withdrawals
        from conditions
          join ledger_entries entry on entry.member_id = conditions.member_id and posting_id > grant_id
            and posted_at <= finished_at
        group by conditions.member_id, conditions.id)
    select 'withdrew while bound' as law, conditions.id from conditions join results using (member_id, id) where withdrawals > 0
    union all
    select 'cancelled and kept more than was their own', id from conditions join results using (member_id, id)
      where state = 'cleared' and start + won + deposited - taken > least(start - credit + deposited, greatest(start - credit + won + deposited, 0))
    union all
    select 'met too early', id from conditions where state = 'succeeded' and total * 100 < start * success_percent
    union all
    select 'failed too early', id from conditions where state = 'failed' and total * 100 > start * fail_percent
    union all
    select 'two at once', one.id from conditions one join conditions other using (member_id)
      where one.id <> other.id and one.grant_id < other.grant_id and one.finished_at > other.started_at + interval '1 second'
    union all
    select 'more than the share of its deposit', conditions.id from conditions join payments on payments.id = payment_id
        join campaigns on campaigns.kind = conditions.kind and campaigns.code = conditions.code and campaigns.currency = conditions.currency
      where conditions.credit > payments.amount * rate_percent / 100 or conditions.credit > cap
    union all
    select 'more coins than new highs', null from members join coin_counts on member_id = members.id
      where coins + (select count(*) from spins where spins.member_id = members.id)
        > high / 50000 + (select coalesce(sum(amount), 0) from spins join wheel_slices using (wheel_id)
          where spins.member_id = members.id and code = slice_code and prize_type = 'coin' and claimed_at is not null)
    union all
    select 'more refunded than the share of the deepest loss', null from
        (select member_id, sum(amount) as refunded, min(low) as low from refunds group by member_id) refunds
      where refunded > -low * 5 / 100
    union all
    select 'gained beyond what was granted and met', null from (
      select members.id,
          (select coalesce(sum(balance), 0) from ledger_accounts where member_id = members.id and name <> 'refund_pot') as has,
          (select coalesce(sum(amount), 0) from ledger_entries
            where ledger_entries.member_id = members.id and reason in ('deposit', 'withdraw', 'game_result')) as own,
          -- What was lost of the credit before it was cancelled is no gain, nor can it be taken back.
          (select coalesce(sum(case when state = 'cleared' then greatest(least(credit, start - total), 0) else credit end), 0)
            from conditions where member_id = members.id) as met
        from members) figures where has - own > met`);
  return rows;
}

afterAll(async () => {
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});
