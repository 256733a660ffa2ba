import type { Transaction } from '../platform/database.ts';
import { CannotDo, change, fields, list } from './act.ts';

/** Sealed values of one table. */
export type Shelf = {
  what: string;
  /** How many another key than today's has sealed. */
  countOld: (tx: Transaction) => Promise<number>;
  /** Seals so many of them anew, and answers how many there were. What a member is using just now is left for later. */
  sealAnew: (tx: Transaction, most: number) => Promise<number>;
};

/** So many are locked for a moment only, and members do not notice. */
const MOST_AT_ONCE = 5_000;

/** The keys that seal what the database must not tell; docs/decisions/0022 says how one takes the place of another. */
export function keyActs(shelves: readonly Shelf[]) {
  const oldOnes = async (tx: Transaction) => {
    const old: { what: string; count: number }[] = [];
    for (const { what, countOld } of shelves) old.push({ what, count: await countOld(tx) });
    return old.filter(({ count }) => count > 0);
  };
  return {
    listOldSeals: list({
      name: 'keys',
      summary: 'what another key than CREDENTIALS_KEY has sealed: while there is any, that key cannot go',
      permission: 'settings.see',
      run: oldOnes,
    }),
    sealAnew: change({
      name: 'keys reseal',
      summary: `seals anew, with CREDENTIALS_KEY, up to ${MOST_AT_ONCE} values that another key has sealed`,
      permission: 'settings',
      needsSecond: false,
      schema: fields({}),
      run: async (tx) => {
        const before = await oldOnes(tx);
        let sealed = 0;
        for (const { what, sealAnew } of shelves)
          sealed += await sealAnew(tx, MOST_AT_ONCE - sealed).catch((cause: unknown) => {
            throw new CannotDo(
              `Some ${what} were sealed by a key that is not here: put it in CREDENTIALS_KEYS_ALSO first.`,
              { cause },
            );
          });
        const after = await oldOnes(tx);
        return { data: { sealed, left: after }, before, after };
      },
    }),
  };
}
