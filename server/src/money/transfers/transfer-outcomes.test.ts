import { expect, test, vi } from 'vitest';
import {
  BY_ITSELF,
  newPlayer,
  startPatientNode,
  startProductOnSandbox,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { problems } from '../../ledger/ledger.ts';

// Its deadline is shorter than a slow provider takes. No call is ever thought lost but those that the test says are.
const { product, sandbox, database } = await startProductOnSandbox({
  PROVIDER_TIMEOUT_MS: '1500',
  PROVIDER_LATE_MS: '600000',
});
/** For providers that answer, however busy the machine is. */
const patient = await startPatientNode(database, sandbox);

/** One provider of each dialect. */
const CODES = ['pg', 'joker', 'imi', 'ufabet'] as const;
/** The ways a provider can misbehave, the member's first answer, and the transfer's end. */
const MODES = {
  refuse: { atOnce: 'FAILED', end: 'FAILED', node: patient },
  'timeout-before': { atOnce: 'PENDING', end: 'FAILED', node: product },
  garbage: { atOnce: 'PENDING', end: 'FAILED', node: patient },
  'timeout-after': { atOnce: 'PENDING', end: 'SUCCESS', node: product },
  'error-after': { atOnce: 'PENDING', end: 'SUCCESS', node: patient },
  slow: { atOnce: 'PENDING', end: 'SUCCESS', node: product },
} as const;
type Mode = keyof typeof MODES;
const WAYS = ['in', 'out'] as const;
type Way = (typeof WAYS)[number];

const AMOUNT = 33.33;
const players = new Map(
  await Promise.all(
    (Object.keys(MODES) as Mode[]).flatMap((mode) =>
      WAYS.map(async (way) => {
        const player = await newPlayer(patient, { wallet: 1000, pg: 100, joker: 100, imi: 100, ufabet: 100 });
        return [`${mode}/${way}`, player] as const;
      }),
    ),
  ),
);
const playerOf = (mode: Mode, way: Way) => players.get(`${mode}/${way}`) ?? expect.fail('no such player');

type Told = { name: string; mode: Mode; answer: Awaited<ReturnType<typeof transfer>> };

/** Makes all transfers of one mode at the same moment, at every provider and in both directions. */
async function moveUnder(mode: Mode): Promise<Promise<Told>[]> {
  const cases = WAYS.flatMap((way) => CODES.map((code) => ({ way, code })));
  const moves = cases.map(async ({ way, code }) => {
    const fault = { target: `games/${code}`, call: `move-${way}` };
    await sandbox.fault({ ...fault, mode, times: 1 });
    const route = way === 'in' ? { from: 'wallet', to: code } : { from: code, to: 'wallet' };
    const answer = transfer(MODES[mode].node, playerOf(mode, way), { ...route, amount: AMOUNT });
    // The fault has been met, so the next mode meets no call of this one.
    await vi.waitFor(async () => expect(await sandbox.faultsLeft(fault.target, fault.call)).toBe(0), BY_ITSELF);
    return { told: answer.then((told): Told => ({ name: `${mode}/${way}/${code}`, mode, answer: told })) };
  });
  return (await Promise.all(moves)).map(({ told }) => told);
}

// The transfers are made one mode after the other, are answered and end side by side while the tests below look on.
const waiting: Promise<Told>[] = [];
for (const mode of Object.keys(MODES) as Mode[]) waiting.push(...(await moveUnder(mode)));
const told = await Promise.all(waiting);
const answers = new Map(told.map(({ name, answer }) => [name, answer]));

// As if the calls that never arrived were made two hours ago: only then a provider that does not know them is believed.
const lost = told.filter(({ mode }) => mode === 'timeout-before' || mode === 'garbage');
await product.db.query(
  `update transfer_legs set called_at = called_at - interval '2 hours' where transfer_id = any ($1)`,
  [lost.map(({ answer }) => (answer.body as { id: string }).id)],
);

const cases = (Object.keys(MODES) as Mode[]).flatMap((mode) =>
  WAYS.map((way) => ({ mode, way, atOnce: MODES[mode].atOnce, end: MODES[mode].end })),
);

test.each(cases)('$mode on the way $way: the member is told $atOnce at once', ({ mode, way, atOnce }) => {
  for (const code of CODES) {
    const { status, body } = answers.get(`${mode}/${way}/${code}`) ?? expect.fail('no answer');
    const told =
      atOnce === 'FAILED'
        ? { status: 502, body: { message: 'TRANSFER_FAIL' } }
        : { status: 200, body: { id: expect.any(String), status: atOnce } };
    expect({ code, status, body }).toEqual({ code, ...told });
  }
});

test.each(cases)(
  '$mode on the way $way: it ends as $end with the money where it belongs',
  async ({ mode, way, end }) => {
    const player = playerOf(mode, way);
    const { token } = player;
    const moved = end === 'FAILED' ? 0 : way === 'in' ? AMOUNT : -AMOUNT;
    const inGame = Number((100 + moved).toFixed(2));
    const wallet = Number((1000 - 4 * moved).toFixed(2));
    await expect
      .poll(async () => (await walletOf(product, player)).amounts, BY_ITSELF)
      .toEqual({ wallet, inTransit: 0, pg: inGame, joker: inGame, imi: inGame, ufabet: inGame });
    for (const code of CODES) {
      expect(await sandbox.player(code, player.gameUsername)).toEqual({ balance: inGame, inPlay: 0 });
      const { id } = (answers.get(`${mode}/${way}/${code}`)?.body ?? {}) as { id?: string };
      if (!id) continue;
      const state = await product.call(`GET /api/wallet/transfer/${id}`, { token });
      expect(state.body).toMatchObject({ id, status: end, amount: AMOUNT });
    }
  },
);

test('in the end nothing is on its way, nothing was taken for a game result, and the books are in order', async () => {
  await expect
    .poll(async () => (await product.db.query(`select from transfers where status = 'PENDING'`)).rowCount, BY_ITSELF)
    .toBe(0);
  const { rows } = await product.db.query(
    `select 'in transit' from ledger_accounts where name = 'in_transit' and balance <> 0
      union all select 'result' from ledger_postings where reason = 'game_result'`,
  );
  expect(rows).toEqual([]);
  expect(await problems(product.db)).toEqual([]);
});
