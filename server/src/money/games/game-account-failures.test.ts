import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type Answer,
  type GameCredentials,
  newMember,
  openGame,
  startPatientNode,
  startProductOnSandbox,
} from '../../../test/harness.ts';

const { product, sandbox, database } = await startProductOnSandbox();
const patient = await startPatientNode(database, sandbox);
/** One provider of each dialect. */
const CODES = ['pg', 'joker', 'imi', 'ufabet'];

async function playersOf(code: string, username: string) {
  const players = (await (await fetch(`${sandbox.url}/games/${code}/players`)).json()) as { username: string }[];
  return players.filter((player) => player.username === username).length;
}

/** Opens an account of one member at each provider while `mode` is on, and gives each attempt to `then`. */
function openUnder(mode: string, then: (attempt: Attempt) => Promise<void>) {
  return async () => {
    const member = await newMember(product);
    await Promise.all(
      CODES.map(async (code) => {
        await sandbox.fault({ target: `games/${code}`, call: 'create', mode, times: 1 });
        const answer = await product.call(`GET /api/wallet/activate/${code}`, { token: member.token });
        const shown = await product.call(`GET /api/wallet/account/${code}`, { token: member.token });
        const reset = await product.call(`GET /api/wallet/resetpassword/${code}`, { token: member.token });
        for (const refused of [shown, reset])
          expect(refused).toMatchObject({ status: 404, body: { message: 'SLOT_NO_ACCOUNT' } });
        if (code === 'pg') {
          const link = await product.call(`GET /api/autoLogin/pg/kp${member.id}`, { token: member.token });
          expect(link).toMatchObject({ status: 404, body: { message: 'SLOT_NO_ACCOUNT' } });
        }
        await then({ code, answer, tryAgain: () => openGame(product, member, code) });
      }),
    );
  };
}
type Attempt = { code: string; answer: Answer; tryAgain: () => Promise<GameCredentials> };

test(
  'a refusal to make the player is told, and a later try can succeed',
  openUnder('refuse', async ({ code, answer, tryAgain }) => {
    expect(answer).toMatchObject({ status: 502, body: { message: 'GAME_ACTIVATION_FAIL' } });
    expect(await playersOf(code, (await tryAgain()).username)).toBe(1);
  }),
);

for (const mode of ['timeout-before', 'timeout-after', 'error-after', 'garbage'])
  test(
    `${mode}: an unknown outcome asks to try again, which opens the same player`,
    openUnder(mode, async ({ code, answer, tryAgain }) => {
      expect(answer).toMatchObject({ status: 503, body: { message: 'SLOT_ACTIVATE_FAIL' } });
      expect(answer.headers.get('retry-after')).toBe('5');
      const { username, password, event = {} } = await tryAgain();
      expect(await playersOf(code, username)).toBe(1);
      expect(await sandbox.signIn(code, { username, password, ...event })).toBe(true);
    }),
  );

test('opened twenty times at the same moment with one key, it is one account with one password', async () => {
  const member = await newMember(product);
  const headers = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => patient.call('GET /api/wallet/activate/joker', { token: member.token, headers })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const credentials = new Set(answers.map(({ body }) => JSON.stringify(body)));
  expect(credentials.size).toBe(1);
  const { username, password } = JSON.parse([...credentials].join()) as GameCredentials;
  expect(await playersOf('joker', username)).toBe(1);
  expect(await sandbox.signIn('joker', { username, password })).toBe(true);
});

test.each(['timeout-before', 'timeout-after', 'error-after'])(
  'reset, %s: it is told as failed, and once it worked the password shown is the one that signs in',
  async (mode) => {
    const member = await newMember(product);
    const { username } = await openGame(product, member, 'joker');
    const reset = () => product.call('GET /api/wallet/resetpassword/joker', { token: member.token });
    await sandbox.fault({ target: 'games/joker', call: 'reset-password', mode, times: 1 });
    expect(await reset()).toMatchObject({ status: 502, body: { message: 'SLOT_RESET_PASSWORD_FAIL' } });
    const again = await reset();
    expect(again.status).toBe(200);
    const shown = await product.call('GET /api/wallet/account/joker', { token: member.token });
    expect(shown.body).toEqual(again.body);
    expect(await sandbox.signIn('joker', { username, password: (shown.body as GameCredentials).password })).toBe(true);
  },
);

test('reset, silence: as long as it is not known what became of it, the same password is asked for again', async () => {
  const member = await newMember(product);
  await openGame(product, member, 'joker');
  const proposed = async () =>
    (await product.db.query(`select next_password from game_accounts where member_id = $1`, [member.id])).rows;
  const reset = () => product.call('GET /api/wallet/resetpassword/joker', { token: member.token });
  await sandbox.fault({ target: 'games/joker', call: 'reset-password', mode: 'timeout-after', times: 1 });
  expect(await reset()).toMatchObject({ status: 502, body: { message: 'SLOT_RESET_PASSWORD_FAIL' } });
  const first = await proposed();
  expect(first).toEqual([{ next_password: expect.any(Buffer) }]);
  await sandbox.fault({ target: 'games/joker', call: 'reset-password', mode: 'timeout-before', times: 1 });
  expect(await reset()).toMatchObject({ status: 502 });
  expect(await proposed()).toEqual(first);
});

test('reset, refuse: the old password stays, is shown, and signs in', async () => {
  const member = await newMember(product);
  const { username, password } = await openGame(product, member, 'joker');
  const proposals = `select count(next_password)::integer as count from game_accounts`;
  const { rows: before } = await product.db.query(proposals);
  await sandbox.fault({ target: 'games/joker', call: 'reset-password', mode: 'refuse', times: 1 });
  const refused = await product.call('GET /api/wallet/resetpassword/joker', { token: member.token });
  expect(refused).toMatchObject({ status: 502, body: { message: 'SLOT_RESET_PASSWORD_FAIL' } });
  const shown = await product.call('GET /api/wallet/account/joker', { token: member.token });
  expect(shown.body).toEqual({ username, password });
  expect(await sandbox.signIn('joker', { username, password })).toBe(true);
  // Those of other members, of whose passwords it is not known what became.
  expect(before).toEqual([{ count: expect.toSatisfy((count: number) => count > 0) }]);
  expect((await product.db.query(proposals)).rows).toEqual(before);
});

test('reset ten times at the same moment, the password shown in the end is the one that signs in', async () => {
  const member = await newMember(product);
  const { username } = await openGame(product, member, 'slotxo');
  const { token } = member;
  // Patient: a reset that runs out of time is told as failed, and leaves it open which password counts.
  await Promise.all(Array.from({ length: 10 }, () => patient.call('GET /api/wallet/resetpassword/slotxo', { token })));
  const { body } = await product.call('GET /api/wallet/account/slotxo', { token });
  expect(await sandbox.signIn('slotxo', { username, password: (body as GameCredentials).password })).toBe(true);
});
