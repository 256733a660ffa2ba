import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import {
  newMember,
  openGame,
  PATIENT,
  type Player,
  type Product,
  SOON,
  startPayingWorld,
  startProduct,
} from '../../test/harness.ts';
import { inTransaction } from '../platform/database.ts';
import { keyActs } from './keys.acts.ts';

const BEFORE = 'a-key-from-before';
const TODAY = randomBytes(32).toString('base64');
const { product: old, sandbox, database } = await startPayingWorld({ CREDENTIALS_KEY: BEFORE });
const node = (environment: Record<string, string>) =>
  startProduct(database, { ...PATIENT, SANDBOX_URL: sandbox.url, ROLE: 'api', ...environment });
const BOTH = { CREDENTIALS_KEY: TODAY, CREDENTIALS_KEYS_ALSO: BEFORE };
const [both, alone] = [await node(BOTH), await node({ CREDENTIALS_KEY: TODAY })];
const operator = operatorOf(database.db, BOTH);

const passwordAt = async (product: Product, { token }: Player, code: string) =>
  ((await product.call(`GET /api/wallet/account/${code}`, { token })).body as { password?: string }).password;
const promiseAt = async (product: Product, { token }: Player) => {
  const { body } = await product.call('GET /api/spinwheel/setup', { token });
  return (body as { activeSpinwheel?: { serverSeedHash: string } }).activeSpinwheel?.serverSeedHash;
};

/** As it was sealed before keys had ids: by the hash of the key's text. */
async function sealAsBefore({ id }: Player, code: string, password: string): Promise<void> {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(BEFORE).digest(), iv);
  cipher.setAAD(Buffer.from(`${id}/${code}`));
  const sealed = Buffer.concat([iv, cipher.update(password), cipher.final(), cipher.getAuthTag()]);
  await database.db.query('update game_accounts set password = $3 where member_id = $1 and code = $2', [
    id,
    code,
    sealed,
  ]);
}

test('a new key takes the place of an old one: both are read side by side, and once all is sealed anew the old key can go', async () => {
  const member = await newMember(old);
  const [pg, joker] = [await openGame(old, member, 'pg'), await openGame(old, member, 'joker')];
  await sealAsBefore(member, 'joker', joker.password);
  const promised = await promiseAt(old, member);

  expect(await passwordAt(both, member, 'pg')).toBe(pg.password);
  expect(await passwordAt(both, member, 'joker')).toBe(joker.password);
  expect(await promiseAt(both, member)).toBe(promised);
  const slotxo = await openGame(both, member, 'slotxo');
  expect(await passwordAt(alone, member, 'slotxo')).toBe(slotxo.password);
  expect(await passwordAt(alone, member, 'pg')).toBeUndefined();

  expect(await operator('keys')).toBe(
    '2 game passwords are sealed with another key\n1 seeds of the wheel are sealed with another key',
  );
  expect(await operator('keys reseal')).toBe('3 sealed anew. Nothing is left: CREDENTIALS_KEYS_ALSO can go.');
  expect(await operator('keys reseal')).toBe('0 sealed anew. Nothing is left: CREDENTIALS_KEYS_ALSO can go.');
  expect(await operator('keys')).toBe('Everything is sealed with CREDENTIALS_KEY: CREDENTIALS_KEYS_ALSO can go.');
  for (const [code, { password }] of Object.entries({ pg, joker, slotxo }))
    expect(await passwordAt(alone, member, code)).toBe(password);
  expect(await promiseAt(alone, member)).toBe(promised);
  expect(await passwordAt(old, member, 'pg')).toBeUndefined();
});

test('a row that is in use is left for the next time, and what no key opens stops nothing but is told', async () => {
  const member = await newMember(old);
  const { password } = await openGame(old, member, 'pg');
  const user = await database.db.connect();
  try {
    await user.query('begin');
    await user.query('select from game_accounts where member_id = $1 for update', [member.id]);
    expect(await operator('keys reseal')).toBe('0 sealed anew. Say it again: 1 game passwords are left.');
  } finally {
    await user.query('rollback');
    user.release();
  }
  await expect(operatorOf(database.db, { CREDENTIALS_KEY: TODAY })('keys reseal')).rejects.toThrow(
    'Some game passwords were sealed by a key that is not here: put it in CREDENTIALS_KEYS_ALSO first.',
  );
  expect(await operator('keys reseal')).toMatch(/^1 sealed anew/);
  expect(await passwordAt(alone, member, 'pg')).toBe(password);
});

test('so many values are sealed anew at once, of all tables together', async () => {
  const asked: number[] = [];
  const shelf = (what: string, sealed: number, left: number) => ({
    what,
    countOld: async () => left,
    sealAnew: async (_tx: unknown, most: number) => {
      asked.push(most);
      return sealed;
    },
  });
  const { sealAnew } = keyActs([shelf('passwords', 4_998, 0), shelf('seeds', 2, 7)]);
  const { data } = await inTransaction(database.db, (tx) => sealAnew.run(tx, { name: 'nok', roles: [] }, {}));
  expect(asked).toEqual([5_000, 2]);
  expect(data).toEqual({ sealed: 5_000, left: [{ what: 'seeds', count: 7 }] });
});

test('a new game password that is on its way while everything is sealed anew is the one that the member is shown', async () => {
  const member = await newMember(old);
  // The password is sealed with today's key, the new one with the key from before.
  const { username } = await openGame(both, member, 'joker');
  const proposed = async () =>
    (await database.db.query('select next_password from game_accounts where member_id = $1', [member.id])).rows[0]
      ?.next_password as Buffer | null;
  await sandbox.fault({ target: 'games/joker', call: 'reset-password', mode: 'slow', times: 1 });
  const resetting = node({ CREDENTIALS_KEY: BEFORE, CREDENTIALS_KEYS_ALSO: TODAY }).then((slow) =>
    slow.call('GET /api/wallet/resetpassword/joker', { token: member.token }),
  );
  const first = await vi.waitFor(async () => {
    const sealed = await proposed();
    expect(sealed).not.toBeNull();
    return sealed;
  }, SOON);
  await vi.waitFor(async () => expect(await sandbox.faultsLeft('games/joker', 'reset-password')).toBe(0), SOON);
  expect(await operator('keys reseal')).toMatch(/^1 sealed anew/);
  expect(await proposed()).not.toEqual(first);
  const { password } = (await resetting).body as { password: string };
  expect(await sandbox.signIn('joker', { username, password })).toBe(true);
  expect(await passwordAt(alone, member, 'joker')).toBe(password);
});
