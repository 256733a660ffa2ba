import { afterAll, expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { unexplained } from '../../../test/books.ts';
import {
  BY_ITSELF,
  goToGame,
  mainWalletOf,
  newPlayer,
  startProductOnSandbox,
  statementOf,
  walletOf,
} from '../../../test/harness.ts';
import { letNobodysMoneyBeFetched } from '../../../test/late-moves.ts';
import { balancesOf, problems } from '../../ledger/ledger.ts';
import { listen } from '../../platform/listen.ts';
import { WALLET_CHANGED } from '../../platform/wallet-changes.ts';
import { isMoving } from './game-accounts.queries.ts';

const { product, sandbox, database } = await startProductOnSandbox({
  PROVIDER_TIMEOUT_MS: '1500',
  PROVIDER_LATE_MS: '600000',
  // Money of nobody's is fetched back by a second reading, which comes only where a test lets it.
  READINGS_APART_MS: '600000',
});
const { db } = database;
const operator = operatorOf(db);
const announced = new Set<string>();
const channels = { [WALLET_CHANGED]: (ids: string) => ids.split(',').forEach((id) => void announced.add(id)) };
const { promise: hears, resolve: onListening } = Promise.withResolvers<void>();
const listening = listen(database.url, { channels, onListening }, product.app.log);
afterAll(() => listening.stop());
await hears;

test.each([
  {
    from: 'house',
    main: 160,
    entry: { statementType: 'deposit', from: 'service', to: 'wallet', amount: 60, balanceAfter: 160 },
    late: ['60.00 BAHT'],
  },
  {
    from: 'member',
    main: 100,
    entry: { statementType: 'withdraw', from: 'pg', to: 'service', amount: 70 },
    late: ['70.00 BAHT', '60.00 BAHT'],
  },
])('money at a closed game is given up at the cost of the $from', async ({ from, main, entry, late }) => {
  const member = await newPlayer(product, { wallet: 100, pg: entry.amount });
  await expect.poll(() => announced, BY_ITSELF).toContain(member.id);
  announced.clear();
  await operator('games write-off', member.id, 'pg', from);
  await expect.poll(() => announced, BY_ITSELF).toContain(member.id);
  // The provider still tells of the money: it is no win.
  await walletOf(product, member);
  expect((await mainWalletOf(product, member)).amount).toBe(main);
  expect((await balancesOf(db, member.id)).get('game:pg')).toBe(0n);
  expect((await statementOf(product, member))[0]).toMatchObject(entry);
  await expect(operator('games write-off', member.id, 'pg', from)).rejects.toThrow('has nothing at pg');
  const listed = (await operator('games late')).trim().split('\n');
  expect(listed.map((line) => line.trim().split('  pg  ')[1])).toEqual(late);
  expect(listed[0]).toContain(member.id);
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});

test('money that was given up, that the game gives back after all and that operators give is the member’s again', async () => {
  const member = await newPlayer(product, { imi: 80 });
  await walletOf(product, member);
  await operator('games write-off', member.id, 'imi', 'member');
  await goToGame(product, member, 'imi');
  const id = await letNobodysMoneyBeFetched({ product, sandbox, database }, member, 'imi');
  announced.clear();
  await operator('fetched give', id);
  await expect.poll(() => announced, BY_ITSELF).toContain(member.id);
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 80, inTransit: 0, imi: 0 });
  await expect(operator('fetched give', id)).rejects.toThrow('waits for a decision');
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});

test.each([
  { outcome: 'done', status: 'SUCCESS', main: 60 },
  { outcome: 'refused', status: 'FAILED', main: 100 },
])(
  'a move that the provider never tells of is $outcome by what operators have in writing',
  async ({ outcome, status, main }) => {
    const member = await newPlayer(product, { wallet: 100, joker: 10 });
    await sandbox.fault({ target: 'games/joker', call: 'status', mode: 'garbage' });
    await sandbox.fault({ target: 'games/joker', call: 'move-in', mode: 'timeout-before', times: 1 });
    const body = { from: 'wallet', to: 'joker', amount: 40 };
    const { id } = (await product.call('POST /api/wallet/transfer', { token: member.token, body })).body as {
      id: string;
    };
    await expect(operator('games write-off', member.id, 'joker', 'house')).rejects.toThrow('on its way there');
    const other = await newPlayer(product, { joker: 5 });
    expect(await isMoving(db, { memberId: other.id, code: 'joker' })).toBe(false);
    // A move that is only planned is on its way too.
    const client = await db.connect();
    try {
      await client.query('begin');
      await client.query(`update transfer_legs set state = 'planned' where transfer_id = $1`, [id]);
      expect(await isMoving(client, { memberId: member.id, code: 'joker' })).toBe(true);
    } finally {
      await client.query('rollback');
      client.release();
    }
    await expect(operator('transfers resolve', id, 'pg', outcome, 'a letter')).rejects.toThrow('No move at pg');
    await operator('transfers resolve', id, 'joker', outcome, 'a letter of the provider');
    const state = await product.call(`GET /api/wallet/transfer/${id}`, { token: member.token });
    expect(state.body).toMatchObject({ status });
    expect(await mainWalletOf(product, member)).toMatchObject({ amount: main, inTransit: 0 });
    await expect(operator('transfers resolve', id, 'joker', outcome, 'again')).rejects.toThrow('No move at joker');
    await sandbox.fault({ target: 'games/joker', call: 'status', mode: 'ok' });
    expect(await problems(db)).toEqual([]);
    expect(await unexplained(db)).toEqual([]);
  },
);

test('an operator’s proof and the worker’s question at once book the move once', async () => {
  const member = await newPlayer(product, { wallet: 100, imi: 0 });
  await sandbox.fault({ target: 'games/imi', call: 'move-in', mode: 'timeout-after', times: 1 });
  const body = { from: 'wallet', to: 'imi', amount: 25 };
  const { id } = (await product.call('POST /api/wallet/transfer', { token: member.token, body })).body as {
    id: string;
  };
  await db.query('update transfers set next_try_at = clock_timestamp() where id = $1', [id]);
  await operator('transfers resolve', id, 'imi', 'done', 'a letter').catch((error: Error) =>
    expect(error.message).toContain('No move at imi'),
  );
  await expect.poll(async () => (await mainWalletOf(product, member)).amount, BY_ITSELF).toBe(75);
  expect((await balancesOf(db, member.id)).get('game:imi')).toBe(2_500n);
});
