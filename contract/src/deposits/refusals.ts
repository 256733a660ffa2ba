import type { Refusals } from '../errors.ts';

export const depositTries = { REQUEST_LIMIT: 'The member has tried too often within the hour' } satisfies Refusals;
