import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { afterSecondTry, filesOf, inWords, readPlaywrightReport, readVitestReport } from './tally.ts';

const folder = await mkdtemp(join(tmpdir(), 'krapao-tally-'));
const report = join(folder, 'report.json');
afterAll(() => rm(folder, { recursive: true, force: true }));

const spec = (title: string, ok: boolean, status: string) => ({ title, ok, file: 'a.spec.ts', tests: [{ status }] });

async function browserTests(exitCode: number, ...specs: ReturnType<typeof spec>[]): Promise<string> {
  const count = (status: string) => specs.filter(({ tests }) => tests[0]?.status === status).length;
  const stats = { expected: count('expected'), flaky: count('flaky'), skipped: count('skipped') };
  await writeFile(report, JSON.stringify({ stats, suites: [{ specs: [], suites: [{ specs }] }] }));
  return inWords(await readPlaywrightReport(report, exitCode, 'e2e'));
}

test('a browser test that passed only when it was tried again has passed, and is named as unsteady', async () => {
  expect(await browserTests(0, spec('steady', true, 'expected'), spec('shaky', true, 'flaky'))).toBe(
    '~ unsteady: e2e/a.spec.ts › shaky\n2 passed, 0 failed',
  );
});

test('a browser test that failed both times is named, and counted in the last line', async () => {
  expect(await browserTests(1, spec('steady', true, 'expected'), spec('broken', false, 'unexpected'))).toBe(
    '✗ e2e/a.spec.ts › broken\n1 passed, 1 failed',
  );
});

const tally = (passed: number, ...failures: string[]) => ({ passed, skipped: 0, failures, unsteady: [] });

test('a file with a failed test is tried again, and what passes then is named as unsteady', async () => {
  const first = tally(3, 'a.test.ts › shaky', 'a.test.ts › broken', 'b.test.tsx');
  expect(filesOf(first)).toEqual(['a.test.ts', 'b.test.tsx']);
  expect(inWords(afterSecondTry(first, tally(5, 'a.test.ts › broken')))).toBe(
    '~ unsteady: a.test.ts › shaky\n~ unsteady: b.test.tsx\n✗ a.test.ts › broken\n5 passed, 1 failed',
  );
});

test('a second try that crashes is a failure, and a crashed runner names no file to try again', () => {
  const second = tally(0, 'a test runner ended with code 1');
  expect(inWords(afterSecondTry(tally(3, 'a.test.ts › shaky'), second))).toContain('1 failed');
  expect(filesOf(second)).toEqual([]);
});

test('a runner that crashed is a failure, whether or not it left a report', async () => {
  expect(await browserTests(1, spec('steady', true, 'expected'))).toBe(
    '✗ a test runner ended with code 1\n1 passed, 1 failed',
  );
  expect(inWords(await readVitestReport(join(folder, 'nothing.json'), 1))).toBe(
    '✗ a test runner ended with code 1\n0 passed, 1 failed',
  );
});
