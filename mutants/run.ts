import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { startTemporaryPostgres } from '../launch/embedded-postgres.ts';
import { onStopRequest } from '../launch/stop-request.ts';
import { readVitestReport } from '../launch/tally.ts';
import { ROOT } from '../launch/tool.ts';
import { copyTree, make, whyNot } from './copy.ts';
import { LISTS } from './lists.ts';
import type { Mutant } from './mutant.ts';

const LEAST_PERCENT = 95;
/** Tests that a mutant keeps waiting for ever have noticed it too. */
const LONGEST_SECONDS = 240;
/** What a mutant keeps from happening is waited for no longer than this; the tests without a mutant have as long. */
const BY_ITSELF_MS = 30_000;
/** All the tests that the list names, one after the other. */
const LONGEST_WITHOUT_MUTANT_SECONDS = 1_800;

type Copy = { folder: string; databaseUrl: string; reports: string; signal: AbortSignal };
type Verdict = { failures: string[]; isOverTime: boolean; seconds: number };

/** What these mutants should be noticed by: those that name their test, or those that name only files. */
async function runTests(copy: Copy, mutants: Mutant[], longestSeconds: number): Promise<Verdict> {
  copy.signal.throwIfAborted();
  const began = performance.now();
  const paths = [...new Set(mutants.flatMap(({ noticedBy }) => noticedBy))].sort();
  const tests = mutants.flatMap(({ test }) => test ?? []).map(asPattern);
  const report = join(copy.reports, `${began}.json`);
  const args = ['run', '--bail=1', '--reporter=json', `--outputFile.json=${report}`, ...paths];
  if (tests.length > 0) args.push(`--testNamePattern=${tests.join('|')}`);
  const vitest = spawn(process.execPath, [join(copy.folder, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: copy.folder,
    // What tests that were ended leave behind goes away with the reports.
    env: {
      ...process.env,
      TEST_DATABASE_URL: copy.databaseUrl,
      TMPDIR: copy.reports,
      BY_ITSELF_MS: String(BY_ITSELF_MS),
    },
    stdio: 'ignore',
    // A group of its own, with everything that the tests start: none of it outlives its mutant.
    detached: true,
  });
  const endGroup = () => vitest.pid !== undefined && endAll(vitest.pid);
  let isOverTime = false;
  const limit = setTimeout(() => {
    isOverTime = true;
    endGroup();
  }, longestSeconds * 1_000);
  copy.signal.addEventListener('abort', endGroup);
  const [code] = (await once(vitest, 'exit')) as [number | null];
  clearTimeout(limit);
  copy.signal.removeEventListener('abort', endGroup);
  endGroup();
  copy.signal.throwIfAborted();
  const tally = await readVitestReport(report, code ?? 1);
  const failures = tally.failures.map((name) => name.replace(`${relative(ROOT, copy.folder)}${sep}`, ''));
  return { failures, isOverTime, seconds: Math.round((performance.now() - began) / 1_000) };
}

const asPattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function endAll(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
}

/** A test that fails without any mutant would notice every one of them. */
async function requireGreen(copy: Copy, mutants: Mutant[]): Promise<void> {
  for (const some of [mutants.filter(({ test }) => test), mutants.filter(({ test }) => !test)]) {
    if (some.length === 0) continue;
    const { failures, isOverTime, seconds } = await runTests(copy, some, LONGEST_WITHOUT_MUTANT_SECONDS);
    if (isOverTime) throw new Error(`The tests are not over after ${seconds} s without any mutant.`);
    if (failures.length > 0) throw new Error(`The tests fail without any mutant:\n${failures.join('\n')}`);
    console.log(`✓ green without a mutant: the tests of ${some.length} mutants (${seconds} s)`);
  }
}

async function tryOne(copy: Copy, mutant: Mutant): Promise<boolean> {
  const undo = await make(mutant, copy.folder);
  const { failures, isOverTime, seconds } = await runTests(copy, [mutant], LONGEST_SECONDS).finally(undo);
  const isNoticed = isOverTime || failures.length > 0;
  console.log(`${isNoticed ? '✓ noticed ' : '✗ SURVIVED'} ${mutant.name} (${mutant.file}, ${seconds} s)`);
  if (isOverTime) console.log(`    by the time limit of ${LONGEST_SECONDS} s`);
  else console.log(`    ${isNoticed ? (failures.find((name) => name.includes(' › ')) ?? failures[0]) : mutant.why}`);
  return isNoticed;
}

async function run(words: string[], signal: AbortSignal): Promise<boolean> {
  const mutants = Object.entries(LISTS).flatMap(([list, all]) =>
    all.filter(({ name, file }) =>
      words.every((word) => (word in LISTS ? word === list : `${file} ${name}`.includes(word))),
    ),
  );
  if (mutants.length === 0) throw new Error(`No mutant has ${words.join(' and ')} as its list or in its file or name.`);
  await using parts = new AsyncDisposableStack();
  const { folder, remove } = await copyTree();
  parts.defer(remove);
  const reports = await mkdtemp(join(tmpdir(), 'krapao-mutant-reports-'));
  parts.defer(() => rm(reports, { recursive: true, force: true }));

  const obstacles = await Promise.all(mutants.map((mutant) => whyNot(mutant, folder)));
  const stale = mutants.flatMap(({ name }, at) =>
    obstacles[at] ? [`✗ CANNOT BE MADE any more: ${name}: ${obstacles[at]}`] : [],
  );
  for (const line of stale) console.log(line);
  const fresh = mutants.filter((_, at) => obstacles[at] === null);

  const postgres = await startTemporaryPostgres();
  parts.defer(postgres.stop);
  const copy = { folder, reports, signal, databaseUrl: postgres.url('postgres') };
  await requireGreen(copy, fresh);
  const survivors: Mutant[] = [];
  for (const mutant of fresh) if (!(await tryOne(copy, mutant))) survivors.push(mutant);

  for (const line of stale) console.log(line);
  for (const { name, file } of survivors) console.log(`✗ SURVIVED ${name} (${file})`);
  const noticed = fresh.length - survivors.length;
  const percent = (100 * noticed) / fresh.length;
  console.log(`${noticed} of ${fresh.length} noticed (${Math.floor(percent)} %)`);
  return stale.length === 0 && percent >= LEAST_PERCENT;
}

const interruption = new AbortController();
onStopRequest(() => interruption.abort());
try {
  process.exit((await run(process.argv.slice(2), interruption.signal)) ? 0 : 1);
} catch (error) {
  console.error(interruption.signal.aborted ? 'Interrupted.' : error instanceof Error ? error.message : error);
  process.exit(1);
}
