import { readFile } from 'node:fs/promises';

export type Tally = { passed: number; failed: number; skipped: number };

export const PASSED: Tally = { passed: 1, failed: 0, skipped: 0 };
export const FAILED: Tally = { passed: 0, failed: 1, skipped: 0 };

export function sum(tallies: Tally[]): Tally {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const tally of tallies) {
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
  }
  return total;
}

export function inWords({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

export async function readVitestReport(file: string, exitCode: number): Promise<Tally> {
  const report = await readReport<Record<string, number | undefined>>(file);
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report;
  const tally = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  return noticeCrash(tally, exitCode);
}

export async function readPlaywrightReport(file: string, exitCode: number): Promise<Tally> {
  const { stats = {} } = await readReport<{ stats?: Record<string, number | undefined> }>(file);
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = stats;
  return noticeCrash({ passed: expected + flaky, failed: unexpected, skipped }, exitCode);
}

/** A runner that fails without a failed test, or without a report, has crashed. */
function noticeCrash(tally: Tally, exitCode: number): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

async function readReport<T>(file: string): Promise<Partial<T>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return JSON.parse(text) as Partial<T>;
}
