import { availableParallelism } from 'node:os';

/** More would need more connections than the PostgreSQL of the tests takes. */
const MOST = 8;

/** How many browser tests, and how many server test files, run side by side: each keeps a core busy. */
export const WORKERS = Math.min(availableParallelism(), MOST);
