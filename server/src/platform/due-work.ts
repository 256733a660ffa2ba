import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { many, type Queryable } from './database.ts';

/** Rows of some table that need another look when their time has come. */
export type DueWork<Row> = {
  name: string;
  /** The row's name in the log: no data of a member but an id. */
  idOf(row: Row): string;
  /** How many rows one process works on side by side; twenty unless given. */
  hands?: number;
  /**
   * Takes up to `limit` rows that are due and puts their time off (see `leaseDue`): no other worker takes them
   * meanwhile, and another one does if this process dies.
   */
  take: (limit: number) => Promise<Row[]>;
  // A method, so that works on different rows can stand in one list.
  handle(row: Row): Promise<void>;
};

const LOOK_EVERY_MS = 500;
const SIDE_BY_SIDE = 20;

/** The columns by which a table says which of its rows are due. */
export type DueTable = {
  table: string;
  /** The columns of the table's primary key. */
  key: readonly string[];
  /** The column with the moment at which a row is due; null when the row is never due again. */
  due: string;
  /** `app_now()` is the product's clock, which can be moved; an outside party lives by the real one. */
  clock: 'clock_timestamp()' | 'app_now()';
  /** In SQL: which rows are still open. A closed row is never due. */
  open: string;
  /** Whether the table counts, in `tries`, how often a row was taken. */
  countsTries: boolean;
  /** Rows are taken while money stands still too: nothing that is done about them moves any. */
  movesNoMoney?: true;
};

/** A table of calls to outside parties, tried at `next_try_at` of the real clock until the row is no longer open. */
export function retriedTable(table: string, key: readonly string[], open: string): DueTable {
  return { table, key, due: 'next_try_at', clock: 'clock_timestamp()', open, countsTries: true };
}

type Lease = {
  limit: number;
  /** How long the rows are kept from other workers, in milliseconds; or, in SQL, when they are due next. */
  next: number | string;
  returning: string;
  /** Only rows with these values are taken. */
  only?: Record<string, string>;
};

/**
 * Takes up to `limit` rows that are due, earliest first, and puts each off: one worker has the row, and another takes
 * it if that worker dies. Rows that another worker is taking at this moment are passed over. While money stands still, only rows
 * of tables that move none are taken.
 */
export function leaseDue<Row extends pg.QueryResultRow>(
  db: Queryable,
  { table, key, due, clock, open, countsTries, movesNoMoney }: DueTable,
  { limit, next, returning, only = {} }: Lease,
): Promise<Row[]> {
  const values: unknown[] = [limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const wanted = Object.entries(only).map(([column, value]) => ` and ${column} = ${parameter(value)}`);
  if (!movesNoMoney) wanted.push(' and not (select money_stands_still())');
  const nextAt = typeof next === 'string' ? next : `${clock} + ${parameter(next)} * interval '1 millisecond'`;
  return many<Row>(
    db,
    `update ${table} set ${countsTries ? 'tries = tries + 1, ' : ''}${due} = ${nextAt}
      where (${key.join(', ')}) in (
        select ${key.join(', ')} from ${table}
          where ${open}${wanted.join('')} and ${due} <= ${clock}
          order by ${due} limit $1 for update skip locked)
      returning ${returning}`,
    values,
  );
}

/** Puts one row off, if it is still open. `key`: the row's values of the table's key columns, in their order. */
export async function putOff(
  db: Queryable,
  { table, key: columns, due, clock, open }: DueTable,
  key: readonly unknown[],
  waitMs: number,
): Promise<void> {
  const isRow = columns.map((column, index) => `${column} = $${index + 2}`).join(' and ');
  await db.query(`update ${table} set ${due} = ${clock} + $1 * interval '1 millisecond' where ${isRow} and ${open}`, [
    waitMs,
    ...key,
  ]);
}

/** How long to wait after the try of this number, the first being 1: twice as long each time, up to the longest. */
export function backOff({ tries, firstMs, longestMs }: { tries: number; firstMs: number; longestMs: number }): number {
  return Math.min(firstMs * 2 ** Math.max(0, tries - 1), longestMs);
}

/** Works through every row that is due at this moment, and waits until all are done. */
export async function workThrough(works: readonly DueWork<unknown>[]): Promise<void> {
  for (const work of works) {
    const hands = work.hands ?? SIDE_BY_SIDE;
    for (let rows = await work.take(hands); rows.length > 0; rows = await work.take(hands))
      await Promise.allSettled(rows.map((row) => work.handle(row)));
  }
}

type Working = { stop: () => Promise<void> };

/** Works through rows as they fall due, until stopped. Any number of processes may do so at the same time. */
export function startWorking(works: readonly DueWork<unknown>[], log: FastifyBaseLogger): Working {
  // Spread over the time between two looks: all at once would take as many connections as there are works.
  const firstLook = (at: number) => ((at + 1) * LOOK_EVERY_MS) / works.length;
  const workings = works.map((work, at) => startOne(work, firstLook(at), log));
  return { stop: async () => void (await Promise.all(workings.map((working) => working.stop()))) };
}

/** Each kind of work has its own share of rows side by side: one whose provider is silent holds up no other. */
function startOne(work: DueWork<unknown>, firstLookMs: number, log: FastifyBaseLogger): Working {
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
  let timer: NodeJS.Timeout;
  const lookIn = (ms: number) => {
    timer = setTimeout(() => {
      looking = look()
        .catch((error: unknown) => log.warn({ err: error, work: work.name }, 'cannot look for work'))
        .then(() => (isStopped ? undefined : lookIn(LOOK_EVERY_MS)));
    }, ms);
  };
  lookIn(firstLookMs);

  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await Promise.all(running);
    },
  };
}
