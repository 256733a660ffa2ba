import { availableParallelism } from 'node:os';

/** More would need more connections than the PostgreSQL of the tests takes. */
const MOST = 4;

/** How many test files or browser tests run side by side: each keeps about one core busy. */
export const WORKERS = Math.min(availableParallelism(), MOST);
