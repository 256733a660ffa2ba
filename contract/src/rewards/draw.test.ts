import { createHash, createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sized } from '../../../world/stress-size.ts';
import { drawSlice, hashOfSeed, hashOfWeights, type Weights } from './draw.ts';

/** The weights of the demo's wheel. */
const WEIGHTS: Weights = [
  ['CREDIT10', 220],
  ['NOTHING1', 190],
  ['BONUS50', 120],
  ['COIN1', 180],
  ['CREDIT20', 80],
  ['NOTHING2', 150],
  ['BONUS300', 10],
  ['COIN3', 50],
];

test.each([
  ['server', 'client', 'CREDIT10'],
  ['a'.repeat(64), 'กระเป๋า', 'COIN1'],
  ['0'.repeat(64), '1', 'CREDIT10'],
  // Modulo 1,000 these are 0, 219, 220, 409, 410 and 999: the first and last of slices.
  ['edge', '1569', 'CREDIT10'],
  ['edge', '1230', 'CREDIT10'],
  ['edge', '1325', 'NOTHING1'],
  ['edge', '1394', 'NOTHING1'],
  ['edge', '2939', 'BONUS50'],
  ['edge', '1867', 'COIN3'],
])('the seeds "%s" and "%s" win %s, as they did when they were computed elsewhere', async (server, client, code) => {
  expect(await drawSlice(server, client, WEIGHTS)).toBe(code);
});

test('what is shown before a spin are plain SHA-256 hashes', async () => {
  expect(await hashOfSeed('server')).toBe('b3eacd33433b31b5252351032c9b3e7a2e7aa7738d5decdf0dd6c62680853c06');
  expect(await hashOfWeights(WEIGHTS)).toBe('5db65ad2726c90ccbb6da72794c91556d5e99c8bb8bde50261ae579d2d20f57c');
  expect(await hashOfWeights([...WEIGHTS].reverse())).not.toBe(await hashOfWeights(WEIGHTS));
});

/** The same draw by other means: every chance is written out, one after the other. */
function drawnElsewhere(serverSeed: string, clientSeed: string, weights: Weights): string | undefined {
  const chances = weights.flatMap(([code, weight]) => Array.from({ length: weight }, () => code));
  let left = 0;
  for (const byte of createHmac('sha256', serverSeed).update(clientSeed).digest())
    left = (left * 256 + byte) % chances.length;
  return chances[left];
}

test('for any seeds and any wheel an independent draw gives the same slice', async () => {
  const seed = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 });
  const weights = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(seed, seed, weights, async (server, client, numbers) => {
      const wheel = numbers.map((weight, at) => [`S${at}`, weight] as const);
      expect(await drawSlice(server, client, wheel)).toBe(drawnElsewhere(server, client, wheel));
      expect(await hashOfSeed(server)).toBe(createHash('sha256').update(server).digest('hex'));
    }),
  );
});

test('a wheel without weights cannot be drawn from', async () => {
  await expect(drawSlice('server', 'client', [])).rejects.toThrow(RangeError);
});

const DRAWS = sized(20_000, 100_000);
/** The chi-square statistic of eight slices, seven degrees of freedom, is above this once in a million times by chance. */
const CRITICAL = 40.522;

function chiSquare(drawn: string[]): number {
  const sum = WEIGHTS.reduce((total, [, weight]) => total + weight, 0);
  const counts = Map.groupBy(drawn, (code) => code);
  return WEIGHTS.reduce((total, [code, weight]) => {
    const expected = (drawn.length * weight) / sum;
    return total + ((counts.get(code)?.length ?? 0) - expected) ** 2 / expected;
  }, 0);
}

/** Draws started together: the trip to the hashing thread and back takes longer than the hash. */
const TOGETHER = 2_000;

async function drawTimes(times: number, seedsAt: (at: number) => [server: string, client: string]) {
  const drawn: string[] = [];
  while (drawn.length < times) {
    const draws = Array.from({ length: TOGETHER }, (_, at) => drawSlice(...seedsAt(drawn.length + at), WEIGHTS));
    drawn.push(...(await Promise.all(draws)));
  }
  return drawn;
}

test('over many thousand draws each slice comes as often as its weight says', async () => {
  const drawn = await drawTimes(DRAWS, () => [randomBytes(32).toString('hex'), randomBytes(16).toString('hex')]);
  expect(drawn).toHaveLength(DRAWS);
  expect(chiSquare(drawn)).toBeLessThan(CRITICAL);
});

test('neither side alone decides: with either seed fixed the draws are as fair', async () => {
  const fixed = randomBytes(32).toString('hex');
  expect(chiSquare(await drawTimes(10_000, (at) => [fixed, String(at)]))).toBeLessThan(CRITICAL);
  expect(chiSquare(await drawTimes(10_000, (at) => [String(at), fixed]))).toBeLessThan(CRITICAL);
});

test('and a wheel that leans would be noticed', () => {
  const ofByte = (byte: number) => WEIGHTS[byte % WEIGHTS.length]?.[0] ?? '';
  expect(chiSquare(Array.from(randomBytes(DRAWS), ofByte))).toBeGreaterThan(CRITICAL);
  // The largest prize comes at two thirds of its weight, the smallest instead.
  const honest = WEIGHTS.flatMap(([code, weight]) => Array.from({ length: weight * 100 }, () => code));
  let kept = 0;
  const leaning = honest.map((code) => (code === 'BONUS300' && kept++ % 3 === 0 ? 'CREDIT10' : code));
  expect(chiSquare(honest)).toBe(0);
  expect(chiSquare(leaning)).toBeGreaterThan(CRITICAL);
});
