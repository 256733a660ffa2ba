import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../launch/tool.ts';
import { type Figure, inWords, isReached } from './figures.ts';
import { processorGiven, stolenSince } from './processor.ts';

/** `npm run bench`: all measurements, one after the other, or those that are named; one table, kept in bench/history. */
const MEASUREMENTS = [
  'postings',
  'lookups',
  'transfers',
  'play-and-return',
  'silent-provider',
  'wallet',
  'slips',
  'callbacks',
  'statement',
  'wheel',
  'first-script',
  'first-paint',
  'start',
  'chat',
];

/** Take long, or install what they need, and are only measured where they are named. */
const LONG = ['million', 'nodes', 'honest-waits', 'sign-in-floods'];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => ![...MEASUREMENTS, ...LONG].includes(name));
if (unknown.length > 0) {
  console.error(`No such measurement: ${unknown.join(', ')}. There are ${[...MEASUREMENTS, ...LONG].join(', ')}.`);
  process.exit(1);
}

const results: Record<string, Figure[]> = {};
const stolen: Record<string, number> = {};
const failed: string[] = [];
for (const name of asked.length > 0 ? asked : MEASUREMENTS) {
  console.log(`\n── ${name}`);
  const figures: Figure[] = [];
  const given = processorGiven();
  const measuring = fork(join(ROOT, 'bench', `${name}.ts`));
  measuring.on('message', (figure: Figure) => figures.push(figure));
  const [code] = (await once(measuring, 'exit')) as [number | null];
  stolen[name] = Number(stolenSince(given).toFixed(3));
  if (code === 0) results[name] = figures;
  else failed.push(name);
}

console.log('\n── all');
for (const figures of Object.values(results)) for (const figure of figures) console.log(inWords(figure));
for (const [name, share] of Object.entries(stolen))
  if (share > 0.05) console.log(`${name}: the host kept ${(100 * share).toFixed(0)} % of the processor back`);
if (failed.length > 0) console.log(`\nNot measured to the end: ${failed.join(', ')}`);

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
const folder = join(ROOT, 'bench', 'history');
const at = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
const machine = { processor: cpus()[0]?.model ?? 'unknown', cores: availableParallelism(), node: process.version };
await mkdir(folder, { recursive: true });
const file = join(folder, `${at.replaceAll(':', '')}.json`);
await writeFile(
  file,
  `${JSON.stringify({ at, commit: git('rev-parse', '--short', 'HEAD'), machine, stolen, results }, null, 2)}\n`,
);
console.log(`\nKept in ${file.slice(ROOT.length + 1)}`);
const isMissed = Object.values(results).some((figures) => figures.some((figure) => !isReached(figure)));
process.exit(failed.length > 0 || isMissed ? 1 : 0);
