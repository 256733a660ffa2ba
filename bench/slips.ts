import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSlipPayload } from '../contract/src/deposits/emv.ts';
import { openSlipReader } from '../server/src/providers/slips/reader.ts';
import { drawSlip, SLIP_HEIGHT, SLIP_WIDTH, seededRandom } from '../server/test/drawn-slips.ts';
import { pixelsOf, TAKEN } from '../server/test/taken-pictures.ts';
import { readByZxingAlone } from '../server/test/zxing-alone.ts';
import { tell } from './figures.ts';

const SLIPS = 30;
const LEAST_READ = 29;
const MOST_MEDIAN_MS = 150;
const ROUNDS = 3;

/** How many pictures of slips are read right, and how long a picture as large as a phone's screen takes. */
await using parts = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'krapao-bench-'));
parts.defer(() => rm(folder, { recursive: true, force: true }));
const reader = openSlipReader();
parts.defer(reader.close);

type Slip = { path: string; payload: string };
const slips = Object.fromEntries(Object.keys(TAKEN).map((kind): [string, Slip[]] => [kind, []]));
for (let seed = 1; seed <= SLIPS; seed++) {
  const random = seededRandom(seed);
  const { payload, picture } = await drawSlip(random);
  for (const [kind, take] of Object.entries(TAKEN)) {
    const path = join(folder, `${seed} ${kind}`);
    await writeFile(path, await take(picture, random));
    slips[kind]?.push({ path, payload });
  }
}

console.log('taken             read right   median ms   zxing-wasm alone   median ms');
let fewestRight = SLIPS;
let fewestRightAlone = SLIPS;
for (const [kind, taken] of Object.entries(slips)) {
  const answers = await Promise.all(taken.map(({ path }) => reader.read(path)));
  const right = answers.filter((answer, index) => answer.kind === 'qr' && answer.text === taken[index]?.payload).length;
  const times = await timed(taken, readAndParse);
  let rightAlone = 0;
  const timesAlone = await timed(taken, async (slip) => {
    if ((await readByZxingAlone(slip.path)) === slip.payload) rightAlone += 1;
  });
  console.log(
    `${kind.padEnd(17)} ${String(right).padStart(2)} of ${SLIPS}     ${at(times, 0.5).padStart(9)}` +
      `   ${String(rightAlone).padStart(2)} of ${SLIPS}           ${at(timesAlone, 0.5).padStart(9)}`,
  );
  fewestRight = Math.min(fewestRight, right);
  fewestRightAlone = Math.min(fewestRightAlone, rightAlone);
}

const clean = slips.clean ?? [];
const repeated = Array.from({ length: ROUNDS }, () => clean).flat();
const reading = await timed(repeated, readAndParse);
const alone = await timed(repeated, ({ path }) => readByZxingAlone(path));
const decoding = await timed(repeated, async ({ path }) => pixelsOf(await readFile(path)));
const ratio = Number(at(reading, 0.5)) / Number(at(decoding, 0.5));
console.log(`
${SLIP_WIDTH}×${SLIP_HEIGHT}, file to reference   p50 ${at(reading, 0.5)} ms, p95 ${at(reading, 0.95)} ms
sharp decoding alone           p50 ${at(decoding, 0.5)} ms, p95 ${at(decoding, 0.95)} ms
`);
tell({ name: `slips read right of ${SLIPS}, the worst kind of picture`, value: fewestRight, least: LEAST_READ });
tell({ name: 'slip, file to reference, median', value: Number(at(reading, 0.5)), unit: 'ms', most: MOST_MEDIAN_MS });
tell({ name: 'slip, file to reference ÷ decoding its picture', value: ratio });
const overLibrary = Number(at(reading, 0.5)) / Number(at(alone, 0.5));
tell({ name: 'slip, file to reference ÷ zxing-wasm alone', value: overLibrary });
tell({ name: `slips that zxing-wasm alone reads of ${SLIPS}, the worst kind of picture`, value: fewestRightAlone });

async function readAndParse({ path }: Slip): Promise<void> {
  const answer = await reader.read(path);
  if (answer.kind === 'qr') readSlipPayload(answer.text);
}

/** Runs `work` for one slip after the other. Returns the sorted times. */
async function timed(taken: Slip[], work: (slip: Slip) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const slip of taken) {
    const start = performance.now();
    await work(slip);
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b);
}

function at(sorted: number[], share: number): string {
  return (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
}
