import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../test/harness.ts';

type Received = { to: string; text: string; code: string | null; at: string };

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.end());

const send = (message: unknown, key = sandbox.key) =>
  sandbox.post('/sms/messages', message, { headers: { authorization: `Bearer ${key}` } });

async function inbox(phone: string): Promise<Received[]> {
  return (await sandbox.get(`/sms?phone=${phone}`)).json() as Promise<Received[]>;
}

test('an accepted message is in the inbox of its phone alone, with the code found in it', async () => {
  const before = Date.now();
  const response = await send({ to: '0810000001', text: 'รหัส123456ของคุณ Ref: AB12', reference: 'a-1' });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ id: expect.any(String), status: 'accepted' });

  const [message, ...others] = await inbox('0810000001');
  expect(others).toEqual([]);
  expect(message).toMatchObject({ text: 'รหัส123456ของคุณ Ref: AB12', code: '123456' });
  expect(Math.abs(Date.parse(message?.at ?? '') - before)).toBeLessThan(60_000);
  expect(await inbox('0810000009')).toEqual([]);
});

test('only a number of exactly six digits is a code', async () => {
  await send({ to: '0810000002', text: 'call 0812345678 or pay 12345', reference: 'b-1' });
  await send({ to: '0810000002', text: 'ref AB123456, code 000042.', reference: 'b-2' });
  expect((await inbox('0810000002')).map(({ code }) => code)).toEqual(['000042', null]);
});

test('messages come newest first', async () => {
  for (const text of ['first', 'second', 'third']) await send({ to: '0810000003', text, reference: `c-${text}` });
  expect((await inbox('0810000003')).map(({ text }) => text)).toEqual(['third', 'second', 'first']);
});

test('a number with a plus is found whether or not the plus was escaped', async () => {
  await send({ to: '+8562012345678', text: 'sabaidee', reference: 'd-1' });
  expect(await inbox('%2B8562012345678')).toHaveLength(1);
  expect(await inbox('+8562012345678')).toHaveLength(1);
});

test('a repeated reference gets the first answer and stores once, at the same moment too', async () => {
  // Several rounds: only warm connections are quick enough to meet at the same row.
  for (let round = 1; round <= 30; round++) {
    const message = { to: '0810000004', text: `code 11122${round}`, reference: `e-${round}` };
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(message)));
    const answers = await Promise.all(responses.map((response) => response.text()));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers).size).toBe(1);
    expect(await inbox('0810000004')).toHaveLength(round);
  }
});

test.each([
  ['text', { to: '0810000005', text: 'another', reference: 'f-1' }],
  ['phone', { to: '0810000006', text: 'one', reference: 'f-1' }],
])('a reference used again with another %s is refused with 409 and sends nothing', async (_what, changed) => {
  await send({ to: '0810000005', text: 'one', reference: 'f-1' });
  expect((await send(changed)).status).toBe(409);
  expect((await inbox('0810000005')).map(({ text }) => text)).toEqual(['one']);
  expect(await inbox('0810000006')).toEqual([]);
});

test('a wrong or missing key is refused with 401, sends nothing and uses up no fault', async () => {
  await sandbox.post('/faults', { target: 'sms', mode: 'refuse', times: 1 });
  const message = { to: '0810000007', text: 'code 333444', reference: 'g-1' };
  expect((await send(message, 'wrong')).status).toBe(401);
  expect((await sandbox.post('/sms/messages', message)).status).toBe(401);
  expect(await inbox('0810000007')).toEqual([]);
  expect((await send(message)).status).toBe(422);
});

const GOOD = { to: '0810000008', text: 'hello', reference: 'h-1' };
test.each([
  ['nothing', null],
  ['a list', [GOOD]],
  ['no reference', { to: GOOD.to, text: GOOD.text }],
  ['an unknown field', { ...GOOD, sender: 'KRAPAO' }],
  ['a number for a phone', { ...GOOD, to: 810000008 }],
  ['letters in the phone', { ...GOOD, to: '08100x0008' }],
  ['an empty text', { ...GOOD, text: '' }],
  ['an endless text', { ...GOOD, text: 'x'.repeat(1_001) }],
  ['a NUL in the text', { ...GOOD, text: 'a\0b' }],
  ['a NUL in the reference', { ...GOOD, reference: 'a\0b' }],
])('%s is refused with 400 and sends nothing', async (_what, message) => {
  expect((await send(message)).status).toBe(400);
  expect(await inbox(GOOD.to)).toEqual([]);
});

test('a body that is not JSON, a nonsense phone and an unknown path are refused with a message', async () => {
  const authorization = `Bearer ${sandbox.key}`;
  const broken = await fetch(`${sandbox.address()}/sms/messages`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{"to":',
  });
  expect(broken.status).toBe(400);
  const asText = await fetch(`${sandbox.address()}/sms/messages`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/plain' },
    body: JSON.stringify(GOOD),
  });
  expect(asText.status).toBe(400);
  expect((await sandbox.get('/sms?phone=%00')).status).toBe(400);
  const unknown = await sandbox.get('/sms/nowhere');
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toEqual({ message: expect.stringContaining('/sms/nowhere') });
});

test('messages outlive a restart, and their references still store once', async () => {
  const message = { to: '0810000010', text: 'code 555666', reference: 'i-1' };
  const first = await (await send(message)).json();
  await sandbox.restart();
  expect(await (await send(message)).json()).toEqual(first);
  expect((await inbox('0810000010')).map(({ code }) => code)).toEqual(['555666']);
});
