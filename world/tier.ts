/** `npm test` alone sets this. Every other command, `npm run test:full` first of all, runs whatever there is. */
export const IS_SHORT_RUN = process.env.TEST_TIER === 'short';

/** Marks a test that `npm test` leaves to `npm run test:full`: `tag` for Playwright, `tags` for Vitest. */
export const IN_FULL = { tag: '@full', tags: ['full'] };
