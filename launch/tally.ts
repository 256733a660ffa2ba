import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { ROOT } from './tool.ts';

/** `failures` names each test, or tool, that failed. */
export type Tally = { passed: number; skipped: number; failures: string[] };

export const PASSED: Tally = { passed: 1, skipped: 0, failures: [] };

export function failed(name: string): Tally {
  return { passed: 0, skipped: 0, failures: [name] };
}

export function sum(tallies: Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}

/** Printed last, so that a long log ends with the failures. */
export function inWords({ passed, skipped, failures }: Tally): string {
  const counts = `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return [...failures.map((name) => `✗ ${name}`), counts].join('\n');
}

type VitestReport = {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
};

export async function readVitestReport(file: string, exitCode: number): Promise<Tally> {
  const report = await readReport<VitestReport>(file);
  const { numPassedTests = 0, numPendingTests = 0, numTodoTests = 0, testResults = [] } = report;
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const path = relative(ROOT, name);
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${path} › ${test.fullName}`);
    return status === 'failed' && tests.length === 0 ? [path] : tests;
  });
  return noticeCrash({ passed: numPassedTests, skipped: numPendingTests + numTodoTests, failures }, exitCode);
}

type PlaywrightSuite = { specs: { ok: boolean; file: string; title: string }[]; suites?: PlaywrightSuite[] };
type PlaywrightReport = { stats: { expected: number; flaky: number; skipped: number }; suites: PlaywrightSuite[] };

export async function readPlaywrightReport(file: string, exitCode: number): Promise<Tally> {
  const { stats = { expected: 0, flaky: 0, skipped: 0 }, suites = [] } = await readReport<PlaywrightReport>(file);
  const failures = suites.flatMap(failedSpecs);
  return noticeCrash({ passed: stats.expected + stats.flaky, skipped: stats.skipped, failures }, exitCode);
}

function failedSpecs({ specs, suites = [] }: PlaywrightSuite): string[] {
  const here = specs.filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file} › ${title}`);
  return [...here, ...suites.flatMap(failedSpecs)];
}

/** A runner that fails without a failed test, or without a report, has crashed. */
function noticeCrash(tally: Tally, exitCode: number): Tally {
  const hasCrashed = exitCode !== 0 && tally.failures.length === 0;
  return hasCrashed ? { ...tally, failures: [`a test runner ended with code ${exitCode}`] } : tally;
}

async function readReport<T>(file: string): Promise<Partial<T>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return JSON.parse(text) as Partial<T>;
}
