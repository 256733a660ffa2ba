import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, PROVIDERS } from '../../test/game-dialects.ts';
import { startTestSandbox, type TestSandbox } from '../../test/harness.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.end());

let made = 0;
/** A player of one test only, with `satang` as balance. */
async function newPlayer(code: string, satang = 0) {
  made += 1;
  const username = `kp${code}${made}`;
  const caller = callerOf(sandbox, code);
  const { says, send } = caller;
  const { create, moveIn, moveOut, balance } = caller.requests;
  expect(await send(create(username, 'Pass-1&=%', 'THB'))).toEqual(says.done(username));
  if (satang > 0) await send(moveIn(username, `first-${username}`, satang));
  return {
    ...caller,
    username,
    into: (reference: string, amount: number) => send(moveIn(username, reference, amount)),
    out: (reference: string, amount: number) => send(moveOut(username, reference, amount)),
    has: () => send(balance(username)),
  };
}

describe.each(PROVIDERS)('$code', ({ code, duplicates, launch }) => {
  test('a player is made once, and names differing only in case are the same', async () => {
    const { username, requests, says, send } = await newPlayer(code);
    expect(await send(requests.create(username, 'other', 'THB'))).toEqual(says.refusal('exists'));
    expect(await send(requests.create(username.toUpperCase(), 'other', 'LAK'))).toEqual(says.refusal('exists'));
  });

  test('money goes in and out to the satang, and the balance follows', async () => {
    const player = await newPlayer(code);
    expect(await player.has()).toEqual(player.says.balance(0, 0));
    expect(await player.into(`${code}-in`, 10_033)).toEqual(player.says.moved(`${code}-in`, 10_033));
    expect(await player.out(`${code}-out`, 1)).toEqual(player.says.moved(`${code}-out`, 10_032));
    expect(await player.has()).toEqual(player.says.balance(10_032, 0));
    expect(await player.out(`${code}-rest`, 10_032)).toEqual(player.says.moved(`${code}-rest`, 0));
  });

  test('a withdrawal of more than the balance is refused and moves nothing', async () => {
    const player = await newPlayer(code, 500);
    expect(await player.out(`${code}-much`, 501)).toEqual(player.says.refusal('notEnough'));
    expect(await player.has()).toEqual(player.says.balance(500, 0));
    const state = await player.send(player.requests.status(`${code}-much`));
    expect(state).toEqual(
      duplicates === 'refused' ? player.says.state(`${code}-much`, 'failed') : player.says.refusal('noReference'),
    );
  });

  test('a reference that was refused for want of money is kept as failed, or free again', async () => {
    const player = await newPlayer(code, 500);
    await player.out(`${code}-again`, 501);
    await player.into(`${code}-more`, 500);
    expect(await player.out(`${code}-again`, 501)).toEqual(
      duplicates === 'refused' ? player.says.refusal('used') : player.says.moved(`${code}-again`, 499),
    );
  });

  test('a status call says whether a reference is done or unknown', async () => {
    const player = await newPlayer(code);
    await player.into(`${code}-known`, 100);
    expect(await player.send(player.requests.status(`${code}-known`))).toEqual(
      player.says.state(`${code}-known`, 'done'),
    );
    expect(await player.send(player.requests.status(`${code}-unknown`))).toEqual(player.says.refusal('noReference'));
  });

  test('the same move again moves nothing and is answered as its dialect does', async () => {
    const player = await newPlayer(code);
    const first = await player.into(`${code}-twice`, 700);
    await player.into(`${code}-between`, 100);
    expect(await player.into(`${code}-twice`, 700)).toEqual(
      duplicates === 'refused' ? player.says.refusal('used') : first,
    );
    expect(await player.has()).toEqual(player.says.balance(800, 0));
  });

  test('a used reference with another amount, direction or player is refused', async () => {
    const [player, other] = [await newPlayer(code, 900), await newPlayer(code, 900)];
    await player.into(`${code}-other`, 300);
    for (const again of [
      await player.into(`${code}-other`, 301),
      await player.out(`${code}-other`, 300),
      await player.out(`${code}-other`, 999_999),
      await other.into(`${code}-other`, 300),
      await player.send(player.requests.moveIn('nobody', `${code}-other`, 300)),
    ]) {
      expect(again).toEqual(player.says.refusal('used'));
    }
    expect(await player.has()).toEqual(player.says.balance(1_200, 0));
    expect(await other.has()).toEqual(player.says.balance(900, 0));
  });

  test('twenty calls with one reference at the same moment move money once', async () => {
    const player = await newPlayer(code);
    const answers = await Promise.all(Array.from({ length: 20 }, () => player.into(`${code}-20`, 250)));
    const moved = player.says.moved(`${code}-20`, 250);
    const [done, others] = [true, false].map((isDone) =>
      answers.filter((answer) => isDeepStrictEqual(answer, moved) === isDone),
    );
    expect(done).toHaveLength(duplicates === 'refused' ? 1 : 20);
    for (const answer of others ?? []) expect(answer).toEqual(player.says.refusal('used'));
    expect(await player.has()).toEqual(player.says.balance(250, 0));
  });

  test('twenty withdrawals at the same moment never take more than there is', async () => {
    const player = await newPlayer(code, 1_050);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => player.out(`${code}-w${index}`, 100)));
    const refusal = player.says.refusal('notEnough');
    expect(answers.filter((answer) => isDeepStrictEqual(answer, refusal))).toHaveLength(10);
    expect(await player.has()).toEqual(player.says.balance(50, 0));
  });

  test('an unknown player has no balance, moves nothing and cannot be let in', async () => {
    const { requests, says, send } = callerOf(sandbox, code);
    for (const request of [
      requests.balance('nobody'),
      requests.moveIn('nobody', `${code}-n1`, 100),
      requests.moveOut('nobody', `${code}-n2`, 100),
      requests.password('nobody', 'secret'),
      requests.launch('nobody', 'secret'),
    ]) {
      expect(await send(request)).toEqual(says.refusal('noPlayer'));
    }
  });

  test('a new password replaces the old one, and a launch opens a table of that player', async () => {
    const player = await newPlayer(code, 4_200);
    expect(await player.send(player.requests.password(player.username, 'new one'))).toEqual(
      player.says.done(player.username),
    );
    if (launch === 'password') {
      const { send, requests, says, username } = player;
      expect(await send(requests.launch(username, 'Pass-1&=%'))).toEqual(says.refusal('wrongPassword'));
      expect(await send(requests.launch(username))).toEqual(says.refusal('badRequest'));
    }
    const launched = await player.send(player.requests.launch(player.username, 'new one'));
    const url = JSON.stringify(launched.body).match(/http:[^"]+/)?.[0] ?? '';
    expect(launched).toEqual(player.says.launched(url));
    expect(url).toMatch(new RegExp(`^${sandbox.address()}/games/${code}/play\\?session=[\\w-]{43}$`));
  });

  test('a move of nothing or beyond all bounds is refused, moves nothing and leaves no reference', async () => {
    const player = await newPlayer(code, 100);
    for (const amount of [0, 10_000_000_000_00]) {
      expect(await player.into(`${code}-bad`, amount)).toEqual(player.says.refusal('badRequest'));
    }
    expect(await player.send(player.requests.status(`${code}-bad`))).toEqual(player.says.refusal('noReference'));
    expect(await player.has()).toEqual(player.says.balance(100, 0));
  });

  test('a wrong key is answered 401, changes nothing and uses up no fault', async () => {
    const player = await newPlayer(code, 100);
    const forged = callerOf(sandbox, code, 'another key');
    const { username } = player;
    await sandbox.post('/faults', { target: `games/${code}`, mode: 'refuse', times: 1 });
    for (const request of [
      forged.requests.create(`${username}x`, 'p', 'THB'),
      forged.requests.balance(username),
      forged.requests.moveIn(username, `${code}-forged`, 100),
      forged.requests.moveOut(username, `${code}-forged`, 100),
      forged.requests.status(`first-${username}`),
      forged.requests.password(username, 'p'),
      forged.requests.launch(username, 'Pass-1&=%'),
    ]) {
      expect(await forged.send(request)).toEqual(forged.says.refusal('badSignature'));
    }
    expect(await player.has()).toEqual(player.says.balance(100, 0));
    expect((await sandbox.get(`/games/${code}/players/${username}x`)).status).toBe(404);
    expect(await player.into(`${code}-faulty`, 100)).toEqual(player.says.refusal('rejected'));
  });
});
