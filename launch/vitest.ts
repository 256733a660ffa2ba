import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterSecondTry, filesOf, readVitestReport, type Tally } from './tally.ts';

type Run = (args: string[], env: Record<string, string>) => Promise<number>;

/** Runs Vitest by `run`, and files in which a test failed once more. */
export async function runVitest(args: string[], run: Run): Promise<Tally> {
  return tryAgain(await tryOnce(args, run), args, run);
}

export function tryOnce(args: string[], run: Run): Promise<Tally> {
  return tally(args, run, {});
}

/** Runs files in which a test failed once more, one at a time: the machine may be slow. */
export async function tryAgain(first: Tally, args: string[], run: Run): Promise<Tally> {
  const files = filesOf(first);
  if (files.length === 0) return first;
  const options = args.filter((arg) => arg.startsWith('--'));
  console.log(`\nTried again: ${files.join(', ')}`);
  return afterSecondTry(first, await tally([...options, ...files], run, { TESTS_AT_ONCE: '1' }));
}

async function tally(args: string[], run: Run, env: Record<string, string>): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-vitest-'));
  try {
    const report = join(folder, 'report.json');
    const code = await run(['run', ...args, '--reporter=json', `--outputFile.json=${report}`], env);
    return await readVitestReport(report, code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
