import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IN_FULL } from '../world/tier.ts';
import { checkBundleBudget } from './bundle-budget.ts';
import { runChecks } from './check.ts';
import { findChromium } from './chromium.ts';
import { startTemporaryPostgres } from './embedded-postgres.ts';
import { countProcessorSeconds } from './processor-time.ts';
import { onStopRequest } from './stop-request.ts';
import { failed, inWords, PASSED, readPlaywrightReport, sum, type Tally } from './tally.ts';
import { ROOT, runTool } from './tool.ts';
import { tryAgain, tryOnce } from './vitest.ts';
import { buildWebIfStale, WEB_DIST } from './web-build.ts';

type Run = { signal: AbortSignal; reports: string; databaseUrl: string };
type Part = {
  name: string;
  run: (run: Run) => Promise<Tally>;
  /** What failed is tried again behind all parts: a machine that was slow may have recovered. */
  again?: (first: Tally, run: Run) => Promise<Tally>;
};

const checks: Part = { name: 'checks', run: ({ signal }) => runChecks({ signal }) };

const build: Part = {
  name: 'web build',
  run: async ({ signal }) => {
    await buildWebIfStale({ signal });
    console.log(await checkBundleBudget(WEB_DIST));
    return PASSED;
  },
};

function onServer(...args: string[]): Part {
  const all = ['--reporter=./launch/vitest-progress.ts', ...args];
  const vitest =
    ({ signal, databaseUrl }: Run) =>
    (given: string[], env: Record<string, string>) =>
      runTool('vitest', given, { signal, env: { ...env, TEST_DATABASE_URL: databaseUrl } });
  return {
    name: 'unit and server tests',
    run: (run) => tryOnce(all, vitest(run)),
    again: (first, run) => tryAgain(first, all, vitest(run)),
  };
}

function inBrowser(...args: string[]): Part {
  return withPlaywright('browser tests', 'e2e', ...args);
}

function withPlaywright(name: string, folder: string, ...args: string[]): Part {
  return {
    name,
    run: async ({ signal, reports, databaseUrl }) => {
      const report = join(reports, 'playwright.json');
      const env = {
        CHROMIUM_PATH: await findChromium(),
        TEST_DATABASE_URL: databaseUrl,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      };
      const config = ['--config', `${folder}/playwright.config.ts`, '--reporter=./launch/playwright-progress.ts,json'];
      return readPlaywrightReport(
        report,
        await runTool('playwright', ['test', ...config, ...args], { signal, env }),
        folder,
      );
    },
  };
}

/** The tests that are the better the longer they go on. */
const STRESS = [
  'stress',
  'ledger-histories',
  'payment-reports',
  'rewards-never-pay',
  'statement-balances',
  'members/account/login',
  'rewards/draw',
];

/** What is asked for by the words after `npm test --`, and by the scripts of package.json. */
function partsOf(mode: string | undefined, words: string[]): Part[] {
  if (mode === '--browser') return [build, inBrowser(...words)];
  if (mode === '--cluster') return [build, withPlaywright('cluster', 'cluster', ...words)];
  if (mode === '--changed') return [onServer('--changed', ...words)];
  if (mode === '--stress') {
    process.env.STRESS ||= '1';
    return [onServer('--project=unit', '--project=server', '--project=random', ...STRESS), build, inBrowser('stress')];
  }
  if (mode === '--full')
    return [checks, onServer('--project=server', '--project=random', '--project=apart'), build, inBrowser()];
  const given = [mode, ...words].filter((word) => word !== undefined);
  if (given.length > 0) return [onServer(...given)];
  // What this leaves out is named in docs/decisions/0016-tests-short-and-long.md.
  process.env.TEST_TIER = 'short';
  const leftOut = IN_FULL.tags.map((tag) => `--tags-filter=!${tag}`);
  return [checks, onServer('--project=server', ...leftOut), build, inBrowser()];
}

async function runAll(parts: Part[], signal: AbortSignal): Promise<Tally> {
  await using resources = new AsyncDisposableStack();
  const reports = await mkdtemp(join(tmpdir(), 'krapao-reports-'));
  resources.defer(() => rm(reports, { recursive: true, force: true }));
  let databaseUrl = process.env.TEST_DATABASE_URL;
  if (!databaseUrl) {
    const postgres = await startTemporaryPostgres();
    resources.defer(postgres.stop);
    databaseUrl = postgres.url('postgres');
  }
  const tallies: Tally[] = [];
  const times: string[] = [];
  for (const [index, part] of parts.entries()) {
    const left = parts.slice(index + 1).map(({ name }) => name);
    console.log(
      `\n── ${part.name} (${index + 1} of ${parts.length}${left.length > 0 ? `; then ${left.join(', ')}` : ''})`,
    );
    const began = now();
    const isUnbuilt = tallies.at(-1)?.failures.includes(build.name) ?? false;
    tallies.push(await (isUnbuilt ? unbuilt(part) : attempt(part, { signal, reports, databaseUrl })));
    times.push(`${part.name} ${since(began)}`);
  }
  console.log(`\n${times.join(', ')}`);
  for (const [index, { again }] of parts.entries()) {
    const first = tallies[index];
    if (again && first) tallies[index] = await again(first, { signal, reports, databaseUrl });
  }
  return sum(tallies);
}

/** A part that cannot even run counts as one failure, and the others still run. */
async function attempt({ name, run }: Part, context: Run): Promise<Tally> {
  try {
    return await run(context);
  } catch (error) {
    if (context.signal.aborted) throw error;
    console.error(error instanceof Error ? error.message : error);
    return failed(name);
  }
}

async function unbuilt({ name }: Part): Promise<Tally> {
  console.error('Not run: the web app has no build to test.');
  return failed(name);
}

const processor = countProcessorSeconds();
const now = () => ({ ms: performance.now(), processor: processor.seconds() });

/** The time, and beside it the processor seconds of all processes of the tests, PostgreSQL's with them. */
function since({ ms, processor }: ReturnType<typeof now>): string {
  const after = now();
  const time = inMinutes(after.ms - ms);
  if (processor === undefined || after.processor === undefined) return time;
  return `${time} (${Math.round(after.processor - processor)} processor seconds)`;
}

function inMinutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

// Hundreds of processes load the same modules: the first one's compiled code saves the others a third of a second.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, '.cache', 'node');

const interruption = new AbortController();
onStopRequest(() => interruption.abort());
const [mode, ...words] = process.argv.slice(2);
try {
  const began = now();
  const tally = await runAll(partsOf(mode, words), interruption.signal);
  console.log(`\nall of it: ${since(began)}\n\n${inWords(tally)}`);
  process.exit(tally.failures.length > 0 ? 1 : 0);
} catch (error) {
  console.error(interruption.signal.aborted ? 'Interrupted.' : error instanceof Error ? error.message : error);
  console.log(`\n${inWords(failed('the test command'))}`);
  process.exit(1);
}
