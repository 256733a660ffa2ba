import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../test/harness.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.end());
afterEach(() => set({ isTold: false }));

const FRACTIONS = { target: 'games/pg', lie: 'fractions' };
const set = (telling: object) => sandbox.post('/lies', { ...FRACTIONS, ...telling });
const told = async () =>
  ((await (await sandbox.get('/lies')).json()) as { target: string; lie: string; isTold: boolean; times: number }[])
    .filter(({ isTold }) => isTold)
    .map(({ target, lie, times }) => ({ target, lie, times }));

test('a lie is told until the party is to be honest, or as often as was asked for', async () => {
  expect(await told()).toEqual([]);
  await set({ isTold: true });
  expect(await told()).toEqual([{ ...FRACTIONS, times: null }]);
  await set({ isTold: true, times: 3 });
  expect(await told()).toEqual([{ ...FRACTIONS, times: 3 }]);
  await set({ isTold: false });
  expect(await told()).toEqual([]);
});

test('a lie that the party does not know is refused with those that it knows', async () => {
  const unknown = await set({ lie: 'flattery', isTold: true });
  expect(unknown.status).toBe(400);
  expect(await unknown.text()).toMatch(/games\/pg has no lie .*flattery.*known: .*fractions/);
  const nobody = await set({ target: 'games/zz', isTold: true });
  expect(nobody.status).toBe(400);
  expect(await nobody.text()).toContain('known: none');
  expect(await told()).toEqual([]);
});

test.each([{ isTold: true, times: 0 }, { isTold: 'yes' }, {}])('%j is refused', async (telling) => {
  expect((await set(telling)).status).toBe(400);
});
