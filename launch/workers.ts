import { availableParallelism } from 'node:os';

/** More would need more connections than the PostgreSQL of the tests takes. */
const MOST = 8;
const CORES = Math.min(availableParallelism(), MOST);

/** Each browser test keeps a core busy. */
export const BROWSER_TESTS_AT_ONCE = CORES;

/** One more: a server test that lets a provider be silent waits most of the time. */
export const SERVER_FILES_AT_ONCE = CORES + 1;
