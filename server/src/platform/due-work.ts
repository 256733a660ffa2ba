import type { FastifyBaseLogger } from 'fastify';

/** Rows of some table that need another look when their time has come. */
export type DueWork<Row> = {
  name: string;
  /** What the log calls a row: nothing of a member's but an id. */
  idOf(row: Row): string;
  /** How many rows are worked on side by side in one process, where not twenty. */
  hands?: number;
  /**
   * Takes up to `limit` rows that are due and puts their time off, so that nobody else takes them meanwhile and
   * somebody does if this process dies.
   */
  take: (limit: number) => Promise<Row[]>;
  // A method, so that works on different rows can stand in one list.
  handle(row: Row): Promise<void>;
};

const LOOK_EVERY_MS = 500;
const SIDE_BY_SIDE = 20;

/** Does what is due at this moment, all of it, and waits until it is done. */
export async function workThrough(works: readonly DueWork<unknown>[]): Promise<void> {
  for (const work of works) {
    const hands = work.hands ?? SIDE_BY_SIDE;
    for (let rows = await work.take(hands); rows.length > 0; rows = await work.take(hands))
      await Promise.allSettled(rows.map((row) => work.handle(row)));
  }
}

type Working = { stop: () => Promise<void> };

/** Works through what is due, until stopped. Any number of processes may do so at the same time. */
export function startWorking(works: readonly DueWork<unknown>[], log: FastifyBaseLogger): Working {
  const workings = works.map((work) => startOne(work, log));
  return { stop: async () => void (await Promise.all(workings.map((working) => working.stop()))) };
}

/** Each kind has its own hands, so that one whose party is silent holds up no other. */
function startOne(work: DueWork<unknown>, log: FastifyBaseLogger): Working {
  const running = new Set<Promise<void>>();
  let isStopped = false;

  const look = async () => {
    const free = (work.hands ?? SIDE_BY_SIDE) - running.size;
    if (free <= 0) return;
    for (const row of await work.take(free)) {
      const task = work
        .handle(row)
        .catch((error: unknown) =>
          log.error({ err: error, work: work.name, id: work.idOf(row) }, 'work failed, it will be tried again'),
        )
        .finally(() => running.delete(task));
      running.add(task);
    }
  };

  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(() => (isStopped ? undefined : look()))
      .catch((error: unknown) => log.warn({ err: error, work: work.name }, 'cannot look for work'));
  }, LOOK_EVERY_MS);

  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await looking;
      await Promise.all(running);
    },
  };
}
