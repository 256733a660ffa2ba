import { expect, test } from 'vitest';
import {
  BY_ITSELF,
  newPlayer,
  startPatientNode,
  startProduct,
  startProductOnSandbox,
  transfer,
} from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { inTransaction } from '../platform/database.ts';
import { CannotDo, COMMANDS } from './commands.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api' });
const patient = await startPatientNode(database, sandbox);
const config = readConfig({ DATABASE_URL: database.url });

const operator = (name: string, ...values: string[]) =>
  inTransaction(database.db, async (tx) => COMMANDS[name]?.run(tx, config, ...values));

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
