import { expect, test } from 'vitest';
import { IN_FULL } from '../../../../world/tier.ts';
import {
  goToGame,
  newPlayer,
  PATIENT,
  signIn,
  spawnProduct,
  startPayingWorld,
  startProduct,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { play, refusal, stopClockAt } from '../../../test/rewards.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;

const standAt = (time: string) => stopClockAt(database, time);

const DONE = { status: 200, body: { message: 'REFUND_SUCCESS' } };

test.each([
  ['fourteen hours ahead of Greenwich', 'Pacific/Kiritimati', '2031-02'],
  ['ten hours behind it', 'Pacific/Honolulu', '2031-03'],
])(
  'a day ends at midnight in Bangkok and counts ten minutes later, also for a node that lives %s',
  IN_FULL,
  async (_where, zone, month) => {
    await standAt(`${month}-10 12:00:00`);
    const player = await newPlayer(product, { pg: 2000 });
    const node = await spawnProduct(database, {
      ...PATIENT,
      SANDBOX_URL: sandbox.url,
      DATA_DIR: product.mediaDir,
      LOG_LEVEL: 'fatal',
      ROLE: 'api',
      TZ: zone,
      PGOPTIONS: `-c TimeZone=${zone}`,
    });
    const { username, password } = player;
    const member = { ...player, token: await signIn(node, { username, password, remember: true }) };
    const lose = async (amount: number) => {
      await play(sandbox, 'pg', member, -amount);
      await walletOf(node, member);
    };
    const check = async () => (await node.call('GET /api/refund/check', { token: member.token })).body;
    const receive = async () => {
      const { status, body } = await node.call('GET /api/refund/receive', { token: member.token });
      return { status, body };
    };

    await standAt(`${month}-10 23:59:59.999999`);
    await lose(1000);
    expect(await check()).toMatchObject({ result: false, refundAmount: 0 });
    expect(await receive()).toEqual(refusal(422, 'NO_REFUND'));

    await standAt(`${month}-11 00:10:00`);
    await lose(200);
    expect(await check()).toMatchObject({ result: true, refundAmount: 50 });
    expect(await receive()).toEqual(DONE);
    expect(await receive()).toEqual(refusal(422, 'REFUND_MINIMUM'));

    await standAt(`${month}-11 23:59:59.999999`);
    expect(await check()).toMatchObject({ result: false, refundAmount: 0 });
    await standAt(`${month}-12 00:09:59.999999`);
    expect(await check()).toMatchObject({ result: false, refundAmount: 0 });
    await standAt(`${month}-12 00:10:00`);
    expect(await check()).toMatchObject({ result: true, refundAmount: 10 });
    expect(await receive()).toEqual(DONE);
  },
);

test('a loss of the last moment is refunded once its game was read again, and not before', async () => {
  await standAt('2031-04-10 12:00:00');
  const hasty = { READINGS_APART_MS: '600000', GRANT_WAIT_MS: '0', SANDBOX_URL: sandbox.url, ROLE: 'api' };
  const strict = await startProduct(database, { ...PATIENT, ...hasty });
  const player = await newPlayer(product, { pg: 0, joker: 2000 });
  const { username, password } = player;
  const member = { ...player, token: await signIn(product, { username, password, remember: true }) };
  await standAt('2031-04-10 23:59:59.999999');
  await play(sandbox, 'joker', member, -1000);
  await walletOf(product, member);
  await standAt('2031-04-11 00:10:00');
  const receive = async (node: typeof product) => {
    const { status, body } = await node.call('GET /api/refund/receive', { token: member.token });
    return { status, body };
  };
  expect(await receive(strict)).toEqual(refusal(503, 'SERVICE_UNAVAILABLE'));
  // The provider takes it back: it was never lost.
  await play(sandbox, 'joker', member, 1000);
  expect(await receive(product)).toEqual(refusal(422, 'NO_REFUND'));
});

test('a win at a game that was empty for days takes no earlier loss back, though the game was not read meanwhile', async () => {
  await standAt('2031-05-10 12:00:00');
  const player = await newPlayer(product, { wallet: 500, pg: 0, joker: 2000 });
  const { username, password } = player;
  const member = { ...player, token: await signIn(product, { username, password, remember: true }) };
  await standAt('2031-05-12 12:00:00');
  await play(sandbox, 'joker', member, -1000);
  await walletOf(product, member);
  // The next day in Bangkok, and in Greenwich not yet.
  await standAt('2031-05-13 00:30:00');
  expect(await transfer(product, member, { from: 'wallet', to: 'pg', amount: 500 })).toMatchObject({ status: 200 });
  await play(sandbox, 'pg', member, 1000);
  expect((await walletOf(product, member)).amounts).toMatchObject({ pg: 1500 });
  const { body } = await product.call('GET /api/refund/check', { token: member.token });
  expect(body).toMatchObject({ result: true, refundAmount: 50 });
});

test('a win at a game that was read without news after midnight takes no loss of the day before back', async () => {
  await standAt('2031-07-10 12:00:00');
  const player = await newPlayer(product, { pg: 500, joker: 2000 });
  const { username, password } = player;
  const member = { ...player, token: await signIn(product, { username, password, remember: true }) };
  await play(sandbox, 'joker', member, -1000);
  await walletOf(product, member);
  await standAt('2031-07-11 00:10:00');
  await walletOf(product, member);
  await play(sandbox, 'pg', member, 1000);
  expect((await walletOf(product, member)).amounts).toMatchObject({ pg: 1500 });
  const { body } = await product.call('GET /api/refund/check', { token: member.token });
  expect(body).toMatchObject({ result: true, refundAmount: 50 });
});

test('a win at a game that was asked before money went there is of that day or later, and takes no loss of an earlier day back', async () => {
  await standAt('2031-06-10 12:00:00');
  const player = await newPlayer(product, { wallet: 500, pg: 0, joker: 2000 });
  const { username, password } = player;
  const member = { ...player, token: await signIn(product, { username, password, remember: true }) };
  await play(sandbox, 'joker', member, -1000);
  await walletOf(product, member);
  await goToGame(product, member, 'pg');
  await standAt('2031-06-13 12:00:00');
  expect(await transfer(product, member, { from: 'wallet', to: 'pg', amount: 500 })).toMatchObject({ status: 200 });
  await play(sandbox, 'pg', member, 1000);
  expect((await walletOf(product, member)).amounts).toMatchObject({ pg: 1500 });
  const { body } = await product.call('GET /api/refund/check', { token: member.token });
  expect(body).toMatchObject({ result: true, refundAmount: 50 });
});

test('in the end the books are right', async () => {
  expect(await problems(db)).toEqual([]);
});
