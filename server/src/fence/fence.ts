import { randomUUID } from 'node:crypto';
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

/** As this process found it last. `isKept`: whether the newest commit could be put on the shelf. */
type FenceState = { standsStill: boolean; isKept: boolean };

/** Half of a second: the process that makes the commits may have died, and another one finds out by its next look. */
const LOOK_EVERY_MS = 500;
const SAY_EVERY_MS = 60_000;

export function openFence(): Fence {
  const process = randomUUID();
  const state: FenceState = { standsStill: false, isKept: true };
  let known: Commit | null = null;
  let place: { db: Database; shelf: CommitShelf } | undefined;

  const learn = (commit: Commit | null) => {
    const isNews = commit !== null && isNewer(commit, known);
    if (isNews) known = commit;
    return isNews;
  };
  const look = async (db: Queryable) => {
    const { onlyReads, isBehind, standsStill } = await judge(db, known);
    if (onlyReads) throw new OnlyReads();
    if (isBehind && !standsStill) await standStill(db, `The database lacks what was committed at ${known?.at}.`);
    state.standsStill = isBehind || standsStill;
  };
  /** One process at a time makes commits: another one does where it finds that none was made since its own last look. */
  const keepNewest = async () => {
    if (!place) return;
    const { db, shelf } = place;
    const isMadeByAnother = await shelf.read().then(learn, () => false);
    await look(db);
    if (isMadeByAnother || state.standsStill) return;
    const made = await makeCommit(db, process, known);
    learn(made);
    state.isKept = await shelf.keep(made).then(
      () => true,
      () => false,
    );
  };
  return {
    admit: async (connection) => {
      if (known) await look(connection);
    },
    begin: async (db, shelf) => {
      place = { db, shelf };
      learn(await shelf.read());
      await look(db);
    },
    watch: (log) => {
      const say = sayer(log);
      return everyHalfSecond(() => keepNewest().finally(() => say(sentencesOn(state))));
    },
    state: () => state,
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
    ...(standsStill ? ['MONEY STANDS STILL: the database lacks what was committed. See `standstill list`.'] : []),
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
