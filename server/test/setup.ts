import { afterAll } from 'vitest';
import { end } from './at-the-end.ts';

/** Registered before the test file's own `afterAll`, so it runs after them. */
afterAll(end);
