import { expect, test } from 'vitest';
import { PATIENT, signIn, startProductOnSandbox } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { takeFirstSteps } from './first-steps.ts';
import { DEMO_PASSWORD, DEMO_PHONE, seedDemo } from './seed.ts';

test.each([
  ['th', { invite: 42.5, refund: 20 }],
  ['la', { invite: 25_500, refund: 12_000 }],
] as const)(
  'the demo member of the edition %s has an invite bonus and a refund to receive',
  async (edition, earned) => {
    const { product, sandbox, database } = await startProductOnSandbox({ ...PATIENT, EDITION: edition });
    await seedDemo(database.db, edition);
    const config = readConfig({ DATABASE_URL: database.url, SANDBOX_URL: sandbox.url, EDITION: edition });
    await takeFirstSteps(product.app, config, database.db);

    const token = await signIn(product, { username: DEMO_PHONE, password: DEMO_PASSWORD });
    const { body: wallet } = await product.call('GET /api/wallet', { token });
    const { body: refund } = await product.call('GET /api/refund/check', { token });
    expect(wallet).toMatchObject({ invite: { amount: earned.invite } });
    expect(refund).toMatchObject({ result: true, refundAmount: earned.refund });
  },
);
