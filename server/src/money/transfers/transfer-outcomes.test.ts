import { expect, test } from 'vitest';
import {
  BY_ITSELF,
  newPlayer,
  startPatientNode,
  startProductOnSandbox,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { problems } from '../../ledger/ledger.ts';

// Short, so that silence is over soon, and long enough for eight calls at once on a busy machine.
const { product, sandbox, database } = await startProductOnSandbox({ PROVIDER_TIMEOUT_MS: '600' });
const patient = await startPatientNode(database, sandbox);

/** One provider of each dialect. */
const CODES = ['pg', 'joker', 'imi', 'ufabet'] as const;
/** The ways a provider can misbehave, the member's first answer, and the transfer's end. */
const MODES = {
  refuse: { atOnce: 'FAILED', end: 'FAILED' },
  'timeout-before': { atOnce: 'PENDING', end: 'FAILED' },
  garbage: { atOnce: 'PENDING', end: 'FAILED' },
  'timeout-after': { atOnce: 'PENDING', end: 'SUCCESS' },
  'error-after': { atOnce: 'PENDING', end: 'SUCCESS' },
  slow: { atOnce: 'PENDING', end: 'SUCCESS' },
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

/** Makes all transfers of one mode at the same moment, at every provider and in both directions. */
async function moveUnder(mode: Mode) {
  const cases = WAYS.flatMap((way) => CODES.map((code) => ({ way, code })));
  const moves = cases.map(async ({ way, code }) => {
    await sandbox.fault({ target: `games/${code}`, call: `move-${way}`, mode, times: 1 });
    const route = way === 'in' ? { from: 'wallet', to: code } : { from: code, to: 'wallet' };
    const answer = await transfer(product, playerOf(mode, way), { ...route, amount: AMOUNT });
    return [`${mode}/${way}/${code}`, answer] as const;
  });
  return Promise.all(moves);
}

// The transfers are made one mode after the other and end side by side while the tests below look on.
const answers = new Map<string, Awaited<ReturnType<typeof transfer>>>();
for (const mode of Object.keys(MODES) as Mode[])
  for (const [name, answer] of await moveUnder(mode)) answers.set(name, answer);

const cases = (Object.keys(MODES) as Mode[]).flatMap((mode) => WAYS.map((way) => ({ mode, way, ...MODES[mode] })));

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
      union all select 'result' from ledger_transfers where reason = 'game_result'`,
  );
  expect(rows).toEqual([]);
  expect(await problems(product.db)).toEqual([]);
});
