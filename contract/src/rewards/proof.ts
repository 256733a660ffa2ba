import { drawSlice, hashOfSeed, hashOfWeights, type Weights } from '@krapao/contract/rewards/draw.ts';

/** What is needed to draw a spin again, as the member saw it. */
export type Proof = {
  _id: string;
  code: string;
  label: string;
  serverSeed: string;
  /** Shown before the spin. */
  serverSeedHash: string;
  clientSeed: string;
  weights: Weights;
  /** Shown before the spin; absent if the member did not note it. */
  weightsHash?: string;
};

export const STEPS = ['seed', 'weights', 'draw'] as const;
export type Step = (typeof STEPS)[number];
/** `unknown`: the proof has no hash to compare with. */
export type StepResult = 'passed' | 'failed' | 'unknown';
export type Checked = { steps: Record<Step, StepResult>; isFair: boolean };

/** Draws the spin again. Trusts neither the service nor its page, only the hashes seen before the spin. */
export async function checkProof(proof: Proof): Promise<Checked> {
  const [seedHash, weightsHash, drawn] = await Promise.all([
    hashOfSeed(proof.serverSeed),
    hashOfWeights(proof.weights),
    drawSlice(proof.serverSeed, proof.clientSeed, proof.weights),
  ]);
  const steps = {
    seed: resultOf(seedHash === proof.serverSeedHash),
    weights: proof.weightsHash === undefined ? 'unknown' : resultOf(weightsHash === proof.weightsHash),
    draw: resultOf(drawn === proof.code),
  } as const;
  return { steps, isFair: Object.values(steps).every((step) => step !== 'failed') };
}

/** Reads the text of a proof's file. Throws an error that says which part is missing. */
export function readProof(text: string): Proof {
  const proof = JSON.parse(text) as Partial<Proof> | null;
  for (const name of ['code', 'serverSeed', 'serverSeedHash', 'clientSeed'] as const)
    if (typeof proof?.[name] !== 'string') throw new TypeError(`The proof has no "${name}".`);
  const isWeight = (pair: unknown) =>
    Array.isArray(pair) && typeof pair[0] === 'string' && Number.isSafeInteger(pair[1]) && pair[1] >= 0;
  if (!Array.isArray(proof?.weights) || !proof.weights.every(isWeight))
    throw new TypeError('The proof has no "weights": they are a list of ["code", weight].');
  return proof as Proof;
}

function resultOf(isRight: boolean): 'passed' | 'failed' {
  return isRight ? 'passed' : 'failed';
}
