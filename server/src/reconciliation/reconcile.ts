import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { standsStill } from '../fence/commits.queries.ts';
import { sealDays } from '../ledger/sealed-days.ts';
import { type Database, inTransaction, WITHOUT_TIME_LIMITS } from '../platform/database.ts';
import type { DueWork } from '../platform/due-work.ts';
import { whyClocksDisagree } from './clocks.ts';
import { compareBooks } from './compare-books.ts';
import { compareParty } from './compare-party.ts';
import { countOpenFindings, endGone, seeDifferences, takeTurn } from './findings.queries.ts';
import { type OnAccountReport, openParties } from './parties.ts';
import { endRun, makeDaysDue, type Run, takeDueRuns } from './runs.queries.ts';

type ReconcileDeps = { db: Database; config: Config; log: FastifyBaseLogger; onAccountReport: OnAccountReport };

/** For so long a worker that died keeps others from its day. */
const LEASE_MS = 10 * 60_000;
/** How many parties are asked side by side. */
const PARTIES_AT_ONCE = 4;

/**
 * Each day once, however many nodes there are, and whenever an operator asks for it. Cut off in between, another worker
 * does the whole day again: findings that are kept already are not found twice.
 */
export function daysToReconcile(deps: ReconcileDeps): DueWork<Run> {
  const { db, config } = deps;
  return {
    name: 'days to reconcile',
    hands: 1,
    idOf: ({ day }) => day,
    take: async (limit) => {
      if (config.reconcileNightly) await makeDaysDue(db, config.reconcileHour);
      return takeDueRuns(db, limit, LEASE_MS);
    },
    handle: (run) => reconcileDay(deps, run),
  };
}

/** Seals the day, and those before it that could not be sealed by their own runs. Where clocks disagree, operators are told. */
async function sealUntil({ db, config, log }: Omit<ReconcileDeps, 'onAccountReport'>, day: string): Promise<void> {
  const why = await whyClocksDisagree(db, config);
  if (why === null) await sealDays(db, day);
  else log.error({ day, why }, 'the day is not sealed: clocks disagree');
  const notSealed = { kind: 'not sealed', subject: 'clocks', currency: '', expected: null, found: null };
  const scope = { party: 'clocks', day: null };
  await inTransaction(db, async (tx) => {
    await takeTurn(tx, scope.party);
    await endGone(tx, scope, await seeDifferences(tx, scope, why === null ? [] : [{ ...notSealed, detail: why }]));
  });
}

async function reconcileDay({ db, config, log, onAccountReport }: ReconcileDeps, run: Run): Promise<void> {
  const { day } = run;
  // Neither what is sealed nor what a report credits could be undone once operators know what was lost.
  const isStill = await standsStill(db);
  if (!isStill) await sealUntil({ db, config, log }, day);
  await inTransaction(db, async (tx) => {
    await tx.query(WITHOUT_TIME_LIMITS);
    await compareBooks(tx);
  });
  const parties = await openParties(config, db, isStill ? async () => {} : onAccountReport);
  for (let at = 0; at < parties.length; at += PARTIES_AT_ONCE)
    await Promise.all(parties.slice(at, at + PARTIES_AT_ONCE).map((party) => compareParty(db, party, day)));
  await endRun(db, run);
  const open = await countOpenFindings(db);
  if (open > 0) log.error({ day, findings: open }, 'the books and what others tell do not agree');
  else log.info({ day }, 'the books and what others tell agree');
}
