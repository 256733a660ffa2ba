import { readStored, removeStored, writeStored } from '../../../platform/storage.ts';

/**
 * What the server answered to the right code: with it this tab alone can register the phone. It outlives a reload, after
 * which the newcomer types the phone again and needs no other code.
 */
export function keepProof(phone: string, proof: string): void {
  writeStored('phone-proof', `${phone} ${proof}`, 'sessionStorage');
}

export function proofOf(phone: string): string | undefined {
  const [of, proof] = readStored('phone-proof', 'sessionStorage')?.split(' ') ?? [];
  return of === phone ? proof : undefined;
}

export function forgetProof(): void {
  removeStored('phone-proof', 'sessionStorage');
}
