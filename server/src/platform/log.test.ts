import { expect, test, vi } from 'vitest';
import { IN_FULL } from '../../../world/tier.ts';
import {
  BY_ITSELF,
  cloneDatabase,
  newRegistration,
  signIn,
  spawnProduct,
  startProductOnSandbox,
} from '../../test/harness.ts';

test('the log of a whole visit, at its most talkative, holds no password, no token and no code', IN_FULL, async () => {
  const { sandbox } = await startProductOnSandbox();
  const database = await cloneDatabase();
  const product = await spawnProduct(database, {
    LOG_LEVEL: 'trace',
    REGISTER_OTP: 'on',
    SMS_URL: `${sandbox.url}/sms`,
  });
  const secrets = {
    password: 'old-password-in-clear',
    newPassword: 'new-password-in-clear',
    wrong: 'wrong-password-in-clear',
  };
  const newcomer = newRegistration({ password: secrets.password });
  const { username } = newcomer;

  const sent = await product.call('POST /api/otp/send', { body: { phoneNumber: username } });
  const { otpToken } = sent.body as { otpToken: string };
  const otpCode = await sandbox.codeFor(username);
  const verified = await product.call('POST /api/otp/verify', { body: { otpToken, otpCode } });
  const { proof: otpProof } = verified.body as { proof: string };
  const registration = { ...newcomer, otpProof };
  await product.call('POST /api/account', { body: registration });
  await product.call('POST /api/account', { body: registration });
  await product.call('POST /api/login', { body: { username, password: secrets.wrong } });
  const token = await signIn(product, { username, password: secrets.password });
  await product.call(`GET /api/wallet?token=${token}`, { token });
  await product.call(`GET /api/nothing/${secrets.password}`, { token });
  const body = { oldPassword: secrets.password, newPassword: secrets.newPassword };
  const changed = await product.call('PUT /api/account/changepwd', { token, body });
  const { token: newToken } = changed.body as { token: string };
  const asked = await product.call('POST /api/account/reset/otp', { body: { phoneNumber: username } });
  const { otpToken: resetToken } = asked.body as { otpToken: string };
  const again = { otpToken: resetToken, otpCode, password: secrets.newPassword };
  await product.call('POST /api/account/reset', { body: again });
  await database.owner.query('alter table members rename to members_away');
  expect((await product.call('GET /api/wallet', { token: newToken })).status).toBe(500);
  await product.call('POST /api/login', { body: { username, password: secrets.newPassword } });

  // The process is answered before its log has come through the pipe: the failed sign-in is the last line of all.
  const lastLine = '"route":"/api/login","status":500';
  await vi.waitFor(() => expect(product.output()).toContain(lastLine), BY_ITSELF);
  const log = product.output();
  for (const line of [
    '"route":"/api/login","status":401',
    '"route":"/api/login","status":200',
    '"route":"/api/account/changepwd","status":200',
    'request failed',
  ])
    expect(log).toContain(line);
  const codeOnItsOwn = new RegExp(`(?<!\\d)${otpCode}(?!\\d)`);
  expect(log).not.toMatch(codeOnItsOwn);
  for (const secret of [...Object.values(secrets), token, newToken, otpToken, otpProof, resetToken]) {
    expect(secret.length).toBeGreaterThan(20);
    expect(log).not.toContain(secret);
  }
});
