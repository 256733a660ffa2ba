import type { FastifyBaseLogger } from 'fastify';

/** Rows of some table that need another look when their time has come. */
export type DueWork<Row> = {
  name: string;
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

/** Works through what is due, until stopped. Any number of processes may do so at the same time. */
export function startWorking(
  works: readonly DueWork<unknown>[],
  log: FastifyBaseLogger,
): { stop: () => Promise<void> } {
  const running = new Set<Promise<void>>();
  let isStopped = false;

  const look = async () => {
    for (const work of works) {
      const free = SIDE_BY_SIDE - running.size;
      if (free <= 0) return;
      for (const row of await work.take(free)) {
        const task = work
          .handle(row)
          .catch((error: unknown) =>
            log.error({ err: error, work: work.name, row }, 'work failed, it will be tried again'),
          )
          .finally(() => running.delete(task));
        running.add(task);
      }
    }
  };

  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(() => (isStopped ? undefined : look()))
      .catch((error: unknown) => log.warn({ err: error }, 'cannot look for work'));
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
