import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBundleBudget } from './bundle-budget.ts';
import { runChecks } from './check.ts';
import { findChromium } from './chromium.ts';
import { startTemporaryPostgres } from './embedded-postgres.ts';
import { onStopRequest } from './stop-request.ts';
import { failed, inWords, PASSED, readPlaywrightReport, readVitestReport, sum, type Tally } from './tally.ts';
import { ROOT, runTool } from './tool.ts';
import { buildWebIfStale, WEB_DIST } from './web-build.ts';

type Run = { signal: AbortSignal; reports: string; databaseUrl: string };

async function runEverything(signal: AbortSignal): Promise<Tally> {
  await using parts = new AsyncDisposableStack();
  const checks = await section(signal, 'checks', () => runChecks({ signal }));

  const reports = await mkdtemp(join(tmpdir(), 'krapao-reports-'));
  parts.defer(() => rm(reports, { recursive: true, force: true }));
  let databaseUrl = process.env.TEST_DATABASE_URL;
  if (!databaseUrl) {
    const postgres = await startTemporaryPostgres();
    parts.defer(postgres.stop);
    databaseUrl = postgres.url('postgres');
  }
  const run = { signal, reports, databaseUrl };
  const integration = await section(signal, 'integration tests', () => runVitest(run));
  const build = await section(signal, 'web build', () => runWebBuild(signal));
  const journeys = await section(signal, 'end-to-end tests', () =>
    build.failures.length > 0 ? withoutBuild() : runPlaywright(run),
  );
  return sum([checks, integration, build, journeys]);
}

/** A part that cannot even run counts as one failure, and the others still run. */
async function section(signal: AbortSignal, name: string, run: () => Promise<Tally>): Promise<Tally> {
  console.log(`\n── ${name}`);
  try {
    return await run();
  } catch (error) {
    if (signal.aborted) throw error;
    console.error(error instanceof Error ? error.message : error);
    return failed(name);
  }
}

async function runVitest({ signal, reports, databaseUrl }: Run): Promise<Tally> {
  const report = join(reports, 'vitest.json');
  const projects = ['server', 'sandbox', 'launcher'].flatMap((name) => ['--project', name]);
  const args = ['run', ...projects, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runTool('vitest', args, { signal, env: { TEST_DATABASE_URL: databaseUrl } });
  return readVitestReport(report, code);
}

async function runWebBuild(signal: AbortSignal): Promise<Tally> {
  await buildWebIfStale({ signal });
  console.log(await checkBundleBudget(WEB_DIST));
  return PASSED;
}

async function withoutBuild(): Promise<Tally> {
  throw new Error('Not run: the web app has no build to test.');
}

async function runPlaywright({ signal, reports, databaseUrl }: Run): Promise<Tally> {
  const report = join(reports, 'playwright.json');
  const env = {
    CHROMIUM_PATH: await findChromium(),
    TEST_DATABASE_URL: databaseUrl,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'];
  return readPlaywrightReport(report, await runTool('playwright', args, { signal, env }));
}

// Hundreds of processes load the same modules: the first one's compiled code saves the others a third of a second.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, '.cache', 'node');

const interruption = new AbortController();
onStopRequest(() => interruption.abort());
try {
  const tally = await runEverything(interruption.signal);
  console.log(`\n${inWords(tally)}`);
  process.exit(tally.failures.length > 0 ? 1 : 0);
} catch (error) {
  console.error(interruption.signal.aborted ? 'Interrupted.' : error instanceof Error ? error.message : error);
  console.log(`\n${inWords(failed('the test command'))}`);
  process.exit(1);
}
