import type { Locale } from '@krapao/contract/editions.ts';
import { drawSlice, hashOfSeed } from '@krapao/contract/rewards/draw.ts';
import { inLanguage, requireBudget, spendBudget } from '../../conditions/campaigns.ts';
import { inMemberTransaction } from '../../ledger/ledger.ts';
import { AppError } from '../../platform/app-error.ts';
import { brokenConstraint, type Database, type Transaction } from '../../platform/database.ts';
import { type Attempt, claim, recordAnswer } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import type { Coins } from './coins.ts';
import type { SealedSeeds } from './seeds.ts';
import { insertSpin } from './spins.queries.ts';
import {
  currentWheel,
  dearestPrize,
  findSeed,
  promiseSeed,
  replaceSeed,
  requireUp,
  type Wheel,
  weightsOf,
  worthOf,
} from './wheels.queries.ts';

type SpinDeps = Pick<Coins, 'spendCoin'> & { db: Database; seeds: SealedSeeds };

type Asked = {
  clientSeed: string;
  /** The hash of the promise that the member saw, if the browser sends it. */
  serverSeedHash: string | undefined;
  locale: Locale;
};

/** The coin, the draw, the coupon and the next promise are one transaction. A refusal is answered with 200. */
export async function spin(deps: SpinDeps, member: Owner, attempt: Attempt, asked: Asked) {
  try {
    return await inMemberTransaction(deps.db, member.memberId, async (tx) => {
      await claim(tx, attempt);
      const result = await draw(tx, deps, { member, id: attempt.id, asked });
      const answer = { success: true, result } as const;
      await recordAnswer(tx, attempt, { status: 200, body: answer });
      return answer;
    });
  } catch (error) {
    if (error instanceof AppError) return { success: false, error: error.code } as const;
    if (brokenConstraint(error) === 'spins_pkey') return { success: false, error: 'IDEMPOTENCY_CONFLICT' } as const;
    throw error;
  }
}

async function draw(
  tx: Transaction,
  { seeds, spendCoin }: SpinDeps,
  { member: { memberId, currency }, id, asked }: { member: Owner; id: string; asked: Asked },
) {
  const wheel = await currentWheel(tx, currency);
  if (!wheel?.is_active) throw new AppError('NO_DATA');
  const promised = (await findSeed(tx, memberId)) ?? (await promiseSeed(tx, memberId, wheel.id, seeds.make(memberId)));
  const serverSeed = seeds.open(memberId, promised.server_seed);
  const isWhatWasSeen = asked.serverSeedHash === undefined || asked.serverSeedHash === (await hashOfSeed(serverSeed));
  if (promised.wheel_id !== wheel.id || !isWhatWasSeen) throw new AppError('WHEEL_CHANGED');
  const remainingCoin = await spendCoin(tx, memberId);
  if (remainingCoin === null) throw new AppError('NO_COIN');
  // Checked before the draw: a wheel that could not pay every prize must not turn.
  await requireBudget(tx, { kind: 'luckydraw', code: '', currency }, dearestPrize(wheel));
  await requireUp(tx, wheel);

  const { clientSeed, locale } = asked;
  const slice = sliceOf(wheel, await drawSlice(serverSeed, clientSeed, weightsOf(wheel)));
  await spendBudget(tx, { kind: 'luckydraw', code: '', currency }, worthOf(slice));
  const spun = { memberId, id, wheelId: wheel.id, sliceCode: slice.code, serverSeed, clientSeed };
  await insertSpin(tx, { ...spun, couponDays: wheel.coupon_days });
  const next = seeds.make(memberId);
  await replaceSeed(tx, memberId, wheel.id, next);
  return {
    _id: id,
    code: slice.code,
    label: inLanguage(slice.label, locale),
    remainingCoin,
    serverSeed,
    clientSeed,
    nextServerSeedHash: await hashOfSeed(seeds.open(memberId, next)),
  };
}

function sliceOf({ slices }: Wheel, code: string) {
  const slice = slices.find((candidate) => candidate.code === code);
  if (!slice) throw new Error(`the wheel has no slice ${code}`);
  return slice;
}
