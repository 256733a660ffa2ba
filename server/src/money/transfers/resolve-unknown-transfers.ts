import { backOff, type DueWork } from '../../platform/due-work.ts';
import { bookOutcome, type CarryOutDeps, carryOut, FIRST_WAIT_MS, referenceOf } from './carry-out.ts';
import {
  findTransfer,
  type Leg,
  legsOf,
  type TransferKey,
  takeDueTransfers,
  tryTransferIn,
} from './transfers.queries.ts';

const LONGEST_WAIT_MS = 10_000;
/** Added to the time that asking takes: for so long a dead worker keeps others from a transfer. */
const MARGIN_MS = 5_000;

/** Asks providers about pending transfers until the outcome is known, however long that takes. */
export function unknownTransfers(deps: CarryOutDeps): DueWork<TransferKey> {
  return {
    name: 'unknown transfers',
    idOf: ({ memberId, id }) => `${memberId} ${id}`,
    take: (limit) => takeDueTransfers(deps.db, limit, deps.providerTimeoutMs + MARGIN_MS),
    handle: (transfer) => resolveTransfer(deps, transfer),
  };
}

async function resolveTransfer(deps: CarryOutDeps, key: TransferKey): Promise<void> {
  const legs = (await legsOf(deps.db, key)).filter(({ state }) => state === 'called');
  const steps = await Promise.all(
    legs.map(async (leg) => {
      const outcome = await askProvider(deps, leg);
      return outcome && bookOutcome(deps, leg, outcome);
    }),
  );
  const next = steps.flatMap((step) => step?.started ?? []);
  if (next.length > 0) await carryOut(deps, key, next);
  const transfer = await findTransfer(deps.db, key);
  if (transfer?.status !== 'PENDING') return;
  await tryTransferIn(
    deps.db,
    key,
    backOff({ tries: transfer.tries, firstMs: FIRST_WAIT_MS, longestMs: LONGEST_WAIT_MS }),
  );
}

/** Null as long as the provider cannot say, or may not have seen the call yet. */
async function askProvider(
  { games, providerTimeoutMs, providerLateMs }: CarryOutDeps,
  leg: Leg,
): Promise<'done' | 'refused' | 'absent' | null> {
  const state = await games.get(leg.code)?.provider.stateOf(referenceOf(leg));
  if (state === 'done') return 'done';
  if (state === 'failed') return 'refused';
  // We gave up at the deadline; a call sent by then may still be on its way to the provider, or lie there unread.
  const mayStillArrive = (leg.called_ms_ago ?? 0) < providerTimeoutMs + providerLateMs;
  return state === 'absent' && !mayStillArrive ? 'absent' : null;
}
