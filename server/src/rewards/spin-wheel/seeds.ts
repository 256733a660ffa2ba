import { randomBytes } from 'node:crypto';
import { seal, unseal } from '../../platform/sealed.ts';

export type SealedSeeds = {
  /** A new seed, sealed for keeping: a reader of the database cannot open it. */
  make: (memberId: string) => Buffer;
  open: (memberId: string, sealed: Buffer) => string;
};

export function sealedSeeds(key: string): SealedSeeds {
  return {
    make: (memberId) => seal(key, `wheel/${memberId}`, newSeed()),
    open: (memberId, sealed) => unseal(key, `wheel/${memberId}`, sealed),
  };
}

export function newSeed(): string {
  return randomBytes(32).toString('hex');
}
