import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import {
  BY_ITSELF,
  type GameCredentials,
  newMember,
  openGame,
  PATIENT,
  signIn,
  startProduct,
  startProductOnSandbox,
} from '../../../test/harness.ts';
import { startSession } from '../../platform/sessions.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ...PATIENT, ROLE: 'api' });
const { db } = database;
const operator = operatorOf(db);
const NEW = 'a brand new password';

type Member = Awaited<ReturnType<typeof newMember>>;

/** A member with accounts at two games, and a thief of a sign-in, who has read their passwords. */
async function robbed() {
  const member = await newMember(product);
  for (const code of ['pg', 'joker']) await openGame(product, member, code);
  const thief = await startSession(db, member.id, false);
  return { member, thief, stolen: { pg: await shown(thief, 'pg'), joker: await shown(thief, 'joker') } };
}

const account = (token: string, code: string) => product.call(`GET /api/wallet/account/${code}`, { token });
const shown = async (token: string, code: string) => {
  const { status, body } = await account(token, code);
  expect(status).toBe(200);
  return body as GameCredentials;
};
const letsIn = (code: string, { username, password }: GameCredentials) => sandbox.signIn(code, { username, password });
const signOutElsewhere = ({ token }: Pick<Member, 'token'>) =>
  product.call('POST /api/account/security/signOutElsewhere', { token });
const changePassword = async ({ token }: Pick<Member, 'token'>, oldPassword: string, newPassword: string) => {
  const changed = await product.call('PUT /api/account/changepwd', { token, body: { oldPassword, newPassword } });
  expect(changed).toMatchObject({ status: 200 });
  return (changed.body as { token: string }).token;
};
/** As if the pause before the next try were over. */
const letPausesPass = ({ id }: Pick<Member, 'id'>) =>
  db.query(
    `update game_accounts set password_due_at = clock_timestamp() where member_id = $1 and password_due_at is not null`,
    [id],
  );
const dueOf = async ({ id }: Pick<Member, 'id'>) =>
  (
    await db.query<{ code: string; next_password: Buffer | null; due_in: number }>(
      `select code, next_password, extract(epoch from password_due_at - clock_timestamp())::float8 as due_in
        from game_accounts where member_id = $1 and password_due_at is not null order by code`,
      [id],
    )
  ).rows;
const startWorker = () => startProduct(database, { ...PATIENT, SANDBOX_URL: sandbox.url, ROLE: 'worker' });

test('while no worker is there, the old password is shown to nobody: a member who asks has a new one set at once', async () => {
  const { member, thief, stolen } = await robbed();
  expect(await signOutElsewhere(member)).toMatchObject({ status: 200, body: { ended: 1 } });
  expect((await dueOf(member)).map(({ code }) => code)).toEqual(['joker', 'pg']);
  expect(await account(thief, 'pg')).toMatchObject({ status: 401 });
  const own = await shown(member.token, 'pg');
  expect(own.password).not.toBe(stolen.pg.password);
  expect([await letsIn('pg', own), await letsIn('pg', stolen.pg)]).toEqual([true, false]);
  expect((await dueOf(member)).map(({ code }) => code)).toEqual(['joker']);
  // Once it was taken, it stays.
  expect(await shown(member.token, 'pg')).toEqual(own);
});

test.each(['error-after', 'garbage', 'refuse'])(
  'a game that answers a new password with %s: nobody is shown the old one, and the next try is a good one',
  async (mode) => {
    const { member, stolen } = await robbed();
    await signOutElsewhere(member);
    await sandbox.fault({ target: 'games/joker', call: 'reset-password', mode, times: 1 });
    const refused = await account(member.token, 'joker');
    expect(refused).toMatchObject({ status: 503, body: { message: 'SERVICE_UNAVAILABLE' } });
    expect(refused.headers.get('retry-after')).toBe('5');
    const [due] = await dueOf(member);
    // An unknown outcome: the same password is asked for again. A refused one is over.
    expect(due).toMatchObject({ next_password: mode === 'refuse' ? null : expect.any(Buffer) });
    const own = await shown(member.token, 'joker');
    expect([await letsIn('joker', own), await letsIn('joker', stolen.joker)]).toEqual([true, false]);
  },
);

test('a password that a game took without saying so is the one that is shown in the end', async () => {
  const { member, stolen } = await robbed();
  await signOutElsewhere(member);
  await sandbox.fault({ target: 'games/joker', call: 'reset-password', mode: 'error-after', times: 1 });
  expect(await account(member.token, 'joker')).toMatchObject({ status: 503 });
  expect(await letsIn('joker', stolen.joker)).toBe(false);
  const [before] = await dueOf(member);
  expect(before?.next_password).toEqual(expect.any(Buffer));
  await sandbox.fault({ target: 'games/joker', call: 'reset-password', mode: 'garbage', times: 1 });
  expect(await account(member.token, 'joker')).toMatchObject({ status: 503 });
  expect((await dueOf(member))[0]?.next_password).toEqual(before?.next_password);
  expect(await letsIn('joker', await shown(member.token, 'joker'))).toBe(true);
});

test('a sign-in that is ended while its call is at a game is shown neither the new password nor a link', async () => {
  const { member, thief, stolen } = await robbed();
  for (const [code, call] of [
    ['pg', 'launch'],
    ['joker', 'reset-password'],
    ['imi', 'create'],
  ] as const)
    await sandbox.fault({ target: `games/${code}`, call, mode: 'slow', times: 1 });
  const calls = [
    product.call('GET /api/wallet/resetpassword/joker', { token: thief }),
    product.call('GET /api/wallet/activate/imi', { token: thief }),
    product.call(`GET /api/autoLogin/pg/${stolen.pg.username}`, { token: thief }),
  ];
  for (const [code, call] of [
    ['pg', 'launch'],
    ['joker', 'reset-password'],
    ['imi', 'create'],
  ] as const)
    await expect.poll(() => sandbox.faultsLeft(`games/${code}`, call), BY_ITSELF).toBe(0);
  expect(await signOutElsewhere(member)).toMatchObject({ status: 200 });
  for (const answer of await Promise.all(calls))
    expect(answer).toMatchObject({ status: 401, body: { message: 'invalid-token' } });
  // The account that was opened meanwhile too.
  for (const code of ['joker', 'imi']) expect(await letsIn(code, await shown(member.token, code))).toBe(true);
});

test('a plain logout lets no password go, and another member’s stay', async () => {
  const [{ member, thief, stolen }, other] = [await robbed(), await robbed()];
  expect(await product.call('POST /api/logout', { token: thief })).toMatchObject({ status: 200 });
  expect(await dueOf(member)).toEqual([]);
  await signOutElsewhere(other.member);
  expect(await dueOf(member)).toEqual([]);
  expect(await shown(member.token, 'pg')).toEqual(stolen.pg);
});

/** Each ends sign-ins of the member, and answers a token of the owner. */
const ENDS: Record<string, (member: Member) => Promise<string>> = {
  'a reset by the code sent to the phone': async ({ username }) => {
    const { body } = await product.call('POST /api/account/reset/otp', { body: { phoneNumber: username } });
    const { otpToken } = body as { otpToken: string };
    await expect.poll(() => sandbox.codeFor(username), BY_ITSELF).not.toBe('');
    const reset = { otpToken, otpCode: await sandbox.codeFor(username), password: NEW };
    expect(await product.call('POST /api/account/reset', { body: reset })).toMatchObject({ status: 200 });
    return signIn(product, { username, password: NEW });
  },
  'a changed password': (member) => changePassword(member, member.password, NEW),
  'logging out everywhere': async (member) => {
    expect(await signOutElsewhere(member)).toMatchObject({ status: 200, body: { ended: 1 } });
    return member.token;
  },
  'a block': async ({ id, username, password }) => {
    await operator('member block', id);
    await operator('member unblock', id);
    return signIn(product, { username, password });
  },
  'a sign-out by an operator': async ({ id, username, password }) => {
    await operator('member sign-out', id);
    return signIn(product, { username, password });
  },
  'a new password by an operator': async ({ id, username }) => {
    const told = await operator('member password', id);
    return signIn(product, { username, password: /signs in with (\S+),/.exec(told)?.[1] });
  },
};

test.each(Object.entries(ENDS))('after %s the passwords that a thief has read sign in at no game', async (_, end) => {
  const { member, thief, stolen } = await robbed();
  const token = await end(member);
  const worker = await startWorker();
  await expect.poll(() => dueOf(member), BY_ITSELF).toEqual([]);
  await worker.app.close();
  for (const code of ['pg', 'joker'] as const) {
    expect(await account(thief, code)).toMatchObject({ status: 401 });
    expect(await letsIn(code, stolen[code])).toBe(false);
    expect(await letsIn(code, await shown(token, code))).toBe(true);
  }
  const { body } = await product.call('GET /api/account/security', { token });
  const { events } = body as { events: { what: string }[] };
  expect(events.filter(({ what }) => what === 'game-passwords-renewed')).toHaveLength(1);
});

test('a game that is down for long is asked again with growing pauses until it takes the password', async () => {
  const { member, stolen } = await robbed();
  await sandbox.fault({ target: 'games/joker', call: 'reset-password', mode: 'garbage', times: 1_000_000 });
  /** In how many seconds the game is asked next; below zero: a worker is to ask it now. */
  const nextTry = async () => (await dueOf(member)).find(({ code }) => code === 'joker')?.due_in ?? 0;
  await changePassword(member, member.password, NEW);
  const worker = await startWorker();
  await expect.poll(nextTry, BY_ITSELF).toBeGreaterThan(5);
  // As if it were down for minutes, and then for hours.
  for (const [minutes, least, most] of [
    [5, 250, 310],
    [600, 590, 610],
  ] as const) {
    await db.query(
      `update game_accounts set sign_ins_ended_at = clock_timestamp() - $2 * interval '1 minute' where member_id = $1`,
      [member.id, minutes],
    );
    await letPausesPass(member);
    await expect.poll(nextTry, BY_ITSELF).toBeGreaterThan(least);
    expect(await nextTry()).toBeLessThan(most);
  }
  expect(await letsIn('joker', stolen.joker)).toBe(true);
  await sandbox.fault({ target: 'games/joker', call: 'reset-password', mode: 'ok' });
  await letPausesPass(member);
  await expect.poll(() => dueOf(member), BY_ITSELF).toEqual([]);
  expect(await letsIn('joker', stolen.joker)).toBe(false);
  await worker.app.close();
});

test('two changes in a row: what was shown between them lets nobody in either', async () => {
  const { member, stolen } = await robbed();
  const token = await changePassword(member, member.password, NEW);
  const between = await shown(token, 'pg');
  const last = await changePassword({ token }, NEW, `${NEW} again`);
  // The games are asked at most every ten seconds.
  expect(Math.max(...(await dueOf(member)).map(({ due_in }) => due_in))).toBeGreaterThan(5);
  await letPausesPass(member);
  const worker = await startWorker();
  await expect.poll(() => dueOf(member), BY_ITSELF).toEqual([]);
  await worker.app.close();
  expect([await letsIn('pg', stolen.pg), await letsIn('pg', between)]).toEqual([false, false]);
  expect(await letsIn('pg', await shown(last, 'pg'))).toBe(true);
});
