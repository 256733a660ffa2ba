import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import {
  newPlayer,
  PATIENT,
  SOON,
  startProduct,
  startProductOnSandbox,
  transfer,
  waitingForLocks,
  walletOf,
} from '../../../test/harness.ts';
import { balancesOf, problems } from '../../ledger/ledger.ts';
import { inTransaction } from '../../platform/database.ts';
import { beginTransfer, bookLeg } from './transfer-steps.ts';

const { product, sandbox, database } = await startProductOnSandbox(PATIENT);
const second = await startProduct(database, { ...PATIENT, SANDBOX_URL: sandbox.url });

/** Does the work fifty times at the same moment, on two nodes in turn; counts the answers. */
async function fiftyTimes(work: (node: typeof product) => ReturnType<typeof transfer>) {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => work(i % 2 ? product : second)));
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const { status: outcome, message } = body as { status?: string; message?: string };
    const name = `${status} ${outcome ?? message}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
const ONE_OF_FIFTY = { '200 SUCCESS': 1, '422 MONEY_NOT_ENOUGH': 49 };

test.each(['pg', 'joker', 'imi', 'ufabet'])(
  '%s: the same 100 baht go in once, whichever request asks',
  async (code) => {
    const member = await newPlayer(product, { wallet: 100, [code]: 0 });
    const counts = await fiftyTimes((node) => transfer(node, member, { from: 'wallet', to: code, amount: 100 }));
    expect(counts).toEqual(ONE_OF_FIFTY);
    expect((await walletOf(product, member)).amounts).toEqual({ wallet: 0, inTransit: 0, [code]: 100 });
  },
);

test.each(['pg', 'joker', 'imi', 'ufabet'])(
  '%s: the same 100 baht come home once, whichever request asks',
  async (code) => {
    const member = await newPlayer(product, { [code]: 100 });
    const counts = await fiftyTimes((node) => transfer(node, member, { from: code, to: 'wallet', amount: 100 }));
    expect(counts).toEqual(ONE_OF_FIFTY);
    expect((await walletOf(product, member)).amounts).toEqual({ wallet: 100, inTransit: 0, [code]: 0 });
  },
);

test('beside an open stake the rest comes home once, and the others are told that there is no more', async () => {
  const member = await newPlayer(product, { pg: 100 });
  await sandbox.bet('pg', member.gameUsername, 50);
  const counts = await fiftyTimes((node) => transfer(node, member, { from: 'pg', to: 'wallet', amount: 50 }));
  expect(counts).toEqual(ONE_OF_FIFTY);
});

test('in, out, across, all, reading and playing at the same moment lose and make no money', async () => {
  const member = await newPlayer(product, { wallet: 100, pg: 100, joker: 100 });
  const all = (to: string) => product.call('POST /api/wallet/transferAll', { token: member.token, body: { to } });
  const work = [
    () => transfer(product, member, { from: 'wallet', to: 'pg', amount: 30.01 }),
    () => transfer(second, member, { from: 'pg', to: 'wallet', amount: 20.5 }),
    () => transfer(product, member, { from: 'pg', to: 'joker', amount: 40 }),
    () => transfer(second, member, { from: 'joker', to: 'pg', amount: 15.33 }),
    () => all('wallet'),
    () => all('joker'),
    () => walletOf(second, member),
    () => sandbox.round('pg', member.gameUsername, { stake: 1, win: 1 }).catch(() => {}),
  ];
  await Promise.all(Array.from({ length: 48 }, (_, i) => work[i % work.length]?.()));
  const { amounts } = await walletOf(product, member);
  const { wallet = 0, pg = 0, joker = 0, inTransit } = amounts;
  expect(inTransit).toBe(0);
  expect(Math.round((wallet + pg + joker) * 100)).toBe(300_00);
  expect(await sandbox.player('pg', member.gameUsername)).toEqual({ balance: pg, inPlay: 0 });
  expect(await sandbox.player('joker', member.gameUsername)).toEqual({ balance: joker, inPlay: 0 });
  const { rowCount } = await product.db.query(
    `select from ledger_postings where owner = $1 and reason = 'game_result'`,
    [member.id],
  );
  expect(rowCount).toBe(0);
});

test.each([
  { first: 'done', second: 'absent', status: 'SUCCESS', main: 0n, pg: 100_00n },
  { first: 'absent', second: 'done', status: 'FAILED', main: 100_00n, pg: 0n },
  { first: 'done', second: 'done', status: 'SUCCESS', main: 0n, pg: 100_00n },
] as const)(
  'two processes book the outcome of a leg at the same moment, as $first and as $second: the second waits, and changes nothing',
  async ({ first, second, status, main, pg }) => {
    const { db } = database;
    const { id: memberId } = await newPlayer(product, { wallet: 100, pg: 0 });
    const leg = { code: 'pg', direction: 'in', stage: 1, amount: 100_00n, state: 'planned' } as const;
    const plan = { from: 'wallet', to: 'pg', amount: 100_00n, withMainWallet: false, legs: [leg] };
    const asked = { memberId, id: randomUUID(), call: '', inputHash: null, isAsked: true, plan };
    await db.query('update game_accounts set last_agreed_at = clock_timestamp() where member_id = $1', [memberId]);
    const [started] = (await beginTransfer(db, asked, 3_600_000)).started;
    const called = started?.leg ?? expect.fail('no leg');
    const { booked, later } = await inTransaction(db, async (tx) => {
      const booked = await bookLeg(tx, called, first);
      const later = bookLeg(db, called, second).catch((error: Error) => error.message);
      await vi.waitFor(async () => expect(await waitingForLocks(db)).toBeGreaterThan(0), SOON);
      // Within an object: the transaction must commit before the second booking can end.
      return { booked, later: { end: later } };
    });
    expect(booked).toEqual({ status, started: [] });
    expect(await later.end).toEqual({ status: 'PENDING', started: [] });
    const balances = await balancesOf(db, memberId);
    expect([balances.get('main'), balances.get('game:pg') ?? 0n]).toEqual([main, pg]);
    const { rows } = await db.query('select status from transfers where id = $1', [asked.id]);
    expect(rows).toEqual([{ status }]);
  },
);

test('members who move money at the same moment do not get in each other’s way', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, () => newPlayer(product, { wallet: 100, pg: 0 })));
  const answers = await Promise.all(
    members.flatMap((member) =>
      [10, 20, 30, 40].map((amount) => transfer(product, member, { from: 'wallet', to: 'pg', amount })),
    ),
  );
  for (const { body } of answers) expect(body).toMatchObject({ status: 'SUCCESS' });
  for (const member of members)
    expect((await walletOf(product, member)).amounts).toEqual({ wallet: 0, inTransit: 0, pg: 100 });
});

test('after all this the books are in order', async () => {
  expect(await problems(product.db)).toEqual([]);
});
