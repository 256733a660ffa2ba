import type { Database } from '../../platform/database.ts';
import { returnedAfterMs } from './resolve-unknown-transfers.ts';
import { pendingReturns } from './transfers.queries.ts';

/** Left out until a provider was asked about the money; null where no time can be promised. */
type BackBy = { backBy?: string | null };

type PendingBackBy = {
  /** Of everything on its way. */
  all: BackBy;
  of: (transferId: string) => BackBy;
};

type BackByDeps = { db: Database; providerTimeoutMs: number; providerLateMs: number };

/**
 * When money on its way is back at the latest, unless it arrives. That can be promised only while the provider answers:
 * one that does not know the move is believed once the call can no longer be on its way, a silent one never.
 */
export async function readBackBy(deps: BackByDeps, memberId: string): Promise<PendingBackBy> {
  const pending = await pendingReturns(deps.db, memberId, returnedAfterMs(deps));
  const asked = new Map(pending.flatMap(({ id, isAsked, backBy }) => (isAsked ? [[id, backBy]] : [])));
  const times = pending.map(({ backBy }) => backBy);
  const isPromised = times.every((time) => time !== null);
  const last = isPromised ? new Date(Math.max(...times.map(Number))) : null;
  return {
    all: asked.size > 0 ? tell(last) : {},
    of: (id) => (asked.has(id) ? tell(asked.get(id) ?? null) : {}),
  };
}

const tell = (time: Date | null): BackBy => ({ backBy: time?.toISOString() ?? null });
