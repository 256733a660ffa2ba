import { e164Of } from '@krapao/contract/phones.ts';
import { describe, expect, test } from 'vitest';
import {
  contents,
  newPhone,
  newRegistration,
  type Product,
  startProduct,
  startProductOnSandbox,
} from '../../../test/harness.ts';
import { writeSetting } from '../../platform/settings.ts';

const { product, sandbox, database } = await startProductOnSandbox({ REGISTER_OTP: 'on', PROVIDER_TIMEOUT_MS: '5000' });
const withoutOtp = await startProduct(database, { REGISTER_OTP: 'off', SANDBOX_URL: sandbox.url });

const register = (body: unknown, on: Product = product) => on.call('POST /api/account', { body });
const validate = (body: unknown, on: Product = product) => on.call('POST /api/account/validate', { body });
const UNVERIFIED = { status: 422, body: { message: 'UNVERIFIED_OTP' } };

async function verifyPhone(phoneNumber: string) {
  const sent = await product.call('POST /api/otp/send', { body: { phoneNumber } });
  const { otpToken } = sent.body as { otpToken: string };
  const otpCode = await sandbox.codeFor(phoneNumber);
  const verified = await product.call('POST /api/otp/verify', { body: { otpToken, otpCode } });
  expect(verified).toMatchObject({ status: 200, body: { message: 'OTP_CODE_VALID' } });
  return { otpToken, otpCode, otpProof: (verified.body as { proof: string }).proof };
}

/** A registration whose phone was verified, with the proof. */
async function provenRegistration() {
  const registration = newRegistration();
  const { otpProof } = await verifyPhone(registration.username);
  return { ...registration, otpProof };
}

describe('where registering asks for an OTP', () => {
  test('a phone that was not verified is refused with UNVERIFIED_OTP, and nothing changes', async () => {
    const registration = newRegistration();
    const before = await contents(database.db, { except: ['rate_limit_events'] });
    expect(await validate(registration)).toMatchObject(UNVERIFIED);
    expect(await register(registration)).toMatchObject(UNVERIFIED);
    expect(await contents(database.db, { except: ['rate_limit_events'] })).toEqual(before);
  });

  test('a sent but unverified code is not enough', async () => {
    const registration = newRegistration();
    await product.call('POST /api/otp/send', { body: { phoneNumber: registration.username } });
    expect(await register(registration)).toMatchObject(UNVERIFIED);
  });

  test('a verified phone can register, validating does not use the verification up', async () => {
    const registration = await provenRegistration();
    expect(await validate(registration)).toMatchObject({ status: 200 });
    expect(await validate(registration)).toMatchObject({ status: 200 });
    expect(await register(registration)).toMatchObject({ status: 200 });
  });

  test('it is kept of a member whether they verified the phone: later it may say whose money came from there', async () => {
    const [verified, unverified] = [await provenRegistration(), newRegistration()];
    expect(await register(verified)).toMatchObject({ status: 200 });
    expect(await register(unverified, withoutOtp)).toMatchObject({ status: 200 });
    const isVerified = async (phone: string) =>
      (await database.db.query('select is_phone_verified from members where phone = $1', [e164Of(phone, 'th')])).rows;
    expect(await isVerified(verified.username)).toEqual([{ is_phone_verified: true }]);
    expect(await isVerified(unverified.username)).toEqual([{ is_phone_verified: false }]);
  });

  test('one verification registers one member', async () => {
    const { username, ...rest } = newRegistration();
    const { otpToken, otpCode, otpProof } = await verifyPhone(username);
    const registration = { ...rest, username, otpProof };
    expect((await register(registration)).status).toBe(200);
    await database.db.query('delete from members where phone = $1', [e164Of(username, 'th')]);

    expect(await register(registration)).toMatchObject(UNVERIFIED);
    const again = await product.call('POST /api/otp/verify', { body: { otpToken, otpCode } });
    expect(again.status).toBe(422);
    expect(await register(registration)).toMatchObject(UNVERIFIED);
  });

  test('a verification lasts fifteen minutes', async () => {
    const [early, late] = [await provenRegistration(), await provenRegistration()];
    await sandbox.moveClock(15 * 60 - 30);
    expect((await register(early)).status).toBe(200);
    await sandbox.moveClock(31);
    expect(await validate(late)).toMatchObject(UNVERIFIED);
    expect(await register(late)).toMatchObject(UNVERIFIED);
  });

  test('wrong input and a taken phone are told before the OTP, a taken bank account only after it', async () => {
    const taken = await provenRegistration();
    const { username, otpProof } = await provenRegistration();
    await register(taken);
    for (const call of [register, validate]) {
      expect(await call(newRegistration({ name: '' }))).toMatchObject({ body: { message: 'INVALID_USER_INFO' } });
      expect(await call(taken)).toMatchObject({ body: { message: 'EXISTING_USER' } });
      expect(await call({ ...taken, username: newPhone() })).toMatchObject(UNVERIFIED);
      expect(await call({ ...taken, username, otpProof })).toMatchObject({ body: { message: 'EXISTING_BANK' } });
    }
  });

  test('a refused registration keeps the verification for the next try', async () => {
    const registration = await provenRegistration();
    expect((await register({ ...registration, bankAccountNo: '1' })).status).toBe(400);
    expect((await register(registration)).status).toBe(200);
  });

  test('a phone that somebody verified is of no use to a stranger: without the proof, with none or with another phone’s', async () => {
    const { otpProof, ...registration } = await provenRegistration();
    const { otpProof: another } = await provenRegistration();
    const before = await contents(database.db, { except: ['rate_limit_events'] });
    for (const call of [validate, register]) {
      expect(await call(registration)).toMatchObject(UNVERIFIED);
      for (const wrong of ['', 'x', another, otpProof.toUpperCase()])
        expect(await call({ ...registration, otpProof: wrong })).toMatchObject(UNVERIFIED);
    }
    expect(await contents(database.db, { except: ['rate_limit_events'] })).toEqual(before);
    expect(await register({ ...registration, otpProof })).toMatchObject({ status: 200 });
  });

  test('one proof used twice at once registers one member', async () => {
    const { otpProof, ...registration } = await provenRegistration();
    const answers = await Promise.all([1, 2].map(() => register({ ...newRegistration(), ...registration, otpProof })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe("an operator's setting", () => {
  test('turns the OTP on where the environment has it off, and off where it has it on', async () => {
    expect((await register(newRegistration(), withoutOtp)).status).toBe(200);

    await writeSetting(database.db, 'registerOtp', true);
    expect(await register(newRegistration(), withoutOtp)).toMatchObject(UNVERIFIED);
    expect((await register(await provenRegistration(), withoutOtp)).status).toBe(200);

    await writeSetting(database.db, 'registerOtp', false);
    expect((await register(newRegistration(), product)).status).toBe(200);
  });
});
