import { backOff, type DueWork } from '../../platform/due-work.ts';
import { bookOutcome, type CarryOutDeps, carryOut, FIRST_WAIT_MS, referenceOf } from './carry-out.ts';
import { startFetch } from './fetch-back.ts';
import {
  findTransfer,
  type Leg,
  legsOf,
  noteAbsence,
  type TransferKey,
  takeDueTransfers,
  tryTransferIn,
} from './transfers.queries.ts';

const LONGEST_WAIT_MS = 10_000;
/** Added to the time that asking takes: for so long a dead worker keeps others from a transfer. */
const MARGIN_MS = 5_000;

type Deadlines = Pick<CarryOutDeps, 'providerTimeoutMs' | 'providerLateMs'>;

/** We gave up at the deadline; a call sent by then may still be on its way to the provider, or lie there unread. */
const believedAfterMs = ({ providerTimeoutMs, providerLateMs }: Deadlines) => providerTimeoutMs + providerLateMs;

/** How long after its call a move that the provider does not know is given back at the latest. */
export function returnedAfterMs(deadlines: Deadlines): number {
  return believedAfterMs(deadlines) + LONGEST_WAIT_MS + MARGIN_MS;
}

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
  const legs = await legsOf(deps.db, key);
  const called = legs.filter(({ state }) => state === 'called');
  const notStarted = legs.filter(({ state, fetches }) => state === 'planned' && fetches !== null);
  let isNews = false;
  const steps = await Promise.all([
    ...notStarted.map((leg) => startFetch(deps, leg)),
    ...called.map(async (leg) => {
      const answer = await askProvider(deps, leg);
      if (answer !== 'absent so far' && answer !== 'unknown') return bookOutcome(deps, leg, answer);
      isNews = (await noteAbsence(deps.db, leg, answer === 'absent so far')) || isNews;
      return null;
    }),
  ]);
  const next = steps.flatMap((step) => step?.started ?? []);
  if (next.length > 0) await carryOut(deps, key, next);
  if (notStarted.length > 0) deps.announce(key.memberId);
  const transfer = await findTransfer(deps.db, key);
  if (transfer?.status !== 'PENDING') return;
  if (isNews || transfer.tries === 1) deps.announce(key.memberId);
  await tryTransferIn(
    deps.db,
    key,
    backOff({ tries: transfer.tries, firstMs: FIRST_WAIT_MS, longestMs: LONGEST_WAIT_MS }),
  );
}

/** `absent so far`: the provider does not know the move, and may not have seen the call yet. */
async function askProvider(
  deps: CarryOutDeps,
  leg: Leg,
): Promise<'done' | 'refused' | 'absent' | 'absent so far' | 'unknown'> {
  const state = await deps.games.get(leg.code)?.provider.stateOf(referenceOf(leg));
  if (state === 'done') return 'done';
  if (state === 'failed') return 'refused';
  if (state !== 'absent') return 'unknown';
  return (leg.called_ms_ago ?? 0) < believedAfterMs(deps) ? 'absent so far' : 'absent';
}
