import { afterAll } from 'vitest';
import { end } from './at-the-end.ts';

/** Before the file itself has any: what a test file wants done after all its tests is done first. */
afterAll(end);
