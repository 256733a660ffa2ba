import { expect, test } from 'vitest';
import { newMember, startPayingWorld } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { inTransaction } from '../platform/database.ts';
import { CannotDo } from './command.ts';
import { COMMANDS } from './commands.ts';

const { product, sandbox, database } = await startPayingWorld();
const config = readConfig({ DATABASE_URL: database.url, SANDBOX_URL: sandbox.url });
const operator = (name: string, ...values: string[]) =>
  inTransaction(database.db, async (tx) => (await COMMANDS[name]?.run(tx, config, ...values)) ?? expect.fail(name));
const find = async () => {
  const { token } = await newMember(product);
  return (await product.call('GET /api/promotion/find/WELCOME50', { token })).body;
};

test('an operator ends a promotion, and opens it again', async () => {
  expect(await find()).toMatchObject({ code: 'WELCOME50' });
  expect(await operator('campaign close', 'promotion', 'welcome50')).toContain('closed');
  expect(await find()).toEqual({});
  expect(await operator('campaign list')).toMatch(/^closed {2}promotion WELCOME50 {2}0\.00 of /m);
  await operator('campaign open', 'promotion', 'WELCOME50');
  expect(await find()).toMatchObject({ code: 'WELCOME50' });
});

test('a programme of which there is one is closed by its kind', async () => {
  const { token } = await newMember(product);
  await operator('campaign close', 'refund', '-');
  expect(await product.call('GET /api/refund/receive', { token })).toMatchObject({
    status: 422,
    body: { message: 'REFUND_INACTIVE' },
  });
});

test('a budget is never set below what was given', async () => {
  const { token } = await newMember(product);
  await operator('campaign budget', 'promotion', 'WELCOME50', 'BAHT', '50');
  expect(await product.call('GET /api/promotion/activate/WELCOME50', { token })).toMatchObject({ status: 200 });
  await expect(operator('campaign budget', 'promotion', 'WELCOME50', 'BAHT', '49.99')).rejects.toThrow(CannotDo);
  const { token: late } = await newMember(product);
  expect(await product.call('GET /api/promotion/activate/WELCOME50', { token: late })).toMatchObject({
    status: 422,
    body: { message: 'BONUS_FULL' },
  });
});

test.each([
  ['campaign close', 'bonus', 'NONE'],
  ['campaign close', 'gift', 'NEW100'],
  ['campaign budget', 'bonus', 'NEW100', 'BAHT', 'much'],
  ['campaign budget', 'bonus', 'NEW100', 'EUR', '100'],
])('%s %s %s %s %s is refused with a sentence', async (name, ...values) => {
  await expect(operator(name, ...values)).rejects.toThrow(CannotDo);
});
