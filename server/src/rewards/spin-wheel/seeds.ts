import { randomBytes } from 'node:crypto';
import { many, one, type Transaction } from '../../platform/database.ts';
import type { Sealer } from '../../platform/sealed.ts';
import type { Shelf } from '../../staff/keys.acts.ts';

export type SealedSeeds = {
  /** A new seed, sealed for keeping: a reader of the database cannot open it. */
  make: (memberId: string) => Buffer;
  open: (memberId: string, sealed: Buffer) => string;
};

export function sealedSeeds({ seal, unseal }: Sealer): SealedSeeds {
  return {
    make: (memberId) => seal(ownerOf(memberId), newSeed()),
    open: (memberId, sealed) => unseal(ownerOf(memberId), sealed),
  };
}

function ownerOf(memberId: string): string {
  return `wheel/${memberId}`;
}

export function newSeed(): string {
  return randomBytes(32).toString('hex');
}

/** Each member is promised another seed by the next look at the wheel. */
export async function forgetSeeds(tx: Transaction): Promise<void> {
  await tx.query('delete from wheel_seeds');
}

const IS_OLD = 'substring(server_seed for 8) <> $1::bytea';

/** The promised seeds, for whoever changes the key that seals them: what was promised stays. */
export function sealedSeedShelf({ seal, unseal, keyId }: Sealer): Shelf {
  return {
    what: 'seeds of the wheel',
    countOld: async (tx) => {
      const sql = `select count(*)::integer as count from wheel_seeds where ${IS_OLD}`;
      return (await one<{ count: number }>(tx, sql, [keyId])).count;
    },
    sealAnew: async (tx, most) => {
      const old = await many<{ member_id: string; server_seed: Buffer }>(
        tx,
        `select member_id, server_seed from wheel_seeds where ${IS_OLD} limit $2 for no key update skip locked`,
        [keyId, most],
      );
      await tx.query(
        `update wheel_seeds set server_seed = anew.server_seed
          from unnest($1::text[], $2::bytea[]) as anew (member_id, server_seed)
          where wheel_seeds.member_id = anew.member_id`,
        [
          old.map(({ member_id }) => member_id),
          old.map(({ member_id, server_seed }) => seal(ownerOf(member_id), unseal(ownerOf(member_id), server_seed))),
        ],
      );
      return old.length;
    },
  };
}
