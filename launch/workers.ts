import { availableParallelism } from 'node:os';

/** More would need more connections than the PostgreSQL of the tests takes. */
const MOST = 8;
const CORES = Math.min(availableParallelism(), MOST);

/** How many browser tests run side by side: each keeps a core busy. */
export const BROWSER_WORKERS = CORES;

/** How many test files do: each waits now and then for what a worker of the product does by itself. */
export const SERVER_WORKERS = CORES + 1;
