import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf } from '../../test/game-dialects.ts';
import { startTestSandbox, type TestSandbox } from '../../test/harness.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.end());

let made = 0;
async function newPlayer(code: string) {
  made += 1;
  const username = `faulty${made}`;
  const caller = callerOf(sandbox, code);
  const { requests, send } = caller;
  await send(requests.create(username, 'secret', 'THB'));
  await send(requests.moveIn(username, `start-${made}`, 10_000));
  return {
    ...caller,
    username,
    has: () => send(requests.balance(username)),
    moves: {
      in: (reference: string, deadlineMs?: number) => send(requests.moveIn(username, reference, 100), deadlineMs),
      out: (reference: string, deadlineMs?: number) => send(requests.moveOut(username, reference, 100), deadlineMs),
    },
  };
}

const set = (code: string, fault: object) => sandbox.post('/faults', { target: `games/${code}`, times: 1, ...fault });

describe.each(['pg', 'joker', 'betflix', 'ufabet'])('%s', (code) => {
  const keepsFailed = code === 'joker' || code === 'betflix';

  test.each(['in', 'out'] as const)('timeout-before never answers a move %s and does not make it', async (way) => {
    const player = await newPlayer(code);
    await set(code, { mode: 'timeout-before' });
    await expect(player.moves[way](`tb-${way}`, 300)).rejects.toThrow(/timeout/i);
    expect(await player.has()).toEqual(player.says.balance(10_000, 0));
    expect(await player.send(player.requests.status(`tb-${way}`))).toEqual(player.says.refusal('noReference'));
  });

  test.each([
    ['in', 10_100],
    ['out', 9_900],
  ] as const)('timeout-after never answers a move %s that was done', async (way, balance) => {
    const player = await newPlayer(code);
    await set(code, { mode: 'timeout-after' });
    await expect(player.moves[way](`ta-${way}`, 300)).rejects.toThrow(/timeout/i);
    expect(await player.send(player.requests.status(`ta-${way}`))).toEqual(player.says.state(`ta-${way}`, 'done'));
    expect(await player.has()).toEqual(player.says.balance(balance, 0));
  });

  test('error-after answers 500 to a move that was done', async () => {
    const player = await newPlayer(code);
    await set(code, { mode: 'error-after' });
    expect((await player.moves.in('ea')).status).toBe(500);
    expect(await player.has()).toEqual(player.says.balance(10_100, 0));
  });

  test('a refused move is kept as failed, or forgotten, depending on the dialect', async () => {
    const player = await newPlayer(code);
    await set(code, { mode: 'refuse' });
    expect(await player.moves.out('refused')).toEqual(player.says.refusal('rejected'));
    expect(await player.has()).toEqual(player.says.balance(10_000, 0));
    const { says, requests, send } = player;
    expect(await send(requests.status('refused'))).toEqual(
      keepsFailed ? says.state('refused', 'failed') : says.refusal('noReference'),
    );
    expect(await player.moves.out('refused')).toEqual(
      keepsFailed ? says.refusal('used') : says.moved('refused', 9_900),
    );
  });

  test('a move that was done is never called rejected, even while the provider refuses', async () => {
    const player = await newPlayer(code);
    const first = await player.moves.in('done');
    await set(code, { mode: 'refuse' });
    expect(await player.moves.in('done')).toEqual(keepsFailed ? player.says.refusal('used') : first);
    expect(await player.has()).toEqual(player.says.balance(10_100, 0));
  });

  test('a fault without a call hits moves only, and a fault with a call hits that call', async () => {
    const player = await newPlayer(code);
    const { says, requests, send, username } = player;
    await set(code, { mode: 'refuse' });
    expect(await player.has()).toEqual(says.balance(10_000, 0));
    expect(await send(requests.password(username, 'other'))).toEqual(says.done(username));
    expect(await player.moves.in('named')).toEqual(says.refusal('rejected'));

    for (const [call, request] of [
      ['create', requests.create('unmade', 'p', 'THB')],
      ['balance', requests.balance(username)],
      ['status', requests.status('named')],
      ['reset-password', requests.password(username, 'p')],
      ['launch', requests.launch(username)],
    ] as const) {
      await set(code, { mode: 'refuse', call });
      expect(await send(request)).toEqual(says.refusal('rejected'));
    }
    expect((await sandbox.get(`/games/${code}/players/unmade`)).status).toBe(404);
  });

  test('a malformed move uses up no fault', async () => {
    const player = await newPlayer(code);
    await set(code, { mode: 'refuse' });
    expect(await player.send(player.requests.moveIn(player.username, 'nothing', 0))).toEqual(
      player.says.refusal('badRequest'),
    );
    expect(await player.moves.in('something')).toEqual(player.says.refusal('rejected'));
  });
});

test('every provider is a target with its calls, and the form state of ufabet one more', async () => {
  const faults = (await (await sandbox.get('/faults')).json()) as { target: string }[];
  expect(faults.filter(({ target }) => target.startsWith('games/'))).toHaveLength(16);
  const refusal = await sandbox.post('/faults', { target: 'games/ufabet', mode: 'refuse', call: 'fly' });
  expect(await refusal.json()).toEqual({
    message: expect.stringContaining('create, balance, move-in, move-out, status, reset-password, launch, login-state'),
  });
});
