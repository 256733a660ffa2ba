import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../test/harness.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => set({ target: 'sms', mode: 'ok' }));
afterAll(() => sandbox.end());

const set = (fault: unknown) => sandbox.post('/faults', fault);

let sent = 0;
function send(to: string, deadlineMs = 10_000): Promise<Response> {
  sent += 1;
  const headers = { authorization: `Bearer ${sandbox.key}` };
  const signal = AbortSignal.timeout(deadlineMs);
  return sandbox.post('/sms/messages', { to, text: 'hello', reference: `fault-${sent}` }, { headers, signal });
}

async function received(phone: string): Promise<number> {
  return ((await (await sandbox.get(`/sms?phone=${phone}`)).json()) as unknown[]).length;
}

async function listed(): Promise<unknown> {
  const faults = (await (await sandbox.get('/faults')).json()) as { target: string }[];
  return faults.filter(({ target }) => target === 'sms');
}

test('n faults hit exactly n of many concurrent calls', async () => {
  await set({ target: 'sms', mode: 'refuse', times: 7 });
  const responses = await Promise.all(Array.from({ length: 40 }, () => send('0820000001')));
  expect(responses.filter(({ status }) => status === 422)).toHaveLength(7);
  expect(await received('0820000001')).toBe(33);
});

test('a fault without times lasts, over a restart too, until it is set to ok', async () => {
  await set({ target: 'sms', mode: 'refuse' });
  expect((await send('0820000002')).status).toBe(422);
  await sandbox.restart();
  expect((await send('0820000002')).status).toBe(422);
  await set({ target: 'sms', mode: 'ok' });
  expect((await send('0820000002')).status).toBe(200);
});

test("a refusal is the gateway's own and sends nothing", async () => {
  await set({ target: 'sms', mode: 'refuse', times: 1 });
  const response = await send('0820000003');
  expect(response.status).toBe(422);
  expect(await response.json()).toEqual({ status: 'rejected' });
  expect(await received('0820000003')).toBe(0);
});

test.each([
  ['timeout-before', 0],
  ['timeout-after', 1],
])('%s never answers and has stored %i message', async (mode, stored) => {
  const phone = `082000000${4 + stored}`;
  await set({ target: 'sms', mode, times: 1 });
  await expect(send(phone, 400)).rejects.toThrow(/timeout/i);
  expect(await received(phone)).toBe(stored);
});

test('error-after answers 500 and has stored the message', async () => {
  await set({ target: 'sms', mode: 'error-after', times: 1 });
  expect((await send('0820000006')).status).toBe(500);
  expect(await received('0820000006')).toBe(1);
});

test('garbage answers 200 with what is no JSON and sends nothing', async () => {
  await set({ target: 'sms', mode: 'garbage', times: 1 });
  const response = await send('0820000007');
  expect(response.status).toBe(200);
  await expect(response.json()).rejects.toThrow(SyntaxError);
  expect(await received('0820000007')).toBe(0);
});

test('slow answers well after about two seconds', async () => {
  await set({ target: 'sms', mode: 'slow', times: 1 });
  const start = performance.now();
  expect((await send('0820000008')).status).toBe(200);
  expect(performance.now() - start).toBeGreaterThan(1_900);
  expect(await received('0820000008')).toBe(1);
});

test('held does not answer, and sends the message only after a while', async () => {
  await set({ target: 'sms', mode: 'held', times: 1 });
  await expect(send('0820000011', 400)).rejects.toThrow(/timeout/i);
  expect(await received('0820000011')).toBe(0);
  expect(await (await sandbox.get('/faults/held')).json()).toEqual({ calls: 1 });
  await expect.poll(() => received('0820000011'), { timeout: 60_000 }).toBe(1);
  await expect.poll(async () => (await sandbox.get('/faults/held')).json()).toEqual({ calls: 0 });
});

test('a silent call does not keep the sandbox from closing', async () => {
  await set({ target: 'sms', mode: 'timeout-before', times: 1 });
  const silent = send('0820000009').catch((error: unknown) => error);
  await expect.poll(listed, { timeout: 10_000 }).toEqual([{ target: 'sms', call: null, mode: 'ok', times: null }]);
  const start = performance.now();
  await sandbox.restart();
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(await silent).toBeInstanceOf(TypeError);
});

test('a fault of one named call comes before that of the whole target, and ok ends both', async () => {
  await set({ target: 'sms', mode: 'refuse' });
  await set({ target: 'sms', mode: 'error-after', call: 'send', times: 1 });
  expect(await listed()).toEqual([
    { target: 'sms', call: null, mode: 'refuse', times: null },
    { target: 'sms', call: 'send', mode: 'error-after', times: 1 },
  ]);
  expect((await send('0820000010')).status).toBe(500);
  expect((await send('0820000010')).status).toBe(422);
  await set({ target: 'sms', mode: 'ok' });
  expect(await listed()).toEqual([{ target: 'sms', call: null, mode: 'ok', times: null }]);
});

test('an unknown target or call is refused with 400 that names the known ones', async () => {
  const target = await set({ target: 'games/zz', mode: 'refuse' });
  expect(target.status).toBe(400);
  expect(await target.json()).toEqual({ message: expect.stringMatching(/games\/zz.*sms/) });
  const call = await set({ target: 'sms', mode: 'refuse', call: 'fly' });
  expect(call.status).toBe(400);
  expect(await call.json()).toEqual({ message: expect.stringMatching(/fly.*send/) });
});

test.each([
  ['no mode', { target: 'sms' }],
  ['an unknown mode', { target: 'sms', mode: 'explode' }],
  ['zero times', { target: 'sms', mode: 'refuse', times: 0 }],
  ['half a time', { target: 'sms', mode: 'refuse', times: 1.5 }],
  ['times as text', { target: 'sms', mode: 'refuse', times: '2' }],
  ['an unknown field', { target: 'sms', mode: 'refuse', time: 2 }],
])('%s is refused with 400 and changes nothing', async (_what, fault) => {
  expect((await set(fault)).status).toBe(400);
  expect(await listed()).toEqual([{ target: 'sms', call: null, mode: 'ok', times: null }]);
});
