import { GAME_PROVIDERS } from '@krapao/contract/providers.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Falls, fallsAt, isBelieved } from './game-accounts.queries.ts';

export type DoubtRules = { doubtedSharePercent: number; doubtedAccounts: number; doubtedWithinMs: number };

/**
 * A provider in maintenance tells nothing of everybody's money. So many falls to nothing at once are looked at by an
 * operator, and until then none is booked. As each account is told as before again, the doubt ends by itself.
 */
export async function isDoubted(db: Queryable, rules: DoubtRules, code: string): Promise<boolean> {
  return isDoubtful(await fallsAt(db, code, rules.doubtedWithinMs), rules) && !(await isBelieved(db, code));
}

function isDoubtful({ fallen, all, share }: Falls, { doubtedAccounts, doubtedSharePercent }: DoubtRules): boolean {
  return fallen >= doubtedAccounts && fallen * 100 >= all * doubtedSharePercent && share >= doubtedSharePercent;
}

export async function doubtedProviders(db: Queryable, rules: DoubtRules) {
  const doubted: ({ code: string } & Falls)[] = [];
  for (const code of GAME_PROVIDERS)
    if (await isDoubted(db, rules, code)) doubted.push({ code, ...(await fallsAt(db, code, rules.doubtedWithinMs)) });
  return doubted;
}
