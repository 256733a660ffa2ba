import { createHash, createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProof, type Proof, readProof } from './proof.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** An honest spin, drawn by other means than ours. */
function honestSpin(weights: [string, number][], clientSeed: string): Proof {
  const serverSeed = randomBytes(32).toString('hex');
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  const number = BigInt(`0x${createHmac('sha256', serverSeed).update(clientSeed).digest('hex')}`);
  let left = Number(number % BigInt(sum));
  const won = weights.find(([, weight]) => {
    left -= weight;
    return left < 0;
  });
  const hashes = { serverSeedHash: sha256(serverSeed), weightsHash: sha256(JSON.stringify(weights)) };
  return { _id: 'spin', code: won?.[0] ?? '', label: '', serverSeed, clientSeed, weights, ...hashes };
}

const weights = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 10_000 })), {
  minLength: 2,
  maxLength: 12,
  selector: ([code]) => code,
});

test('every honest spin passes each step', async () => {
  await fc.assert(
    fc.asyncProperty(weights, fc.string(), async (wheel, clientSeed) => {
      const { steps, isFair } = await checkProof(honestSpin(wheel, clientSeed));
      expect({ steps, isFair }).toEqual({
        steps: { seed: 'passed', weights: 'passed', draw: 'passed' },
        isFair: true,
      });
    }),
  );
});

const WHEEL: [string, number][] = [
  ['A', 600],
  ['B', 300],
  ['C', 100],
];

test.each([
  ['another seed than the one promised', 'seed', (spin: Proof) => ({ ...spin, serverSeedHash: sha256('another') })],
  ['other weights than those shown', 'weights', (spin: Proof) => ({ ...spin, weightsHash: sha256('[]') })],
  ['another slice than the one drawn', 'draw', (spin: Proof) => ({ ...spin, code: spin.code === 'C' ? 'A' : 'C' })],
] as const)('a spin with %s fails at that step', async (_, step, bend) => {
  const { steps, isFair } = await checkProof(bend(honestSpin(WHEEL, 'mine')));
  expect(steps[step]).toBe('failed');
  expect(isFair).toBe(false);
});

test('weights whose hash was not noted before the spin are neither right nor wrong', async () => {
  const { weightsHash: _, ...spin } = honestSpin(WHEEL, 'mine');
  expect(await checkProof(spin)).toEqual({
    steps: { seed: 'passed', weights: 'unknown', draw: 'passed' },
    isFair: true,
  });
});

test('a proof that was written to a file is read as it was, and a damaged one says what is missing', () => {
  const spin = honestSpin(WHEEL, 'mine');
  expect(readProof(JSON.stringify(spin))).toEqual(spin);
  expect(() => readProof('null')).toThrow('"code"');
  expect(() => readProof(JSON.stringify({ ...spin, serverSeed: undefined }))).toThrow('"serverSeed"');
  expect(() => readProof(JSON.stringify({ ...spin, weights: [['A', 'many']] }))).toThrow('"weights"');
});
