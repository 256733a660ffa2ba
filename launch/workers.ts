import { availableParallelism } from 'node:os';

/** More would need more connections than the PostgreSQL of the tests takes. */
const MOST = 8;

const atOnce = (more: number) => Number(process.env.TESTS_AT_ONCE) || Math.min(availableParallelism() + more, MOST);

/** How many browser tests run side by side: one more than cores, since a test also waits. */
export const BROWSER_TESTS_AT_ONCE = atOnce(1);

/**
 * How many test files run side by side outside the browser: some do little but wait for parties that are silent. On two
 * cores five took a fifth more processor time than three, for the same work in the same time.
 */
export const TEST_FILES_AT_ONCE = atOnce(2);
