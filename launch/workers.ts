import { availableParallelism } from 'node:os';

/** More would need more connections than the PostgreSQL of the tests takes. */
const MOST = 8;

/** How many browser tests, or server test files, run side by side: one more than cores, since a test also waits. */
export const TESTS_AT_ONCE = Number(process.env.TESTS_AT_ONCE) || Math.min(availableParallelism() + 1, MOST);
