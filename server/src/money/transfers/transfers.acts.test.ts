import { expect, test } from 'vitest';
import {
  BY_ITSELF,
  newPlayer,
  startPatientNode,
  startProduct,
  startProductOnSandbox,
  transfer,
} from '../../../test/harness.ts';
import { operatorOf } from '../../../test/operator.ts';
import { readConfig } from '../../config.ts';
import { openGames } from '../../providers/games/games.ts';
import { CannotDo } from '../../staff/act.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api' });
const patient = await startPatientNode(database, sandbox);
const config = readConfig({ DATABASE_URL: database.url, SANDBOX_URL: sandbox.url });

const operator = operatorOf(database.db);

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
  await startProduct(database, { ROLE: 'worker', SANDBOX_URL: sandbox.url });
  await expect.poll(() => operator('transfers pending'), BY_ITSELF).toBe('Every movement is final.');
  await expect(operator('transfers ask', id)).rejects.toThrow(CannotDo);
  await expect(operator('transfers ask', 'nonsense')).rejects.toThrow('There is no pending movement nonsense.');
});

test('a move that a provider makes after its money was given back is shown to operators', async () => {
  const member = await newPlayer(patient, { wallet: 100, imi: 0 });
  await sandbox.fault({ target: 'games/imi', mode: 'timeout-before', times: 1 });
  const { body } = await transfer(product, member, { from: 'wallet', to: 'imi', amount: 40 });
  const { id } = body as { id: string };
  const status = async () =>
    (await database.db.query<{ status: string }>('select status from transfers where id = $1', [id])).rows[0]?.status;
  await expect.poll(status, BY_ITSELF).toBe('FAILED');
  expect(await operator('transfers late')).toBe('None.');

  const move = { direction: 'in', username: member.gameUsername, amount: 40_00n } as const;
  const reference = `${member.id}-${id.replaceAll('-', '')}-0`;
  const imi = openGames(config).get('imi')?.provider;
  expect(await imi?.move({ ...move, reference }, AbortSignal.timeout(10_000))).toBe('done');
  await database.db.query('update transfer_legs set look_again_at = clock_timestamp() where look_again_at is not null');
  await expect.poll(() => operator('transfers late'), BY_ITSELF).toContain(`${id}  ${member.id}  imi in  40.00`);
});
