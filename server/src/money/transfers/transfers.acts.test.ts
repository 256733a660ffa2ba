import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import {
  BY_ITSELF,
  newPlayer,
  startPatientNode,
  startProduct,
  startProductOnSandbox,
  transfer,
} from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import { openGames } from '../../providers/games/games.ts';
import { CannotDo } from '../../staff/act.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api' });
const patient = await startPatientNode(database, sandbox);
const config = readConfig({ DATABASE_URL: database.url, SANDBOX_URL: sandbox.url });

const operator = operatorOf(database.db);

/** One worker for the whole file, started when a test first wants it. */
let worker: Promise<unknown> | undefined;
function startWorker(): Promise<unknown> {
  worker ??= startProduct(database, { ROLE: 'worker', SANDBOX_URL: sandbox.url });
  return worker;
}

test('a movement whose outcome is unknown is listed, and asked about at once when an operator wants it', async () => {
  expect(await operator('transfers pending')).toBe('Every movement is final.');
  const member = await newPlayer(patient, { wallet: 100, pg: 0 });
  await sandbox.fault({ target: 'games/pg', mode: 'timeout-after', times: 1 });
  const { body } = await transfer(product, member, { from: 'wallet', to: 'pg', amount: 60.5 });
  const { id } = body as { id: string };
  const listed = await operator('transfers pending');
  expect(listed).toContain(`${id}  ${member.id}  wallet → pg  60.50 BAHT`);
  expect(listed).toContain('asked 0 times');

  await database.db.query(`update transfers set next_try_at = now() + interval '1 day'`);
  await operator('transfers ask', id);
  await startWorker();
  await expect.poll(() => operator('transfers pending'), BY_ITSELF).toBe('Every movement is final.');
  await expect(operator('transfers ask', id)).rejects.toThrow(CannotDo);
  await expect(operator('transfers ask', 'nonsense')).rejects.toThrow('There is no pending movement nonsense.');
});

/** A movement whose money was given back because its provider, imi, did not know of it. */
async function givenBack(amount: number) {
  await startWorker();
  const member = await newPlayer(patient, { wallet: 100, imi: 0 });
  await sandbox.fault({ target: 'games/imi', mode: 'timeout-before', times: 1 });
  const { body } = await transfer(product, member, { from: 'wallet', to: 'imi', amount });
  const { id } = body as { id: string };
  const sql = 'select status from transfers where id = $1';
  const status = async () => (await database.db.query<{ status: string }>(sql, [id])).rows[0]?.status;
  await expect.poll(status, BY_ITSELF).toBe('FAILED');
  /** Moves the leg's whole past back: to its schedule it is as if so many seconds had gone by. */
  const letPass = (seconds: number) =>
    database.db.query(
      `update transfer_legs set absent_at = absent_at - make_interval(secs => $2),
        look_again_at = look_again_at - make_interval(secs => $2) where transfer_id = $1`,
      [id, seconds],
    );
  /** In how many seconds the leg will be asked about again; null if never. */
  const nextLookIn = async () => {
    const seconds = `extract(epoch from look_again_at - clock_timestamp())::float8 as seconds`;
    const { rows } = await database.db.query<{ seconds: number | null }>(
      `select ${seconds} from transfer_legs where transfer_id = $1`,
      [id],
    );
    return rows[0]?.seconds ?? null;
  };
  const arrive = async () => {
    const move = { direction: 'in', username: member.gameUsername, amount: BigInt(amount * 100) } as const;
    const reference = `${member.id}-${id.replaceAll('-', '')}-0`;
    const imi = openGames(config).get('imi')?.provider;
    expect(await imi?.move({ ...move, reference }, AbortSignal.timeout(60_000))).toBe('done');
  };
  return { id, member, letPass, nextLookIn, arrive };
}

test('a move that a provider makes after its money was given back is shown to operators within a minute', async () => {
  const { id, member, letPass, nextLookIn, arrive } = await givenBack(40);
  expect(await operator('transfers late')).toBe('None.');
  await arrive();
  expect(await nextLookIn()).toBeLessThanOrEqual(60);
  await letPass(60);
  await expect.poll(() => operator('transfers late'), BY_ITSELF).toContain(`${id}  ${member.id}  imi in  40.00`);
  expect(await nextLookIn()).toBeNull();
});

test('a move whose money was given back is looked for again and again, less and less often, for a day', async () => {
  const { id, member, letPass, nextLookIn, arrive } = await givenBack(30);
  await letPass(60);
  await expect.poll(nextLookIn, BY_ITSELF).toBeGreaterThan(50);
  await letPass(60 * 60);
  // The next wait is as long as the time gone by: an hour and a minute.
  await expect.poll(nextLookIn, BY_ITSELF).toBeGreaterThan(60 * 60);
  await arrive();
  await letPass(2 * 60 * 60);
  await expect.poll(() => operator('transfers late'), BY_ITSELF).toContain(`${id}  ${member.id}  imi in  30.00`);
});

test('after a day a move whose money was given back is looked for no more', async () => {
  const { id, letPass, nextLookIn } = await givenBack(20);
  await letPass(23 * 60 * 60);
  await expect.poll(nextLookIn, BY_ITSELF).toBeGreaterThan(22 * 60 * 60);
  await letPass(23 * 60 * 60);
  await expect.poll(nextLookIn, BY_ITSELF).toBeNull();
  expect(await operator('transfers late')).not.toContain(id);
});
