import { readFileSync } from 'node:fs';
import { hashOfWeights } from '@krapao/contract/rewards/draw.ts';
import { checkProof, readProof } from '../contract/src/rewards/proof.ts';

const MARKS = { passed: '✓', failed: '✗', unknown: '?' } as const;
const STEP_NAMES = {
  seed: 'the revealed seed matches the fingerprint shown before the spin',
  weights: 'the weights match the fingerprint shown before the spin',
  draw: 'drawn again, the same slice is won',
};

// `npm run verify-spin -- proof.json`: draws a spin again from the proof that its page copies.
try {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('Which proof? npm run verify-spin -- proof.json');
  const proof = readProof(readFileSync(file, 'utf8'));
  const { steps, isFair } = await checkProof(proof);
  for (const [step, result] of Object.entries(steps) as [keyof typeof steps, keyof typeof MARKS][])
    console.log(`${MARKS[result]} ${STEP_NAMES[step]}`);
  if (steps.weights === 'unknown')
    console.log(`  The proof does not say which was shown; these weights have ${await hashOfWeights(proof.weights)}`);
  console.log(isFair ? `${proof.code} was drawn fairly.` : 'This is not the draw that was promised.');
  if (!isFair) process.exitCode = 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
