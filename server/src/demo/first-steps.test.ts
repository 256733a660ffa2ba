import { describe, expect, test } from 'vitest';
import { BY_ITSELF, PATIENT, signIn, startProductOnSandbox, statementOf, withdraw } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { takeFirstSteps } from './first-steps.ts';
import { DEMO_MEMBER, DEMO_PASSWORD, DEMO_PHONE, seedDemo } from './seed.ts';

describe.each([
  ['th', { invite: 42.5, refund: 120, cash: 500 }],
  ['la', { invite: 25_500, refund: 72_000, cash: 300_000 }],
] as const)('on the first start of the edition %s', async (edition, { invite, refund, cash }) => {
  const { product, sandbox, database } = await startProductOnSandbox({
    ...PATIENT,
    EDITION: edition,
    REVIEW_NOTHING_PAID_IN: 'on',
  });
  await seedDemo(database.db, edition);
  const config = readConfig({ DATABASE_URL: database.url, SANDBOX_URL: sandbox.url, EDITION: edition });
  await takeFirstSteps(product.app, config, database.db);
  const token = await signIn(product, { username: DEMO_PHONE, password: DEMO_PASSWORD });

  test('the demo member has an invite bonus and a refund to receive', async () => {
    const { body: wallet } = await product.call('GET /api/wallet', { token });
    const { body: checked } = await product.call('GET /api/refund/check', { token });
    expect(wallet).toMatchObject({ invite: { amount: invite } });
    expect(checked).toMatchObject({ result: true, refundAmount: refund });
  });

  test('the demo member’s withdrawal of 500 baht, or of as much in kip, is paid without review, also after another spin', async () => {
    const spin = await product.call('POST /api/spinwheel/spin', { token, body: {} });
    expect(spin).toMatchObject({ body: { success: true } });
    const answer = await withdraw(product, { id: DEMO_MEMBER, token }, cash);
    const { id } = answer.body as { id: string };
    const { rows } = await database.db.query('select reasons from withdrawals where id = $1', [id]);
    expect(rows).toEqual([{ reasons: [] }]);
    const told = async () => (await statementOf(product, { id: DEMO_MEMBER, token })).find((entry) => entry.id === id);
    await expect.poll(told, BY_ITSELF).toMatchObject({ step: 'PAID' });
  });
});
