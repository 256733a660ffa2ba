import { afterAll, expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { newPlayer, startPayingWorld, transfer, walletOf, withdraw } from '../../../test/harness.ts';
import { clearBonus, conditionOf, NO_CONDITION, play, receivePromotion, refusal } from '../../../test/rewards.ts';
import { problems } from '../../ledger/ledger.ts';
import { CannotDo } from '../../staff/act.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const operator = operatorOf(db);
const CLOSED = refusal(422, 'GAME_CLOSED');
const all = (member: { token: string }, to: string) =>
  product.call('POST /api/wallet/transferAll', { token: member.token, body: { to } });

afterAll(async () => {
  expect(await problems(db)).toEqual([]);
});

test('no road leads into a game that an operator has closed, and every road out of it stays open', async () => {
  const member = await newPlayer(product, { wallet: 100, pg: 300, joker: 50 });
  expect(await operator('games close', 'pg')).toBe('No money goes into pg.');
  expect(await operator('games closed')).toMatch(/^pg {2}by a tester, since 20/);
  try {
    expect(await transfer(product, member, { from: 'wallet', to: 'pg', amount: 10 })).toMatchObject(CLOSED);
    expect(await transfer(product, member, { from: 'joker', to: 'pg', amount: 10 })).toMatchObject(CLOSED);
    expect(await all(member, 'pg')).toMatchObject(CLOSED);
    expect((await walletOf(product, member)).amounts).toEqual({ wallet: 100, inTransit: 0, pg: 300, joker: 50 });

    expect(await transfer(product, member, { from: 'pg', to: 'wallet', amount: 10 })).toMatchObject({ status: 200 });
    expect(await transfer(product, member, { from: 'pg', to: 'joker', amount: 20 })).toMatchObject({ status: 200 });
    expect((await walletOf(product, member)).amounts).toEqual({ wallet: 110, inTransit: 0, pg: 270, joker: 70 });
    // A withdrawal fetches what is missing, and what is won there counts.
    await play(sandbox, 'pg', member, 30);
    expect(await withdraw(product, member, 350, { all: true })).toMatchObject({ status: 200 });
    expect(await all(member, 'wallet')).toMatchObject({ status: 200 });
    expect((await walletOf(product, member)).amounts).toMatchObject({ wallet: 130, pg: 0, joker: 0 });
  } finally {
    expect(await operator('games open', 'pg')).toBe('pg takes money again.');
  }
  expect(await transfer(product, member, { from: 'wallet', to: 'pg', amount: 10 })).toMatchObject({ status: 200 });
});

test('a cancelled reward brings its money home from a closed game', async () => {
  const member = await newPlayer(product, { pg: 400 });
  expect((await receivePromotion(product, member)).status).toBe(200);
  await operator('games close', 'pg');
  try {
    expect((await clearBonus(product, member)).body).toMatchObject({ status: 'SUCCESS' });
    expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
    expect((await walletOf(product, member)).amounts).toEqual({ wallet: 400, inTransit: 0, pg: 0 });
  } finally {
    await operator('games open', 'pg');
  }
});

test('no account is opened at a closed game, and one that is there is shown', async () => {
  const [old, fresh] = [await newPlayer(product, { joker: 0 }), await newPlayer(product)];
  await operator('games close', 'joker');
  try {
    const open = await product.call('GET /api/wallet/activate/joker', { token: fresh.token });
    expect(open).toMatchObject(CLOSED);
    const shown = await product.call('GET /api/wallet/account/joker', { token: old.token });
    expect(shown).toMatchObject({ status: 200 });
  } finally {
    await operator('games open', 'joker');
  }
  expect(await product.call('GET /api/wallet/activate/joker', { token: fresh.token })).toMatchObject({ status: 200 });
});

test('a game is closed once and opened once', async () => {
  await expect(operator('games open', 'pg')).rejects.toThrow(
    new CannotDo('No operator has closed pg: `games closed` lists what is closed.'),
  );
  await operator('games close', 'pg');
  await expect(operator('games close', 'pg')).rejects.toThrow('Game pg is closed already');
  await operator('games close', 'joker');
  expect(await operator('games closed')).toMatch(/^joker .*\npg /);
  await operator('games open', 'pg');
  expect(await operator('games closed')).toMatch(/^joker [^\n]*$/);
  await operator('games open', 'joker');
  await expect(operator('games close', 'chess')).rejects.toThrow(CannotDo);
});
