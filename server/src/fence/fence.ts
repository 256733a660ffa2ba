import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Queryable } from '../platform/database.ts';
import type { CommitShelf } from './commit-shelf.ts';
import { type Commit, isNewer, judge, makeCommit, standStill } from './commits.queries.ts';

/**
 * Keeps money from being moved in a database that lost what was committed. The processes keep the newest commit that one of
 * them made beside members' files. A primary that lacks it is behind, whatever it says of itself: it slept while another
 * server had its place, or comes from a backup. Money then stands still until operators have compared it with the world.
 */
export type Fence = {
  /** Judges a new connection, which may lead to another server than the one before. */
  admit: (connection: Queryable) => Promise<void>;
  /** Judges the database by the commit on the shelf, before this process does anything else. */
  begin: (db: Database, shelf: CommitShelf) => Promise<void>;
  /** From `begin` on, until stopped: keeps the newest commit at most a second old. */
  watch: (log: FastifyBaseLogger) => { stop: () => Promise<void> };
  state: () => FenceState;
};

/** As this process found it last. `isKept`: whether what is on the shelf is as new as it should be. */
type FenceState = { standsStill: boolean; isKept: boolean };

/** Half of a second: the process that makes the commits may have died, and another one finds out by its next look. */
const LOOK_EVERY_MS = 500;
/** If the shelf does not answer for longer, operators are told. */
const SHELF_SILENT_MS = 3_000;
/** So long a round waits for the shelf; then the shelf goes on by itself. */
const WAITS_FOR_SHELF_MS = 200;
const SAY_EVERY_MS = 60_000;
/** How often a process that begins reads what is kept before it gives up. */
const READ_TRIES = 4;

export function openFence(): Fence {
  const process = randomUUID();
  const state: FenceState = { standsStill: false, isKept: true };
  /** The newest commit that this process knows, whether or not it is on the shelf. */
  let known: Commit | null = null;
  let place: { db: Database; shelf: CommitShelf } | undefined;

  const learn = (commit: Commit | null) => {
    const isNews = commit !== null && isNewer(commit, known);
    if (isNews) known = commit;
    return isNews;
  };
  const look = async (db: Queryable) => {
    const { onlyReads, isBehind, compared, standstill } = await judge(db, known);
    if (onlyReads) throw new OnlyReads();
    const isNoted = standstill !== null && known !== null && standstill > known.compared;
    if (isBehind && known !== null && !isNoted) await standStill(db, known);
    state.standsStill = isBehind || standstill !== null;
    return compared;
  };
  return {
    admit: async (connection) => {
      if (known) await look(connection);
    },
    begin: async (db, shelf) => {
      place = { db, shelf };
      learn(await readWhole(shelf));
      await look(db);
    },
    watch: (log) => {
      if (!place) throw new Error('The fence was not begun.');
      const { db, shelf } = place;
      const say = sayer(log);
      const keeper = keepOn(shelf, { newest: () => known, learn });
      /** One process at a time makes commits: another one does where the shelf has no news since its own last look. */
      const round = async () => {
        await keeper.read();
        const isMadeByAnother = keeper.wasNewsOfAnother();
        const compared = await look(db);
        // Those who went on without what this database has may not have noticed yet that operators compared.
        const isOutdated = known !== null && known.compared < compared;
        if (!state.standsStill && (!isMadeByAnother || isOutdated)) learn(await makeCommit(db, process, known));
        await keeper.keep();
      };
      return everyHalfSecond(() =>
        round().finally(() => {
          state.isKept = keeper.silentMs() < SHELF_SILENT_MS;
          say(sentencesOn(state));
        }),
      );
    },
    state: () => state,
  };
}

/** A storage that does not replace a file at once gives a part of it to those who read while another process keeps a newer one. */
async function readWhole(shelf: CommitShelf): Promise<Commit | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await shelf.read();
    } catch (error) {
      if (tries === READ_TRIES) throw error;
      await delay(LOOK_EVERY_MS);
    }
  }
}

type Knowing = { newest: () => Commit | null; learn: (commit: Commit | null) => boolean };

/** Reads and keeps without holding up its caller: a shelf that is slow, or that hangs, is read and written when it can be. */
function keepOn(shelf: CommitShelf, { newest, learn }: Knowing) {
  let onShelf: Commit | null = null;
  let isNews = false;
  /** When the shelf was asked first of all that it has not done; null if it has done everything. */
  let waitsSince: number | null = null;
  const isOutdated = () => {
    const commit = newest();
    return commit !== null && isNewer(commit, onShelf);
  };
  const ask = (work: () => Promise<Commit | null>) =>
    inBackground(async () => {
      waitsSince ??= performance.now();
      onShelf = (await work()) ?? onShelf;
      if (!isOutdated()) waitsSince = null;
    });
  const keep = ask(async () => {
    const commit = newest();
    if (commit) await shelf.keep(commit);
    return commit;
  });
  return {
    read: ask(async () => {
      const found = await shelf.read();
      if (learn(found)) isNews = true;
      return found;
    }),
    /** Keeps the newest commit, if the shelf does not have it. */
    keep: async () => {
      if (isOutdated()) await keep();
    },
    /** Since it was asked last. */
    wasNewsOfAnother: () => {
      const was = isNews;
      isNews = false;
      return was;
    },
    /** For how long the shelf has been asked for something that it has not done. */
    silentMs: () => (waitsSince === null ? 0 : performance.now() - waitsSince),
  };
}

/** Begins the work, unless it is still being done, and waits for it a little. What fails is tried again by the next call. */
function inBackground(work: () => Promise<void>): () => Promise<void> {
  let working: Promise<void> | null = null;
  return async () => {
    working ??= work()
      .catch(() => {})
      .finally(() => {
        working = null;
      });
    await Promise.race([working, delay(WAITS_FOR_SHELF_MS, undefined, { ref: false })]);
  };
}

/** The proxy has not heard yet that the server follows another one. As PostgreSQL says it, so that it is known as such. */
class OnlyReads extends Error {
  readonly code = '25006';
  constructor() {
    super('the server only reads');
  }
}

function sentencesOn({ standsStill, isKept }: FenceState): string[] {
  return [
    ...(standsStill
      ? ['MONEY STANDS STILL: the database lacks commits that were confirmed. See `standstill list`.']
      : []),
    ...(isKept ? [] : ['the newest commit cannot be kept beside the files: a database that is behind is not noticed']),
  ];
}

/** Says at once what is wrong, and again every minute. */
function sayer(log: FastifyBaseLogger): (sentences: string[]) => void {
  let said = '';
  let saidAt = 0;
  return (sentences) => {
    const isSaid = said === sentences.join() && performance.now() < saidAt + SAY_EVERY_MS;
    if (isSaid) return;
    said = sentences.join();
    saidAt = performance.now();
    for (const sentence of sentences) log.error(sentence);
  };
}

function everyHalfSecond(work: () => Promise<void>): { stop: () => Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  let working = Promise.resolve();
  const next = () => {
    timer = setTimeout(() => {
      // A database that is away is told by `/readyz`.
      working = work()
        .catch(() => {})
        .then(() => (isStopped ? undefined : next()));
    }, LOOK_EVERY_MS);
  };
  next();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}
