import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { ROOT } from './tool.ts';

/**
 * `failures` names each test, or tool, that failed; `unsteady` each test that passed only when it was tried again.
 * `skipped` counts what Vitest left out, in `npm test` the tests that are marked `IN_FULL`.
 */
export type Tally = { passed: number; skipped: number; failures: string[]; unsteady: string[] };

export const PASSED: Tally = { passed: 1, skipped: 0, failures: [], unsteady: [] };

export function failed(name: string): Tally {
  return { passed: 0, skipped: 0, failures: [name], unsteady: [] };
}

export function sum(tallies: Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
    failures: tallies.flatMap(({ failures }) => failures),
    unsteady: tallies.flatMap(({ unsteady }) => unsteady),
  };
}

/** Last of all, so that the end of a long log says what has to be looked at. */
export function inWords({ passed, skipped, failures, unsteady }: Tally): string {
  const counts = `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  const named = [...unsteady.map((name) => `~ unsteady: ${name}`), ...failures.map((name) => `✗ ${name}`)];
  return [...named, counts].join('\n');
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
  const skipped = numPendingTests + numTodoTests;
  return noticeCrash({ passed: numPassedTests, skipped, failures, unsteady: [] }, exitCode);
}

/** A test of Vitest's is tried again with its whole file, from a fresh start. */
export function filesOf({ failures }: Tally): string[] {
  return [...new Set(failures.map((name) => name.split(' › ')[0] ?? name))].filter((file) =>
    /\.test\.tsx?$/.test(file),
  );
}

/** What failed at first and not again is unsteady. */
export function afterSecondTry(first: Tally, second: Tally): Tally {
  const unsteady = first.failures.filter((name) => !second.failures.includes(name));
  return { ...first, passed: first.passed + unsteady.length, failures: second.failures, unsteady };
}

type PlaywrightSpec = { ok: boolean; file: string; title: string; tests: { status: string }[] };
type PlaywrightSuite = { specs: PlaywrightSpec[]; suites?: PlaywrightSuite[] };
type PlaywrightReport = { stats: { expected: number; flaky: number; skipped: number }; suites: PlaywrightSuite[] };

/** `folder`: where the tests are. */
export async function readPlaywrightReport(file: string, exitCode: number, folder: string): Promise<Tally> {
  const nameOf = ({ file: spec, title }: PlaywrightSpec) => `${folder}/${spec} › ${title}`;
  const { stats = { expected: 0, flaky: 0, skipped: 0 }, suites = [] } = await readReport<PlaywrightReport>(file);
  const specs = suites.flatMap(specsOf);
  const failures = specs.filter(({ ok }) => !ok).map(nameOf);
  const unsteady = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(nameOf);
  return noticeCrash({ passed: stats.expected + stats.flaky, skipped: stats.skipped, failures, unsteady }, exitCode);
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
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
