import { describe, expect, test } from 'vitest';
import { type Answer, contents, newPhone, startProductOnSandbox } from '../../../test/harness.ts';

const { product, sandbox, database } = await startProductOnSandbox({ REGISTER_OTP: 'on', PROVIDER_TIMEOUT_MS: '5000' });
const MINUTE = 60;

async function send(phoneNumber: string, proof?: string): Promise<Answer> {
  return product.call('POST /api/otp/send', { body: { phoneNumber, ...(proof && { proof }) } });
}

/** Sends a code; answers the token, the right code and a wrong one. */
async function sendCode(phone: string) {
  const { otpToken } = (await send(phone)).body as { otpToken: string };
  const code = await sandbox.codeFor(phone);
  return { otpToken, code, wrongCode: code === '000000' ? '000001' : '000000' };
}

const verify = (otpToken: string, otpCode: string) =>
  product.call('POST /api/otp/verify', { body: { otpToken, otpCode } });

async function guessWrong(times: number, { otpToken, wrongCode }: { otpToken: string; wrongCode: string }) {
  for (let tries = 0; tries < times; tries++)
    expect(await verify(otpToken, wrongCode)).toMatchObject({ status: 422, body: { message: 'OTP_CODE_INVALID' } });
}

describe('a code', () => {
  test('that is right gives its proof, also again, and with the proof no other text is sent', async () => {
    const phone = newPhone();
    const { otpToken, code } = await sendCode(phone);
    const verified = await verify(otpToken, code);
    const { proof } = verified.body as { proof: string };
    expect(verified).toMatchObject({
      status: 200,
      body: { message: 'OTP_CODE_VALID', proof: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect(await verify(otpToken, code)).toMatchObject({ status: 200, body: { message: 'OTP_VERIFIED', proof } });
    const again = await send(phone, proof);
    expect(again).toMatchObject({ status: 200, body: { otpRef: '', otpToken: '', code: 'OTP_VERIFIED' } });
    expect(await sandbox.messagesTo(phone)).toHaveLength(1);
    expect(JSON.stringify((await contents(database.db)).otp_codes)).not.toContain(proof);
  });

  test('is told to be verified only to the holder of its proof: others learn nothing, and take nothing away', async () => {
    const phone = newPhone();
    const { otpToken, code, wrongCode } = await sendCode(phone);
    const { proof } = (await verify(otpToken, code)).body as { proof: string };
    expect(await verify(otpToken, wrongCode)).toMatchObject({ status: 422, body: { message: 'OTP_CODE_INVALID' } });
    await sandbox.moveClock(MINUTE + 1);
    for (const nothing of [undefined, 'x'.repeat(43)]) {
      expect(await send(phone, nothing)).toMatchObject({ status: 200, body: { code: 'OTP_SENT' } });
      await sandbox.moveClock(MINUTE + 1);
    }
    expect(await send(phone, proof)).toMatchObject({ status: 200, body: { code: 'OTP_VERIFIED' } });
    expect(await send(newPhone(), proof)).toMatchObject({ status: 200, body: { code: 'OTP_SENT' } });
  });

  test('is good for five minutes and OTP_EXPIRED afterwards', async () => {
    const early = newPhone();
    const late = newPhone();
    const [first, second] = [await sendCode(early), await sendCode(late)];
    await sandbox.moveClock(5 * MINUTE - 30);
    expect(await verify(first.otpToken, first.code)).toMatchObject({ status: 200 });
    await sandbox.moveClock(31);
    const before = await contents(database.db);
    expect(await verify(second.otpToken, second.code)).toMatchObject({ status: 422, body: { message: 'OTP_EXPIRED' } });
    expect(await contents(database.db)).toEqual(before);
  });

  test('of another phone is OTP_CODE_INVALID', async () => {
    const mine = await sendCode(newPhone());
    let theirs = mine;
    while (theirs.code === mine.code) theirs = await sendCode(newPhone());
    expect(await verify(mine.otpToken, theirs.code)).toMatchObject({
      status: 422,
      body: { message: 'OTP_CODE_INVALID' },
    });
  });

  test.each(['', '12345', '1234567', 'abcdef', ' 12345'])('%j is OTP_CODE_INVALID', async (otpCode) => {
    const { otpToken } = await sendCode(newPhone());
    expect(await verify(otpToken, otpCode)).toMatchObject({ status: 422, body: { message: 'OTP_CODE_INVALID' } });
  });

  test('that a newer one has replaced is OTP_NOT_EXIST; the newer one works', async () => {
    const phone = newPhone();
    const first = await sendCode(phone);
    await sandbox.moveClock(MINUTE + 1);
    const second = await sendCode(phone);
    expect(await verify(first.otpToken, first.code)).toMatchObject({ status: 404, body: { message: 'OTP_NOT_EXIST' } });
    expect(await verify(second.otpToken, second.code)).toMatchObject({ status: 200 });
  });

  test.each(['', 'nobody-was-ever-given-this', "' or '1'='1"])(
    'with the token %j, which was never given, is OTP_TOKEN_INVALID',
    async (otpToken) => {
      const answer = await verify(otpToken, '123456');
      expect(answer).toMatchObject({ status: 400, body: { message: 'OTP_TOKEN_INVALID' } });
    },
  );
});

describe('a verified phone', () => {
  test('stays verified for fifteen minutes', async () => {
    const phone = newPhone();
    const { otpToken, code } = await sendCode(phone);
    const { proof } = (await verify(otpToken, code)).body as { proof: string };
    await sandbox.moveClock(15 * MINUTE - 30);
    expect(await send(phone, proof)).toMatchObject({ body: { code: 'OTP_VERIFIED' } });
    await sandbox.moveClock(31);
    expect(await verify(otpToken, code)).toMatchObject({ status: 422, body: { message: 'OTP_EXPIRED' } });
    expect(await send(phone, proof)).toMatchObject({ body: { code: 'OTP_SENT' } });
  });
});

describe('wrong tries', () => {
  test('five of them void the code; another can be asked for a minute after it, and has five of its own', async () => {
    const phone = newPhone();
    const sent = await sendCode(phone);
    await guessWrong(4, sent);
    for (const code of [sent.wrongCode, sent.code, sent.wrongCode, sent.code]) {
      const blocked = await verify(sent.otpToken, code);
      expect(blocked).toMatchObject({ status: 429, body: { message: 'OTP_BLOCK' } });
      expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(blocked.headers.get('retry-after'))).toBeLessThanOrEqual(MINUTE);
    }
    expect(await send(phone)).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT_1MIN' } });

    await sandbox.moveClock(MINUTE + 1);
    const late = await verify(sent.otpToken, sent.code);
    expect(late).toMatchObject({ status: 429, body: { message: 'OTP_BLOCK' } });
    expect(late.headers.get('retry-after')).toBe('1');
    const fresh = await sendCode(phone);
    await guessWrong(4, fresh);
    expect(await verify(fresh.otpToken, fresh.code)).toMatchObject({
      status: 200,
      body: { message: 'OTP_CODE_VALID' },
    });
  });

  test('count for the code whose token its asker has: a stranger who knows the phone takes none of another’s', async () => {
    const phone = newPhone();
    const strangers = await sendCode(phone);
    await guessWrong(4, strangers);
    expect(await verify(strangers.otpToken, strangers.wrongCode)).toMatchObject({ body: { message: 'OTP_BLOCK' } });
    await sandbox.moveClock(MINUTE + 1);
    const mine = await sendCode(phone);
    for (let tries = 0; tries < 5; tries++) await verify(strangers.otpToken, strangers.wrongCode);
    await guessWrong(4, mine);
    expect(await verify(mine.otpToken, mine.code)).toMatchObject({ status: 200 });
  });

  test('of one phone do not touch another', async () => {
    const [mine, theirs] = [await sendCode(newPhone()), await sendCode(newPhone())];
    await guessWrong(4, mine);
    await guessWrong(4, theirs);
    expect(await verify(theirs.otpToken, theirs.code)).toMatchObject({ status: 200 });
    // The right code of one gives the other no tries back.
    expect(await verify(mine.otpToken, mine.wrongCode)).toMatchObject({ body: { message: 'OTP_BLOCK' } });
  });

  test('twenty at once count exactly: four are judged wrong, the rest find the code void', async () => {
    const phone = newPhone();
    const { otpToken, code, wrongCode } = await sendCode(phone);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(otpToken, wrongCode)));
    const messages = answers.map(({ body }) => (body as { message: string }).message).sort();
    expect(messages).toEqual([...Array(16).fill('OTP_BLOCK'), ...Array(4).fill('OTP_CODE_INVALID')]);
    expect(await verify(otpToken, code)).toMatchObject({ status: 429, body: { message: 'OTP_BLOCK' } });
  });

  test('of an hour are twenty-five for a phone, whoever asks: five codes of five', async () => {
    const phone = newPhone();
    for (let sent = 0; sent < 5; sent++) {
      const code = await sendCode(phone);
      await guessWrong(4, code);
      expect(await verify(code.otpToken, code.wrongCode)).toMatchObject({ body: { message: 'OTP_BLOCK' } });
      await sandbox.moveClock(MINUTE + 1);
    }
    expect(await send(phone)).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } });
  });
});
