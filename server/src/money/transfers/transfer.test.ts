import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  contents,
  newMember,
  newPlayer,
  openGame,
  PATIENT,
  type Player,
  startProductOnSandbox,
  statementOf,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox } = await startProductOnSandbox(PATIENT);
const amountsOf = async (member: Player) => (await walletOf(product, member)).amounts;
const codeOf = ({ body }: { body: unknown }) => (body as { message?: string }).message;

test('money moves in, across and home to the satang, and the games say the same', async () => {
  const member = await newPlayer(product, { wallet: 1000.01, pg: 0, joker: 0, imi: 0, ufabet: 0 });
  const standing = (code: string) => sandbox.player(code, member.gameUsername);
  const move = async (from: string, to: string, amount: number) => {
    const { status, body } = await transfer(product, member, { from, to, amount });
    expect({ status, body }).toEqual({ status: 200, body: { id: expect.any(String), status: 'SUCCESS' } });
  };
  await move('wallet', 'pg', 33.33);
  await move('wallet', 'joker', 0.29 + 1);
  await move('WALLET', 'Imi', 100.1);
  await move(' wallet ', 'ufabet', 500);
  expect(await amountsOf(member)).toEqual({
    wallet: 365.29,
    inTransit: 0,
    pg: 33.33,
    joker: 1.29,
    imi: 100.1,
    ufabet: 500,
  });

  await move('pg', 'joker', 33.32);
  await move('joker', 'imi', 34.6);
  await move('imi', 'ufabet', 134.7);
  await move('ufabet', 'pg', 1.99);
  await move('ufabet', 'wallet', 632.71);
  await move('pg', 'wallet', 2);
  expect(await amountsOf(member)).toEqual({ wallet: 1000, inTransit: 0, pg: 0, joker: 0.01, imi: 0, ufabet: 0 });
  expect(await standing('joker')).toEqual({ balance: 0.01, inPlay: 0 });
  for (const code of ['pg', 'imi', 'ufabet']) expect(await standing(code)).toEqual({ balance: 0, inPlay: 0 });
  expect(await problems(product.db)).toEqual([]);
});

test('a refused transfer changes nothing anywhere', async () => {
  const member = await newPlayer(product, { wallet: 100, pg: 50 });
  await walletOf(product, member);
  // These tell when games were asked.
  const except = ['game_accounts', 'provider_rate_limits', 'game_questions'];
  const before = await contents(product.db, { except });
  const refused: [body: Record<string, unknown>, status: number, message: string][] = [
    [{ from: 'wallet', to: 'pg', amount: 0.99 }, 422, 'TRANSFER_MINIMUM'],
    [{ from: 'pg', to: 'wallet', amount: 0 }, 422, 'TRANSFER_MINIMUM'],
    [{ from: 'wallet', to: 'wallet', amount: 10 }, 400, 'INVALID_REQUEST'],
    [{ from: 'pg', to: 'PG', amount: 10 }, 400, 'INVALID_REQUEST'],
    [{ from: '', to: 'pg', amount: 10 }, 400, 'INVALID_REQUEST'],
    [{ from: 'wallet', to: ' ', amount: 10 }, 400, 'INVALID_REQUEST'],
    [{ from: 'wallet', to: 'pg', amount: 10.001 }, 400, 'INVALID_REQUEST'],
    [{ from: 'wallet', to: 'pg', amount: -10 }, 400, 'INVALID_REQUEST'],
    [{ from: 'wallet', to: 'pg', amount: 10_000_000_000 }, 400, 'INVALID_REQUEST'],
    [{ from: 'wallet', to: 'pg', amount: 'NaN' }, 400, 'INVALID_REQUEST'],
    [{ from: 'wallet', to: 'pg', amount: '10' }, 400, 'INVALID_REQUEST'],
    [{ from: 'wallet', to: 'pg', amount: null }, 400, 'INVALID_REQUEST'],
    [{ from: 'wallet', to: 'pg' }, 400, 'INVALID_REQUEST'],
    [{ from: 'wallet', to: 'pg', amount: 10, fee: 1 }, 400, 'INVALID_REQUEST'],
    [{ from: ['wallet'], to: 'pg', amount: 10 }, 400, 'INVALID_REQUEST'],
    [{ from: 'wallet', to: 'nope', amount: 10 }, 404, 'NO_GAME'],
    [{ from: 'all', to: 'wallet', amount: 10 }, 404, 'NO_GAME'],
    [{ from: 'wallet', to: 'constructor', amount: 10 }, 404, 'NO_GAME'],
    [{ from: 'wallet', to: 'joker', amount: 10 }, 404, 'SLOT_NO_ACCOUNT'],
    [{ from: 'joker', to: 'wallet', amount: 10 }, 404, 'SLOT_NO_ACCOUNT'],
    [{ from: 'pg', to: 'joker', amount: 10 }, 404, 'SLOT_NO_ACCOUNT'],
    [{ from: 'wallet', to: 'pg', amount: 100.01 }, 422, 'MONEY_NOT_ENOUGH'],
    [{ from: 'wallet', to: 'pg', amount: 9_999_999_999.99 }, 422, 'MONEY_NOT_ENOUGH'],
    [{ from: 'pg', to: 'wallet', amount: 50.01 }, 422, 'MONEY_NOT_ENOUGH'],
  ];
  for (const [body, status, message] of refused) {
    const answer = await product.call('POST /api/wallet/transfer', { token: member.token, body });
    expect({ body, status: answer.status, message: codeOf(answer) }).toEqual({ body, status, message });
  }
  const raw = '{"from": "wallet", "to": "pg", "amount": 1e999}';
  expect((await product.call('POST /api/wallet/transfer', { token: member.token, raw })).status).toBe(400);
  expect(await contents(product.db, { except })).toEqual(before);
  expect(await sandbox.player('pg', member.gameUsername)).toEqual({ balance: 50, inPlay: 0 });
});

test('visitors and other members move nothing', async () => {
  const rich = await newPlayer(product, { wallet: 100, pg: 100 });
  const body = { from: 'pg', to: 'wallet', amount: 100 };
  expect(await product.call('POST /api/wallet/transfer', { body })).toMatchObject({ status: 401 });
  const poor = await newPlayer(product, { pg: 0 });
  expect(codeOf(await transfer(product, poor, body))).toBe('MONEY_NOT_ENOUGH');
  expect(await amountsOf(rich)).toEqual({ wallet: 100, inTransit: 0, pg: 100 });
});

test('a game that cannot be read pays nothing out, and says so', async () => {
  const member = await newPlayer(product, { pg: 100 });
  await sandbox.fault({ target: 'games/pg', call: 'balance', mode: 'garbage', times: 1 });
  const answer = await transfer(product, member, { from: 'pg', to: 'wallet', amount: 100 });
  expect(answer).toMatchObject({ status: 503, body: { message: 'SERVICE_UNAVAILABLE' } });
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, pg: 100 });
});

test('game to game whose second half is refused leaves the money in the main wallet', async () => {
  const member = await newPlayer(product, { pg: 100, slotxo: 0 });
  await sandbox.fault({ target: 'games/slotxo', mode: 'refuse', times: 1 });
  const answer = await transfer(product, member, { from: 'pg', to: 'slotxo', amount: 60 });
  expect(answer).toMatchObject({ status: 502, body: { message: 'TRANSFER_FAIL' } });
  expect(await amountsOf(member)).toEqual({ wallet: 60, inTransit: 0, pg: 40, slotxo: 0 });
  expect((await statementOf(product, member)).slice(0, 2)).toMatchObject([
    { from: 'wallet', to: 'slotxo', amount: 60, status: 'FAILED' },
    { from: 'pg', to: 'wallet', amount: 60, status: 'SUCCESS' },
  ]);
});

test('game to game whose first half is refused moves nothing', async () => {
  const member = await newPlayer(product, { wallet: 500, circus: 100, slotxo: 0 });
  await sandbox.fault({ target: 'games/circus', mode: 'refuse', times: 1 });
  const answer = await transfer(product, member, { from: 'circus', to: 'slotxo', amount: 60 });
  expect(answer).toMatchObject({ status: 502, body: { message: 'TRANSFER_FAIL' } });
  expect(await amountsOf(member)).toEqual({ wallet: 500, inTransit: 0, circus: 100, slotxo: 0 });
});

test('the state of a transfer is told to its own member only', async () => {
  const member = await newPlayer(product, { wallet: 100, betflix: 0 });
  const { body } = await transfer(product, member, { from: 'wallet', to: 'BETFLIX', amount: 12.5 });
  const { id } = body as { id: string };
  const stateFor = ({ token }: Player, of = id) => product.call(`GET /api/wallet/transfer/${of}`, { token });
  expect(await stateFor(member)).toMatchObject({
    status: 200,
    body: {
      id,
      status: 'SUCCESS',
      from: 'wallet',
      to: 'betflix',
      amount: 12.5,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
  });
  const nothing = { status: 404, body: { message: 'NO_DATA' } };
  const other = await newMember(product);
  expect(await stateFor(other)).toMatchObject(nothing);
  expect(await stateFor(member, randomUUID())).toMatchObject(nothing);
  expect(await stateFor(member, 'nonsense')).toMatchObject({ status: 400, body: { message: 'INVALID_REQUEST' } });
  expect(await product.call(`GET /api/wallet/transfer/${id}`)).toMatchObject({ status: 401 });

  await sandbox.fault({ target: 'games/betflix', mode: 'refuse', times: 1 });
  const key = randomUUID();
  await transfer(product, member, { from: 'wallet', to: 'betflix', amount: 10 }, key);
  expect(await stateFor(member, key)).toMatchObject({ status: 200, body: { id: key, status: 'FAILED', amount: 10 } });
});

test('an account that was asked for but never opened takes no money', async () => {
  const member = await newPlayer(product, { wallet: 100 });
  await sandbox.fault({ target: 'games/yeekee', call: 'create', mode: 'refuse', times: 1 });
  await expect(openGame(product, member, 'yeekee')).rejects.toThrow('GAME_ACTIVATION_FAIL');
  const answer = await transfer(product, member, { from: 'wallet', to: 'yeekee', amount: 10 });
  expect(answer).toMatchObject({ status: 404, body: { message: 'SLOT_NO_ACCOUNT' } });
});
