import { expect, test } from 'vitest';
import { cloneDatabase, newMember, newRegistration, startProduct } from '../../test/harness.ts';

const database = await cloneDatabase();
const product = await startProduct(database);

/** Takes a table away while `work` runs: a failure of ours that no rule of input foresees. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  await database.owner.query(`alter table ${table} rename to taken_away`);
  await work().finally(() => database.owner.query(`alter table taken_away rename to ${table}`));
}

test('an unforeseen failure says what was being tried and nothing of its reason', async () => {
  const { username, password } = await newMember(product);
  await without('rate_limit_events', async () => {
    const answer = await product.call('POST /api/login', { body: { username, password } });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 500, body: { message: 'LOGIN_FAIL' } });
  });
  await without('otp_codes', async () => {
    const answer = await product.call('POST /api/otp/verify', { body: { otpToken: 'x', otpCode: '000000' } });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 500, body: { message: 'OTP_VERIFY_FAIL' } });
  });
  await database.owner.query('alter table members rename column source_code to taken_away');
  const answer = await product.call('POST /api/account', { body: newRegistration() });
  await database.owner.query('alter table members rename column taken_away to source_code');
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 500, body: { message: 'REGISTER_FAIL' } });
  expect((await product.call('POST /api/login', { body: { username, password } })).status).toBe(200);
});
