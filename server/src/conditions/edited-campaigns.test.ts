import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { IN_FULL } from '../../../world/tier.ts';
import { openCampaign, wordsInThree } from '../../test/campaigns.ts';
import {
  BY_ITSELF,
  newMember,
  newPlayer,
  type Player,
  startPayingWorld,
  transfer,
  waitingForLocks,
  walletOf,
} from '../../test/harness.ts';
import {
  clearBonus,
  conditionOf,
  deposit,
  NO_CONDITION,
  play,
  receiveBonus,
  refusal,
  rewardBooks,
} from '../../test/rewards.ts';
import { post, problems } from '../ledger/ledger.ts';
import { inTransaction } from '../platform/database.ts';
import { rememberDevice } from '../rewards/invites/invites.queries.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const operator = operatorOf(db);
const get = async ({ token }: Player, path: string) => {
  const { status, body } = await product.call(`GET /api/${path}`, { token });
  return { status, body };
};

const OLD = ['rate=100', 'cap=500', 'success=300', 'fail=5'];
const NEW = ['rate=50', 'cap=20', 'success=100', 'fail=99'];
const edit = (...words: string[]) => operator('campaign edit', 'bonus', 'NEW100', 'BAHT', ...words);

/** Edits, closes, edits again and opens. */
async function change() {
  await edit(...NEW);
  await operator('campaign close', 'bonus', 'NEW100');
  await edit('minimum=50');
  await openCampaign(operator, 'bonus', 'NEW100');
}

async function bound() {
  const member = await newPlayer(product, { pg: 0 });
  await deposit(product, sandbox, member, 100);
  expect((await receiveBonus(product, member, 'NEW100')).status).toBe(200);
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 200 });
  return member;
}

afterAll(async () => {
  const { inLedger, told } = await rewardBooks(db);
  expect(inLedger).toEqual(told);
  expect(await problems(db)).toEqual([]);
});

const TERMS = { credit: 100, start: 200, success: 300, fail: 5 };

test('a condition that runs keeps its terms when its campaign is edited, closed and opened, also when it is cleared', async () => {
  const [winner, loser, quitter] = [await bound(), await bound(), await bound()];
  await change();
  try {
    // By the new terms these would be over: 250 is above 100 %, and 30 below 99 %.
    await play(sandbox, 'pg', winner, 50);
    await play(sandbox, 'pg', loser, -170);
    await play(sandbox, 'pg', quitter, 50);
    expect(await conditionOf(product, winner)).toMatchObject({ ...TERMS, total: 250 });
    expect(await conditionOf(product, loser)).toMatchObject({ ...TERMS, total: 30 });

    await play(sandbox, 'pg', winner, 350);
    expect(await conditionOf(product, winner)).toEqual(NO_CONDITION);
    expect((await walletOf(product, winner)).amounts).toMatchObject({ pg: 600 });
    await play(sandbox, 'pg', loser, -21);
    expect(await conditionOf(product, loser)).toEqual(NO_CONDITION);
    expect((await walletOf(product, loser)).amounts).toMatchObject({ pg: 9 });
    // The quitter keeps the 100 that were their own: the credit of 100 and what was won with it go back.
    expect((await clearBonus(product, quitter)).body).toMatchObject({ status: 'SUCCESS' });
    expect((await walletOf(product, quitter)).amounts).toEqual({ wallet: 100, inTransit: 0, pg: 0 });

    const later = await newPlayer(product, { pg: 0 });
    await deposit(product, sandbox, later, 100);
    expect((await receiveBonus(product, later, 'NEW100')).status).toBe(200);
    const { rows } = await db.query(
      'select credit, success_percent, fail_percent from conditions where member_id = $1',
      [later.id],
    );
    expect(rows).toEqual([{ credit: 20_00n, success_percent: 100, fail_percent: 99 }]);
  } finally {
    await edit(...OLD, 'minimum=1');
  }
});

test('a member under a promotion is shown the terms that they received, and later members the new ones', async () => {
  const [early, late] = [await newMember(product), await newMember(product)];
  const words = ['promotion', 'WELCOME50', 'BAHT'];
  const path = 'promotion/activate/WELCOME50?locale=en';
  expect(await get(early, path)).toMatchObject({
    status: 200,
    body: { credit: 50, percentSuccess: 300, percentFail: 5 },
  });
  await operator(
    'campaign edit',
    ...words,
    'credit=20',
    'success=150',
    'fail=50',
    ...wordsInThree('description', 'Less'),
  );
  expect(await get(early, 'promotion/current?locale=en')).toEqual({
    status: 200,
    body: { code: 'WELCOME50', credit: 50, percentSuccess: 300, percentFail: 5, description: 'Less English' },
  });
  expect(await get(late, path)).toMatchObject({
    status: 200,
    body: { credit: 20, percentSuccess: 150, percentFail: 50 },
  });
  expect(await get(late, 'promotion/current')).toMatchObject({ body: { credit: 20, percentSuccess: 150 } });
  await operator('campaign edit', ...words, 'credit=50', 'success=300', 'fail=5');
});

/** Does `during` in the middle of an edit that is not committed yet. */
async function editAround(edit: string, during: () => Promise<void>, outcome: 'commits' | 'fails'): Promise<void> {
  const editing = inTransaction(db, async (tx) => {
    await tx.query(edit);
    await during();
    if (outcome === 'fails') throw new Error('the edit fails');
  });
  await editing.catch((error: Error) => expect(error.message).toBe('the edit fails'));
}

async function withPot() {
  const member = await newMember(product);
  const posting = { key: `test/pot/${member.id}`, reason: 'refund', memberId: member.id, currency: 'BAHT' } as const;
  await inTransaction(db, (tx) =>
    post(tx, { ...posting, from: 'house:rewards:refund', to: 'refund_pot', amount: 10_00n }),
  );
  return member;
}

async function depositor() {
  const member = await newPlayer(product);
  await deposit(product, sandbox, member, 100);
  return member;
}

const YESTERDAY = `(app_now() at time zone 'Asia/Bangkok')::date - 1`;

async function yesterdaysLoser() {
  const member = await newMember(product);
  await db.query(`insert into game_days (member_id, day, result) values ($1, ${YESTERDAY}, -100000)`, [member.id]);
  return member;
}

/** Makes a member with a friend. The friend deposited a thousand and lost it before today. */
async function inviter() {
  const [member, friend] = [await newMember(product), await newMember(product)];
  for (const { id } of [member, friend]) await rememberDevice(db, id, randomUUID());
  await db.query('update members set invited_by = $2 where id = $1', [friend.id, member.id]);
  await db.query('insert into invites (friend_id, inviter_id, first_deposit) values ($1, $2, 100000)', [
    friend.id,
    member.id,
  ]);
  await db.query(`insert into invite_days (friend_id, day, result) values ($1, ${YESTERDAY}, -100000)`, [friend.id]);
  return member;
}

const BOUND = 'select credit, success_percent from conditions where member_id = $1';
const IN_POT = 'select amount as credit from refunds where member_id = $1';

const RACES = [
  {
    what: 'a promotion',
    from: () => newMember(product),
    path: 'promotion/activate/WELCOME50',
    edit: `update campaigns set credit = 700, success_percent = 200 where code = 'WELCOME50' and currency = 'BAHT'`,
    undo: `update campaigns set credit = 5000, success_percent = 300 where code = 'WELCOME50' and currency = 'BAHT'`,
    old: { credit: 50_00n, success_percent: 300 },
    renewed: { credit: 7_00n, success_percent: 200 },
  },
  {
    what: 'a bonus',
    from: depositor,
    path: 'bonus/activate/NEW100',
    edit: `update campaigns set rate_percent = 7 where code = 'NEW100' and currency = 'BAHT'`,
    undo: `update campaigns set rate_percent = 100 where code = 'NEW100' and currency = 'BAHT'`,
    old: { credit: 100_00n, success_percent: 300 },
    renewed: { credit: 7_00n, success_percent: 300 },
  },
  {
    what: 'the money of a refund',
    from: withPot,
    path: 'refund/addWallet',
    edit: `update campaigns set success_percent = 400, fail_percent = 5 where kind = 'refund' and currency = 'BAHT'`,
    undo: `update campaigns set success_percent = 100, fail_percent = 0 where kind = 'refund' and currency = 'BAHT'`,
    old: { credit: 10_00n, success_percent: 100 },
    renewed: { credit: 10_00n, success_percent: 400 },
  },
  {
    what: 'a refund',
    from: yesterdaysLoser,
    path: 'refund/receive',
    edit: `update campaigns set cap = 3000 where kind = 'refund' and currency = 'BAHT'`,
    undo: `update campaigns set cap = null where kind = 'refund' and currency = 'BAHT'`,
    given: IN_POT,
    old: { credit: 50_00n },
    renewed: { credit: 30_00n },
  },
  {
    what: 'an invite bonus',
    from: inviter,
    path: 'invite/bonus',
    edit: `update campaigns set success_percent = 400 where kind = 'invite' and currency = 'BAHT'`,
    undo: `update campaigns set success_percent = 200 where kind = 'invite' and currency = 'BAHT'`,
    old: { credit: 50_00n, success_percent: 200 },
    renewed: { credit: 50_00n, success_percent: 400 },
  },
];

for (const outcome of ['commits', 'fails'] as const)
  test.each(RACES)(
    `a grant of $what in the middle of an edit that ${outcome} waits for it, and is wholly old or asked for again`,
    async ({ from, path, edit, undo, given = BOUND, old, renewed }) => {
      const member = await from();
      let asking: Promise<unknown> = Promise.resolve();
      const during = async () => {
        asking = get(member, path);
        await vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(1), BY_ITSELF);
      };
      await editAround(edit, during, outcome);
      const granted = async () => (await db.query(given, [member.id])).rows;
      if (outcome === 'commits') {
        expect(await asking).toMatchObject(refusal(503, 'SERVICE_UNAVAILABLE'));
        expect(await granted()).toEqual([]);
        expect(await get(member, path)).toMatchObject({ status: 200 });
      } else expect(await asking).toMatchObject({ status: 200 });
      expect(await granted()).toEqual([outcome === 'commits' ? renewed : old]);
      await db.query(undo);
      if (given === IN_POT) expect(await get(member, 'refund/addWallet')).toMatchObject({ status: 200 });
    },
  );

test(
  'of many grants while a campaign is edited back and forth, each has the terms of one version',
  IN_FULL,
  async () => {
    const versions = [
      ['credit=50', 'success=300', 'fail=5'],
      ['credit=20', 'success=200', 'fail=10'],
      ['credit=30', 'success=250', 'fail=7'],
    ];
    const members = await Promise.all(Array.from({ length: 24 }, () => newMember(product)));
    const granting = members.map((member) =>
      vi.waitFor(async () => {
        const { status } = await get(member, 'promotion/activate/WELCOME50');
        expect(status).toBe(200);
      }, BY_ITSELF),
    );
    let isOver = false;
    const all = Promise.all(granting).finally(() => {
      isOver = true;
    });
    for (let at = 0; !isOver; at++)
      await operator('campaign edit', 'promotion', 'WELCOME50', 'BAHT', ...(versions[at % versions.length] ?? []));
    await all;
    const ids = members.map(({ id }) => id);
    const { rows } = await db.query<{ credit: bigint; success_percent: number; fail_percent: number; held: bigint }>(
      `select credit, success_percent, fail_percent,
        (select balance from ledger_accounts where ledger_accounts.member_id = conditions.member_id and name = 'main') as held
      from conditions where member_id = any ($1)`,
      [ids],
    );
    expect(rows).toHaveLength(members.length);
    for (const { credit, success_percent, fail_percent, held } of rows) {
      expect(versions).toContainEqual([
        `credit=${credit / 100n}`,
        `success=${success_percent}`,
        `fail=${fail_percent}`,
      ]);
      expect(held).toBe(credit);
    }
    await operator('campaign edit', 'promotion', 'WELCOME50', 'BAHT', 'credit=50', 'success=300', 'fail=5');
  },
);
