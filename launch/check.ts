import { findLicenceProblems } from './licences.ts';
import { failed, inWords, PASSED, sum, type Tally } from './tally.ts';
import { runToolQuietly } from './tool.ts';
import { runVitest } from './vitest.ts';

type Result = { tally: Tally; output: string };
type Check = (signal: AbortSignal | undefined) => Promise<Result>;

const CHECKS: Record<string, Check> = {
  // Each against its own world: no browser in the server, no Node in the web. Several checkers for one world would each
  // work out the contract's types again.
  types: tool(
    'tsc',
    '--build',
    'contract',
    'server',
    'web',
    'sandbox',
    'sandbox/page',
    'server/reference',
    '.',
    '--checkers',
    '1',
  ),
  'format and lint': tool('biome', 'check', '--error-on-warnings'),
  'unused code': tool('knip', '--no-progress'),
  licences: async () => {
    const problems = await findLicenceProblems();
    return { tally: problems.length === 0 ? PASSED : failed('licences'), output: problems.join('\n') };
  },
  'unit tests': runUnitTests,
};

/** Everything that needs no database and no browser, side by side. */
export async function runChecks(options: { signal?: AbortSignal } = {}): Promise<Tally> {
  const tallies = Object.entries(CHECKS).map(async ([name, check]) => {
    const began = performance.now();
    const { tally, output } = await check(options.signal);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${tally.failures.length > 0 ? '✗' : '✓'} ${name} (${seconds} s)`);
    if (tally.failures.length > 0) console.log(output.trimEnd());
    return tally;
  });
  return sum(await Promise.all(tallies));
}

function tool(name: string, ...args: string[]): Check {
  return async (signal) => {
    const { code, output } = await runToolQuietly(name, args, signal && { signal });
    return { tally: code === 0 ? PASSED : failed(name), output };
  };
}

async function runUnitTests(signal: AbortSignal | undefined): Promise<Result> {
  let output = '';
  const tally = await runVitest(['--project=unit', '--reporter=default'], async (args) => {
    const run = await runToolQuietly('vitest', args, signal && { signal });
    output += run.output;
    return run.code;
  });
  return { tally, output };
}

if (import.meta.main) {
  const tally = await runChecks();
  console.log(inWords(tally));
  process.exitCode = tally.failures.length > 0 ? 1 : 0;
}
